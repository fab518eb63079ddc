/** Every text of the arena's games in Russian. */

import { SIGNS } from '../../rules/game';
import type { ArenaStrings } from './en';

const closingNote = (resigning: boolean) =>
  `Она закончится для всех, а залог вернётся хозяину.${resigning ? ' В начатом раунде вы этим сдаётесь.' : ''}`;

export const ru: ArenaStrings = {
  lobby: 'Лобби',
  gameNumber: (gameId) => `Игра ${gameId}`,
  replay: 'Повтор',

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
    restart: 'Начинаем новый раунд…',
    resign: 'Сдаёмся…',
    claim_timeout: 'Прекращаем ход…',
    close: 'Закрываем игру…',
  },
  yourTurn: (seat) => `Ваш ход: вы играете за ${SIGNS[seat]}`,
  turnOf: (player, seat) => `Ходит ${player} (${SIGNS[seat]})`,
  youWon: (seat) => `Вы победили за ${SIGNS[seat]}!`,
  youLost: (player, seat) => `${player} побеждает за\u00a0${SIGNS[seat]}. Этот раунд вы проиграли`,
  won: (player, seat) => `${player} побеждает за\u00a0${SIGNS[seat]}!`,
  draw: 'Ничья',

  timeLeft: (time) => `На ход осталось ${time}`,
  timeOver: 'Время на ход вышло',
  units: { day: 'д', hour: 'ч', minute: 'мин' },

  actions: {
    join: 'Играть',
    restart: 'Заново',
    next_round: 'Следующий раунд',
    resign: 'Сдаться',
    claim_timeout: 'Прекратить ход',
    close: 'Закрыть игру',
    decline: 'Отказаться',
  },
  question: (action, { underWay, limited, nextRound, player, declining }) => {
    switch (action) {
      case 'join':
        return {
          ask: 'Занять свободное место?',
          note: 'Игра начнётся, когда займут все места. Кроме газа, это ничего не стоит.',
        };
      case 'restart':
        if (!underWay) return { ask: `Начать раунд ${nextRound}?`, note: 'Счёт сохранится.' };
        return {
          ask: 'Начать новый раунд?',
          note: limited
            ? 'Этим вы сдаётесь в нынешнем, если время того, кто ходит, ещё не вышло.'
            : 'Нынешний прервётся и не засчитается никому.',
        };
      case 'resign':
        return {
          ask: 'Сдаться?',
          note: 'Вы выбудете из этого раунда. Победит тот, кто останется последним.',
        };
      case 'claim_timeout':
        return {
          ask: `Исключить ${player} из этого раунда?`,
          note: 'Время на ход вышло, но пока его не исключили, он ещё может сходить.',
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
  zoomIn: 'Крупнее',
  zoomOut: 'Всё поле',

  restarted: (round) => `Кто-то начал раунд ${round}. Тот, что вы видели, прерван.`,

  key: {
    title: 'Ходы без вопросов',
    offer:
      'Кошелёк спрашивает о каждом ходе. Пусть он один раз разрешит ключ, и эта страница будет ходить за вас в этом браузере. Ключ не может переводить деньги с вашего аккаунта; на газ он может потратить до 0,25 NEAR, и его можно удалить в любое время.',
    may: 'На арене, и больше нигде, он может вызывать только:',
    allow: 'Попросить ключ у кошелька',
    asking: 'Ждём кошелёк…',
    allowed:
      'Эта страница ходит за вас без вопросов. Кошелёк она спросит, когда нужно внести или забрать деньги.',
    remove: 'Удалить ключ',
  },

  rulesLabel: 'Правила',
  round: 'Раунд',
  draws: 'Ничьих',
  timeLimit: 'Время на ход',
  noTimeLimit: 'не ограничено',
  arena: 'Арена',
  calls: {
    move: 'Ход',
    join: 'Место',
    restart: 'Новый раунд',
    resign: 'Сдача',
    claim_timeout: 'Конец хода',
    close: 'Закрытие',
  },
  refusedCall: (call) => `${call} (отказ)`,
};
