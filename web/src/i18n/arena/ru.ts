/** Every text of the arena's games in Russian. */

import { SIGNS } from '../../boards/marks';
import type { ArenaStrings } from './en';

const CAPTURES = {
  first: 'захват первой линией',
  any: 'могут захватить оба',
  closing: 'захваченное закрывается',
};

export const ru: ArenaStrings = {
  lobby: 'Список игр',
  gameNumber: (gameId) => `Игра ${gameId}`,
  replay: 'Повтор',
  rules: (rules) =>
    rules.kind === 'ultimate'
      ? `Супер, ${CAPTURES[rules.capture]}`
      : `${rules.rows}×${rules.cols}, ${rules.inARow} в ряд`,

  freeSeat: 'место свободно',
  out: 'выбыл',
  bot: 'бот',
  winner: 'победа',
  wins: (count) => `побед: ${count}`,
  beingSent: 'отправляется',

  gone: 'Такой игры нет: её закрыли или не создавали',
  waiting: 'Ждём, пока займут все места',
  seatFree: 'Есть свободное место: играйте или смотрите',
  sending: (seat) => `Отправляем ваш ${SIGNS[seat]}…`,
  doing: {
    join: 'Занимаем место…',
    restart: 'Начинаем новую партию…',
    resign: 'Сдаёмся…',
    claim_timeout: 'Прекращаем ход…',
    close: 'Закрываем игру…',
  },
  yourTurn: (seat) => `Ваш ход: вы играете за ${SIGNS[seat]}`,
  turnOf: (player, seat) => `Ходит ${player} (${SIGNS[seat]})`,
  youWon: (seat) => `Вы победили за ${SIGNS[seat]}!`,
  youLost: (player, seat) => `${player} побеждает за\u00a0${SIGNS[seat]}. Эту партию вы проиграли`,
  won: (player, seat) => `${player} побеждает за\u00a0${SIGNS[seat]}!`,
  draw: 'Ничья',

  timeLeft: (time) => `На ход осталось ${time}`,
  timeOver: 'Время на ход вышло',
  units: { day: 'д', hour: 'ч', minute: 'мин' },

  actions: {
    join: 'Играть',
    restart: 'Заново',
    next_round: 'Следующая партия',
    resign: 'Сдаться',
    claim_timeout: 'Прекратить ход',
    close: 'Закрыть игру',
    decline: 'Отказаться',
  },
  question: (action, { underWay, limited, nextRound, player, declining }) => {
    switch (action) {
      case 'join':
        return 'Занять свободное место?';
      case 'restart':
        if (!underWay) return `Начать партию ${nextRound}?`;
        return limited
          ? 'Начать новую партию? В этой вы будете считаться сдавшимся, если время того, кто ходит, не вышло.'
          : 'Начать новую партию? Эта не засчитается никому.';
      case 'resign':
        return 'Сдаться в этой партии?';
      case 'claim_timeout':
        return `У игрока ${player} вышло время. Исключить его из этой партии?`;
      case 'close':
        if (declining) return 'Отказаться от игры? Она закроется для всех.';
        return underWay && limited
          ? 'Закрыть игру для всех? В начатой партии вы будете считаться сдавшимся. Залог вернётся хозяину.'
          : 'Закрыть игру для всех? Залог вернётся хозяину.';
    }
  },
  yes: 'Да',
  cancel: 'Отмена',
  zoomIn: 'Крупнее',
  zoomOut: 'Всё поле',

  refusal: {
    NO_GAME: 'Такой игры нет: её закрыли или не создавали.',
    NOT_HOST:
      'Закрыть игру может только хозяин. Приглашённые им по имени — пока никто из них не сходил; остальные сдаются.',
    BAD_PLAYERS: 'Назовите от двух до четырёх разных аккаунтов, но не саму арену.',
    BAD_RULES: 'На арене нет игры с такими правилами. Выберите другие числа.',
    WRONG_ROUND: 'Прямо перед этим кто-то начал другую партию. В ней за вас ничего не сделано.',
    WAITING: 'Одно место ещё свободно. Игра начнётся, когда его займут.',
    GAME_OVER: 'Эта партия окончена. Начните следующую.',
    NOT_A_PLAYER: 'У вас нет места в этой игре, но можно смотреть.',
    ALREADY_OUT: 'Вы выбыли из этой партии. Ждите следующей.',
    NOT_YOUR_TURN: 'Сейчас не ваш ход.',
    OUT_OF_BOUNDS: 'Такой клетки нет.',
    WRONG_FIELD: 'Ходить можно только в выделенное мини-поле.',
    CELL_TAKEN: 'Клетка занята. Выберите пустую.',
    NO_TIME_LIMIT: 'В этой игре ход не ограничен по времени.',
    NOT_YET: 'У игрока, который ходит, ещё есть время. Подождите немного.',
    NO_FREE_SEAT: 'Последнее место занял кто-то другой. Можно смотреть.',
    ALREADY_SEATED: 'У вас уже есть место в этой игре.',
    GAME_EXISTS: 'У этих игроков в этом порядке уже есть игра. Сначала закончите или закройте её.',
    STORAGE_TOO_LOW: 'Вашего остатка на арене не хватает на залог за эту игру. Приложите недостающее.',
    ONE_YOCTO: 'Для этого нужен ровно один yoctoNEAR: так видно, что вы подписали сами.',
    NOT_REGISTERED: 'У этого аккаунта нет остатка на арене.',
    DEPOSIT_TOO_LOW: 'Приложено меньше, чем нужно для регистрации.',
    BALANCE_TOO_LOW: 'Столько сейчас не доступно. Остальное держат незакрытые игры.',
    HAS_GAMES: 'Сначала закройте свои игры.',
  },
  restarted: (round) => `Кто-то начал партию ${round}. Та, что вы видели, прервана.`,

  rulesLabel: 'Правила',
  round: 'Партия',
  draws: 'Ничьих',
  timeLimit: 'Время на ход',
  noTimeLimit: 'не ограничено',
  arena: 'Арена',
  calls: {
    move: 'Ход',
    join: 'Место',
    restart: 'Новая партия',
    resign: 'Сдача',
    claim_timeout: 'Конец хода',
    close: 'Закрытие',
  },
  refusedCall: (call) => `${call} (отказ)`,
};
