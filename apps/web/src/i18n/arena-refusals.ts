/** Why the arena refuses a call, in every language of the page. */

import type { Code } from '../contract/arena';
import type { Language } from './languages';

export const ARENA_REFUSALS: Readonly<Record<Language, Readonly<Record<Code, string>>>> = {
  en: {
    NO_GAME: 'There is no such game. It may have been closed.',
    NOT_HOST: 'Only the host can close this game now. You can resign.',
    BAD_PLAYERS: 'A game has two to four different players, and the arena itself cannot play.',
    BAD_RULES: 'No game has these rules, or not for this number of players.',
    WRONG_ROUND: 'Someone started a new round just before that, so your action did not count.',
    WAITING: 'Not every seat is taken yet.',
    GAME_OVER: 'This round is over. Start another one.',
    NOT_A_PLAYER: 'You have no seat in this game, but you can watch it.',
    ALREADY_OUT: 'You are out of this round.',
    NOT_YOUR_TURN: 'It is not your turn.',
    OUT_OF_BOUNDS: 'There is no such cell.',
    WRONG_FIELD: 'Play in a highlighted mini-field.',
    CELL_TAKEN: 'This cell is taken. Choose an empty one.',
    NO_TIME_LIMIT: 'This game has no time limit.',
    NOT_YET: 'The player to move still has time.',
    ROUND_UNDER_WAY:
      'This round against the clock goes on. Resign, or claim the timeout of the player to move.',
    NO_FREE_SEAT: 'Someone else took the last free seat. You can watch.',
    ALREADY_SEATED: 'You already have a seat in this game.',
    GAME_EXISTS:
      'The same players in the same order already have a game. Close it first or change the seats.',
    STORAGE_TOO_LOW:
      'Your storage balance does not cover this game. Try again: the missing amount will be attached.',
    ONE_YOCTO: 'The wallet must attach exactly one yoctoNEAR to this call.',
    NOT_REGISTERED: 'You have no storage balance yet.',
    DEPOSIT_TOO_LOW: 'The attached amount does not cover the registration.',
    BALANCE_TOO_LOW: 'Your available balance is lower than that.',
    HAS_GAMES: 'You still host games. Close them first.',
  },
  ru: {
    NO_GAME: 'Такой игры нет. Возможно, её закрыли.',
    NOT_HOST: 'Закрыть эту игру теперь может только её создатель. Вы можете сдаться.',
    BAD_PLAYERS: 'В игре от двух до четырёх разных игроков, и арена среди них быть не может.',
    BAD_RULES: 'Таких правил нет, или они не подходят для этого числа игроков.',
    WRONG_ROUND: 'Перед самой отправкой кто-то начал новый раунд, поэтому действие не засчитано.',
    WAITING: 'Ещё не все места заняты.',
    GAME_OVER: 'Этот раунд окончен. Начните следующий.',
    NOT_A_PLAYER: 'В этой игре у вас нет места, но её можно смотреть.',
    ALREADY_OUT: 'Вы выбыли из этого раунда.',
    NOT_YOUR_TURN: 'Сейчас не ваш ход.',
    OUT_OF_BOUNDS: 'Такой клетки нет.',
    WRONG_FIELD: 'Ходите в подсвеченное малое поле.',
    CELL_TAKEN: 'Клетка занята. Выберите пустую.',
    NO_TIME_LIMIT: 'В этой игре время не ограничено.',
    NOT_YET: 'У того, чей ход, ещё есть время.',
    ROUND_UNDER_WAY: 'Раунд на время продолжается. Сдайтесь или исключите по времени того, чей ход.',
    NO_FREE_SEAT: 'Последнее место занял кто-то другой. Можно смотреть.',
    ALREADY_SEATED: 'У вас уже есть место в этой игре.',
    GAME_EXISTS: 'У тех же игроков в том же порядке уже есть игра. Закройте её или смените места.',
    STORAGE_TOO_LOW:
      'Баланса хранения не хватает на эту игру. Попробуйте снова: недостающая сумма будет приложена.',
    ONE_YOCTO: 'Кошелёк должен приложить к вызову ровно один yoctoNEAR.',
    NOT_REGISTERED: 'У вас ещё нет баланса хранения.',
    DEPOSIT_TOO_LOW: 'Приложенной суммы не хватает на регистрацию.',
    BALANCE_TOO_LOW: 'На балансе доступно меньше.',
    HAS_GAMES: 'У вас есть созданные игры. Сначала закройте их.',
  },
};
