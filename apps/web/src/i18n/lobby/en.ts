/** Every text of the arena's lobby, invitations and replays in English. The other languages have the same shape. */

import type { AccountIdProblem } from '../../chain/account-id';
import type { Starts } from '../../contract/arena';
import type { SortOrder, Status } from '../../contract/indexer';
import { type GameRules, type Seat, SIGNS } from '../../rules/game';
import { en as device } from '../device/en';

export interface LobbyStrings {
  readonly lobby: string;
  readonly lists: Readonly<Record<'mine' | 'open' | 'watched', string>>;
  readonly empty: LobbyStrings['lists'];
  readonly reading: string;
  readonly signInForGames: string;
  page(number: number): string;
  readonly previous: string;
  readonly next: string;
  gameNumber(gameId: string): string;
  rules(rules: GameRules): string;
  readonly freeSeat: string;
  readonly you: string;
  readonly bot: string;
  readonly yourTurn: string;
  turnOf(player: string, seat: Seat): string;
  wonBy(player: string, seat: Seat): string;
  readonly youWon: string;
  readonly drawn: string;
  readonly waiting: string;
  turnLimit(seconds: number): string;
  readonly startRotates: string;
  readonly play: string;
  readonly open: string;
  readonly watch: string;
  readonly join: string;
  readonly decline: string;
  readonly close: string;
  readonly replay: string;
  readonly busy: string;
  /** What a button does, said in full for those who hear it without the row that it stands in. */
  inGame(action: string, gameId: string): string;
  declineQuestion(gameId: string, host: string): string;
  closeQuestion(gameId: string): string;
  readonly yes: string;
  readonly cancel: string;
  readonly closeDialog: string;

  readonly playNow: string;
  readonly playBot: string;
  readonly create: string;
  readonly chooseGame: string;
  readonly games: Readonly<
    Record<
      'classic' | 'ultimate' | 'gomoku' | 'four' | 'own',
      { readonly name: string; readonly about: string }
    >
  >;
  readonly capture: string;
  readonly rows: string;
  readonly cols: string;
  readonly inARow: string;
  fewer(what: string): string;
  more(what: string): string;
  readonly seats: string;
  readonly hostSeat: string;
  seat(seat: Seat): string;
  readonly seatKinds: Readonly<Record<'anybody' | 'bot' | 'named', string>>;
  accountFor(seat: Seat): string;
  readonly addSeat: string;
  removeSeat(seat: Seat): string;
  readonly seatProblem: Readonly<Record<AccountIdProblem | 'twice', string>>;
  readonly turnTime: string;
  readonly noLimit: string;
  readonly starts: string;
  readonly startsWith: Readonly<Record<Starts, string>>;
  duration(seconds: number): string;
  locks(amount: string): string;
  attaches(amount: string): string;
  readonly attachesNothing: string;
  readonly registers: string;
  readonly pricing: string;
  readonly createGame: string;
  readonly creating: string;

  readonly storage: string;
  readonly storageHint: string;
  readonly notRegistered: string;
  readonly total: string;
  readonly locked: string;
  readonly available: string;
  readonly withdraw: string;
  readonly withdrawing: string;
  readonly walletSigns: string;

  readonly invite: string;
  readonly inviteHint: string;
  readonly address: string;
  readonly share: string;
  shareText(gameId: string): string;
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
  readonly codeName: string;
  readonly codeNotLoaded: string;

  turnsWait(count: number): string;
  readonly turnsTitle: string;
  readonly noTurns: string;
  readonly turnsKey: string;
  readonly notifyMe: string;
  readonly notifyHint: string;
  readonly notifyDenied: string;
  notification(gameId: string): string;

  replayOf(gameId: string): string;
  readonly toGame: string;
  readonly toLobby: string;
  readonly lookingBack: string;
  looked(blocks: number, most: number): string;
  readonly stop: string;
  readonly lookFurther: string;
  readonly tryAgain: string;
  readonly nothingFound: string;
  readonly forgotten: string;
  readonly partly: string;
  readonly notRead: string;
  readonly refused: string;
  round(round: number): string;
  readonly chooseRound: string;
  out(seat: Seat, reason: 'resigned' | 'timed_out'): string;
  won(seat: Seat): string;
  readonly abandoned: string;
  readonly winner: string;
  readonly isOut: string;
  readonly copyText: string;
  readonly sharePicture: string;

  readonly leaders: string;
  readonly yourResults: string;
  readonly noIndexer: string;
  readonly askingIndexer: string;
  readonly indexerFailed: string;
  readonly noLeaders: string;
  readonly noResults: string;
  readonly order: string;
  readonly orders: Readonly<Record<SortOrder, string>>;
  readonly allRules: string;
  readonly place: string;
  readonly player: string;
  readonly results: Readonly<Record<'won' | 'lost' | 'drawn' | 'walkedAway' | 'rating', string>>;
  readonly resultsName: string;
  readonly playerGames: string;
  readonly statuses: Readonly<Record<Status, string>>;
}

const unit = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

export const en: LobbyStrings = {
  lobby: 'Lobby',
  lists: { mine: 'Your games', open: 'Open games', watched: 'Games to watch' },
  empty: {
    mine: 'You are not in any game. Create one or take a free seat.',
    open: 'No other game has a free seat. Create one with a seat for anyone.',
    watched: 'Nobody else is playing here.',
  },
  reading: 'Loading from the chain…',
  signInForGames: 'Choose an account to see your games here.',
  page: (number) => `Page ${number}`,
  previous: 'Previous page',
  next: 'Next page',
  gameNumber: (gameId) => `Game ${gameId}`,
  rules: (rules) =>
    rules.kind === 'ultimate'
      ? `Ultimate: ${device.captures[rules.capture]}`
      : `${rules.rows}×${rules.cols}, ${rules.inARow} in a row`,
  freeSeat: 'free seat',
  you: 'you',
  bot: 'bot',
  yourTurn: 'Your turn',
  turnOf: (player, seat) => `${player} (${SIGNS[seat]}) to move`,
  wonBy: (player, seat) => `${player} (${SIGNS[seat]}) won`,
  youWon: 'You won',
  drawn: 'Draw',
  waiting: 'Waiting for players',
  turnLimit: (seconds) => `${en.duration(seconds)} a turn`,
  startRotates: 'players take turns starting',
  play: 'Play',
  open: 'Open',
  watch: 'Watch',
  join: 'Join',
  decline: 'Decline',
  close: 'Close',
  replay: 'Replay',
  busy: 'Sending…',
  inGame: (action, gameId) => `${action}: game ${gameId}`,
  declineQuestion: (gameId, host) =>
    `Decline game ${gameId}? It will be gone for everyone, and ${host} gets the storage deposit back.`,
  closeQuestion: (gameId) =>
    `Close game ${gameId}? It will be gone for everyone, and its storage deposit returns to your balance.`,
  yes: 'Yes',
  cancel: 'Cancel',
  closeDialog: 'Close',

  playNow: 'Play now',
  playBot: 'Play the bot',
  create: 'New game',
  chooseGame: 'Rules',
  games: {
    classic: { name: 'Classic', about: '3×3, three in a row' },
    ultimate: { name: 'Ultimate', about: 'nine boards in one, for two' },
    gomoku: { name: 'Gomoku', about: '15×15, five in a row' },
    four: { name: 'Four in a row', about: '5×5, for two to four' },
    own: { name: 'Custom', about: 'any board up to 19×19' },
  },
  capture: 'Capture rule',
  rows: 'Rows',
  cols: 'Columns',
  inARow: 'In a row to win',
  fewer: (what) => `${what}: one fewer`,
  more: (what) => `${what}: one more`,
  seats: 'Seats',
  hostSeat: 'You',
  seat: (seat) => `Seat ${SIGNS[seat]}`,
  seatKinds: { anybody: 'Anyone', bot: 'The bot', named: 'An account' },
  accountFor: (seat) => `Account for seat ${SIGNS[seat]}`,
  addSeat: 'Add a seat',
  removeSeat: (seat) => `Remove seat ${SIGNS[seat]}`,
  seatProblem: {
    empty: 'Enter an account id, such as bob.near.',
    too_short: 'An account id has at least 2 characters.',
    too_long: 'An account id has at most 64 characters.',
    malformed: 'Only a–z, 0–9 and single . - _ between them.',
    is_contract: 'The arena itself cannot play.',
    twice: 'Each player can have only one seat.',
  },
  turnTime: 'Time per turn',
  noLimit: 'No limit',
  starts: 'Who starts',
  startsWith: { host: 'You, in every round', rotates: 'Players take turns' },
  duration: (seconds) => {
    if (seconds % 86_400 === 0) return unit(seconds / 86_400, 'day');
    if (seconds % 3_600 === 0) return unit(seconds / 3_600, 'hour');
    if (seconds % 60 === 0) return unit(seconds / 60, 'minute');
    return unit(seconds, 'second');
  },
  locks: (amount) => `Locks ${amount} for storage. It returns to your balance when the game is closed.`,
  attaches: (amount) => `${amount} will be attached: exactly what your balance lacks.`,
  attachesNothing: 'Your balance covers it: nothing is attached.',
  registers: 'This includes the registration of your account.',
  pricing: 'Calculating the storage cost…',
  createGame: 'Create game',
  creating: 'Creating…',

  storage: 'Storage balance',
  storageHint: 'Whoever creates a game pays for its storage and gets the money back when the game is closed.',
  notRegistered: 'Nothing deposited yet. Creating your first game registers you.',
  total: 'Deposited',
  locked: 'Locked',
  available: 'Available',
  withdraw: 'Withdraw',
  withdrawing: 'Withdrawing…',
  walletSigns: 'Your wallet will ask: moving money always needs its full signature.',

  invite: 'Invite',
  inviteHint: 'Anyone who opens this address can watch the game or take a free seat.',
  address: 'Address of the game',
  share: 'Share…',
  shareText: (gameId) => `Tic-tac-toe on NEAR, game ${gameId}`,
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'The browser does not allow copying. Select the text and copy it yourself.',
  codeName: 'QR code with the address of the game',
  codeNotLoaded: 'The QR code did not load. Check the network and try again.',

  turnsWait: (count) => `Your turn: ${count}`,
  turnsTitle: 'Your turn',
  noTurns: 'No game is waiting for you.',
  turnsKey: 'Key T',
  notifyMe: 'Notify me when it is my turn',
  notifyHint:
    'The browser will ask for permission. The page then also checks for your turns while hidden, but less often.',
  notifyDenied:
    'The browser does not allow notifications for this page. They can be allowed in its settings.',
  notification: (gameId) => `Your turn in game ${gameId}`,

  replayOf: (gameId) => `Replay of game ${gameId}`,
  toGame: 'To the game',
  toLobby: 'Lobby',
  lookingBack: 'Looking for the moves…',
  looked: (blocks, most) => `${blocks} of at most ${most} blocks read`,
  stop: 'Stop',
  lookFurther: 'Look further back',
  tryAgain: 'Try again',
  nothingFound: 'The latest blocks contain no moves of this game.',
  forgotten: 'The server has no older blocks, so earlier moves cannot be shown.',
  partly: 'There may be earlier rounds.',
  notRead: 'The blocks cannot be read. Check the network and try again.',
  refused: 'The moves found do not form a valid game.',
  round: (round) => `Round ${round}`,
  chooseRound: 'Round',
  out: (seat, reason) =>
    reason === 'resigned' ? `${SIGNS[seat]} resigned` : `${SIGNS[seat]} ran out of time`,
  won: (seat) => `${SIGNS[seat]} won`,
  abandoned: 'Abandoned',
  winner: 'winner',
  isOut: 'out',
  copyText: 'Copy as text',
  sharePicture: 'Share as picture',

  leaders: 'Leaderboard',
  yourResults: 'Your results',
  noIndexer: 'Results are not available: this page is not connected to an indexer.',
  askingIndexer: 'Loading from the indexer…',
  indexerFailed: 'The indexer is not responding. Retrying…',
  noLeaders: 'Nobody has finished a round yet.',
  noResults: 'Nothing played yet.',
  order: 'Sort',
  orders: { wins: 'By wins', rating: 'By rating' },
  allRules: 'All rules',
  place: 'Rank',
  player: 'Player',
  results: { won: 'Won', lost: 'Lost', drawn: 'Drawn', walkedAway: 'Left', rating: 'Rating' },
  resultsName: 'Results',
  playerGames: 'Games',
  statuses: {
    waiting: 'Waiting for players',
    in_progress: 'In progress',
    won: 'Won',
    draw: 'Draw',
    closed: 'Closed',
  },
};
