/** Every text of a table on chain in Russian. */

import { SIGNS } from '../../rules/game';
import type { TableStrings } from './en';

const closingNote = (resigning: boolean) =>
  `Она исчезнет для всех, а залог за хранение вернётся создателю.${resigning ? ' Текущий раунд вы при этом сдаёте.' : ''}`;

export const ru: TableStrings = {
  lobby: 'Лобби',
  toLobby: 'Вернуться в лобби',
  gameNumber: (gameId) => `Игра ${gameId}`,
  replay: 'Повтор',
  more: 'Ещё…',

  freeSeat: 'свободное место',
  out: 'выбывает из раунда',
  resigned: 'сдаётся',
  bot: 'бот',
  wins: (count) => `побед: ${count}`,
  beingSent: 'отправляется',

  closed: (by, host) =>
    `${by[0] === null ? 'Вы закрыли эту игру' : `Эту игру закрыл игрок ${by.join(' или ')}`}. Залог за хранение вернулся на ${host === null ? 'ваш баланс' : `баланс ${host}`}`,
  gone: 'Такой игры нет: её закрыли или её никогда не было',
  waiting: 'Ждём игроков',
  seatFree: 'Есть свободное место: играйте или смотрите',
  sending: (seat) => `Отправляем ваш ход (${SIGNS[seat]})…`,
  doing: {
    join: 'Занимаем место…',
    restart: 'Начинаем следующий раунд…',
    resign: 'Сдаёмся…',
    claim_timeout: 'Исключаем по времени…',
    close: 'Закрываем игру…',
  },
  yourTurn: (seat) => `Ваш ход: вы играете за ${SIGNS[seat]}`,
  turn: (seat) => `Ходит ${SIGNS[seat]}`,
  turnOf: (player, seat) => `Ходит ${player} (${SIGNS[seat]})`,
  youWon: (seat) => `Вы победили (${SIGNS[seat]})!`,
  youLost: (player, seat) => `${player}\u00a0(${SIGNS[seat]}) побеждает. Этот раунд вы проиграли`,
  won: (player, seat) => `${player}\u00a0(${SIGNS[seat]}) побеждает!`,
  draw: 'Ничья',
  drawYouStuck: 'Ничья: вас отправили в заполненное малое поле',
  drawStuck: (player) => `Ничья: ${player} отправляется в заполненное малое поле`,

  moves: 'Ходы',
  noMoves: 'Пока ни одного',
  earlierMoves: (count) => `Ходов до вашего прихода: ${count}`,
  laterMoves: (count) => (count === 1 ? 'Читаем последний ход…' : `Читаем последние ходы: ${count}…`),
  showEarlier: 'Показать',
  moveOf: (number, all) => `Просмотр: ход ${number} из ${all}`,
  stepBack: 'На ход назад',
  stepForward: 'На ход вперёд',
  toNow: 'К текущему ходу',

  timeLeft: (time) => `На ход осталось ${time}`,
  timeOver: 'Время на ход вышло',
  units: { day: 'д', hour: 'ч', minute: 'мин' },

  actions: {
    join: 'Занять место',
    restart: 'Начать заново',
    next_round: 'Следующий раунд',
    resign: 'Сдаться',
    claim_timeout: 'Исключить по времени',
    close: 'Закрыть игру',
    decline: 'Отказаться',
  },
  question: (action, { underWay, limited, nextRound, player, declining }) => {
    switch (action) {
      case 'join':
        return {
          ask: 'Занять свободное место?',
          note: 'Игра начнётся, когда все места будут заняты. Вы платите только за газ.',
        };
      case 'restart':
        if (!underWay) return { ask: `Начать раунд ${nextRound}?`, note: 'Счёт сохранится.' };
        return {
          ask: 'Начать новый раунд?',
          note: limited
            ? 'Текущий раунд вы при этом сдаёте, если время того, кто ходит, ещё не вышло.'
            : 'Текущий раунд прервётся и никому не засчитается.',
        };
      case 'resign':
        return {
          ask: 'Сдаться?',
          note: 'Вы выйдете из этого раунда. Победит тот, кто останется последним.',
        };
      case 'claim_timeout':
        return {
          ask: `Исключить ${player} из этого раунда?`,
          note: 'Время на ход вышло, но, пока игрока не исключили, он ещё может сходить.',
        };
      case 'close':
        return {
          ask: declining ? 'Отказаться от игры?' : 'Закрыть игру?',
          note: closingNote(underWay && limited),
        };
    }
  },
  yes: 'Да',
  cancel: 'Отмена',
  zoomIn: 'Приблизить',
  zoomOut: 'Всё поле',

  restarted: (round) => `Кто-то начал раунд ${round}. Предыдущий раунд прерван.`,

  key: {
    title: 'Ходы без подтверждения',
    offer:
      'Кошелёк просит подтверждать каждый ход. Разрешите ключ один раз, и эта страница будет ходить за вас в этом браузере. Ключ не может переводить деньги с вашего аккаунта; на газ он может потратить до 0,25 NEAR, и его можно удалить в любое время.',
    may: 'Он может вызывать только эти методы арены:',
    allow: 'Запросить ключ у кошелька',
    asking: 'Ждём ответа кошелька…',
    allowed:
      'Эта страница ходит за вас без подтверждений. Кошелёк понадобится, чтобы внести или вывести деньги.',
    remove: 'Удалить ключ',
  },

  rulesLabel: 'Правила',
  round: 'Раунд',
  draws: 'Ничьих',
  timeLimit: 'Время на ход',
  noTimeLimit: 'не ограничено',
  arena: 'Арена',
  calls: {
    create: 'Новая игра',
    move: 'Ход',
    new_game: 'Новая игра',
    join: 'Вход в игру',
    restart: 'Следующий раунд',
    resign: 'Сдача раунда',
    claim_timeout: 'Исключение по времени',
    close: 'Закрытие игры',
  },
  refusedCall: (call) => `${call} (отклонено)`,
};
