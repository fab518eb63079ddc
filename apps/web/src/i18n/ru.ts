/** Every text of the page in Russian. */

import type { Strings } from './en';

const square = (row: number, col: number) => `строка ${row}, столбец ${col}`;

export const ru: Strings = {
  languageName: 'Русский',
  title: 'Крестики-нолики',
  chooseMode: 'Режим игры',
  modeChain: 'Одна игра',
  modeArena: 'Арена',
  modeDevice: 'На устройстве',
  chooseLanguage: 'Язык',
  chooseTheme: 'Тема',
  theme: { auto: 'как в системе', light: 'светлая', dark: 'тёмная' },
  updateReady: 'Готова новая версия.',
  update: 'Обновить',
  board: 'Поле',
  cell: (row, col, mark, pending) =>
    `${square(row, col)}: ${mark ?? 'пусто'}${pending ? ', отправляется' : ''}`,
  players: 'Игроки',
  you: 'вы',
  nobodyYet: 'пока никого',
  moves: 'Ходов',
  keyboardHint: 'Клавиши: стрелки и Enter или 1–9',
  newGame: 'Новая игра',

  turn: (mark) => `Ходит ${mark}`,
  draw: 'Ничья',
  played: (mark, row, col) => `${mark}: ${square(row, col)}.`,

  loading: 'Загрузка…',
  connecting: 'Соединяемся с сетью…',
  offline: 'Узел не отвечает. Пробуем снова…',
  noNode:
    'Локальный узел не найден. Запустите его командой ./scripts/web.sh или играйте на одном устройстве.',
  notLoaded: 'Часть страницы не загрузилась. Обновите страницу.',
  noGame: 'Игры ещё нет. Начните первую!',
  starting: (p1, p2) => `Начинаем игру: ${p1} против ${p2}…`,
  sending: (mark) => `Отправляем ваш ход (${mark})…`,
  yourTurn: (mark) => `Ваш ход: вы играете за ${mark}`,
  turnOf: (player, mark) => `Ходит ${player} (${mark})`,
  youWon: (mark) => `Вы победили (${mark})!`,
  youLost: (player, mark) => `${player}\u00a0(${mark}) побеждает. Эту партию вы проиграли`,
  playerWon: (player, mark) => `${player}\u00a0(${mark}) побеждает!`,

  playAs: 'Играть как',
  spectator: 'Только смотреть',
  localPlayersHint:
    'Готовые аккаунты вашего локального узла. Откройте второе окно, чтобы сыграть за соперника.',
  connectWallet: 'Подключить кошелёк',
  openingWallet: 'Открываем кошелёк…',
  disconnect: 'Отключить',
  walletHint: 'Смотреть можно без кошелька. Чтобы играть, подключите его.',

  newGameTitle: 'Новая игра',
  otherPlayers: 'Новая игра с другими игроками',
  playerX: 'X, ходит первым',
  playerO: 'O',
  me: 'Я',
  playMyself: 'Играть с самим собой',
  swap: 'Поменять местами',
  start: 'Начать',
  cancel: 'Отмена',
  replacesGame: 'Контракт хранит одну игру: новая заменит текущую.',
  accountProblem: {
    empty: 'Введите имя аккаунта, например alice.near.',
    too_short: 'Имя аккаунта не короче 2 символов.',
    too_long: 'Имя аккаунта не длиннее 64 символов.',
    malformed: 'Только a–z, 0–9 и одиночные . - _ между ними.',
    is_contract: 'Это контракт: он не может играть.',
  },

  dismiss: 'Закрыть',
  refusal: {
    CALLER_IS_CONTRACT: 'Игроки подписывают ходы сами: контракт не может играть за другого.',
    PLAYER_IS_CONTRACT: 'Контракт не может играть. Укажите аккаунты, которые подписывают ходы сами.',
    NO_GAME: 'Игры ещё нет. Сначала начните новую.',
    WRONG_GAME: 'Перед самым вашим ходом кто-то начал новую игру, поэтому ход не сделан.',
    GAME_OVER: 'Эта игра окончена. Начните новую.',
    NOT_A_PLAYER: 'Вы не участвуете в этой игре, но можете смотреть или начать новую.',
    NOT_YOUR_TURN: 'Сейчас не ваш ход.',
    OUT_OF_BOUNDS: 'Такой клетки нет.',
    CELL_TAKEN: 'Клетка занята. Выберите пустую.',
    SPECTATOR: 'Вы только смотрите. Чтобы играть, выберите аккаунт.',
    BUSY: 'Подождите, пока предыдущее действие попадёт в сеть.',
    CANCELLED: 'Вы отменили действие в кошельке. Ничего не отправлено.',
    CONNECTION_LOST: 'Связь прервалась. По полю будет видно, засчитано ли действие.',
    WALLET_NOT_LOADED:
      'Часть страницы, которая открывает кошельки, не загрузилась. Попробуйте снова или обновите страницу.',
  },
  otherRefusal: (text) => `Не получилось: ${text}`,
  replaced: (gameId, p1, p2) => `Новая игра заменила ту, что вы видели: игра ${gameId}, ${p1} против ${p2}.`,
  unreadable: (text) => `Игру не удаётся прочитать: ${text}`,

  details: 'Подробности',
  network: 'Сеть',
  networkName: { localnet: 'ваш локальный узел', testnet: 'testnet', mainnet: 'mainnet' },
  contract: 'Контракт',
  game: 'Игра',
  transactions: 'Ваши транзакции',
  noTransactions: 'в этом окне пока нет',
  transaction: (call, succeeded) =>
    `${call === 'move' ? 'Ход' : 'Новая игра'}${succeeded ? '' : ' (отклонено)'}`,
};
