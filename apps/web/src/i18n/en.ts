/** Every text of the page in English. The other languages have the same shape. */

import type { AccountIdProblem } from '../chain/account-id';
import type { PlainRefusal } from '../chain/refusal';
import type { NetworkId } from '../contract/networks';
import type { Code } from '../contract/tic_tac_toe';

export interface Strings {
  readonly languageName: string;
  readonly title: string;
  readonly chooseMode: string;
  readonly modeOneGame: string;
  readonly modeArena: string;
  readonly modeDevice: string;
  readonly toHome: string;
  readonly home: {
    readonly more: string;
    readonly tiles: Readonly<
      Record<'ultimate' | 'two' | 'online' | 'watch', { readonly name: string; readonly about: string }>
    >;
    open(count: number): string;
    live(count: number): string;
    readonly playBot: string;
    readonly playBotAbout: string;
    readonly publicBoard: string;
    readonly publicBoardAbout: string;
    readonly rules: string;
    readonly options: string;
  };
  readonly chooseLanguage: string;
  readonly chooseTheme: string;
  readonly sound: string;
  readonly theme: { readonly auto: string; readonly light: string; readonly dark: string };
  readonly updateReady: string;
  readonly update: string;
  readonly board: string;
  readonly players: string;
  readonly you: string;
  readonly nobodyYet: string;
  readonly moves: string;
  readonly keyboardHint: string;
  readonly newGame: string;
  readonly analyse: string;
  readonly analysis: string;
  readonly analysisNotLoaded: string;
  readonly tryAgain: string;
  readonly back: string;

  readonly loading: string;
  readonly connecting: string;
  readonly offline: string;
  readonly noNode: string;
  readonly notLoaded: string;
  readonly noGame: string;
  starting(p1: string, p2: string): string;

  readonly playAs: string;
  readonly spectator: string;
  readonly localPlayersHint: string;
  readonly connectWallet: string;
  readonly openingWallet: string;
  readonly disconnect: string;
  readonly walletHint: string;
  readonly playAsGuest: string;
  readonly makingGuest: string;
  readonly guestHint: string;
  readonly makeMine: string;
  makeMineHint(accountId: string): string;
  readonly copyKey: string;
  readonly keyCopied: string;
  readonly walletKey: string;
  readonly walletKeyHint: string;
  readonly addKey: string;
  readonly addingKey: string;
  readonly keyResult: Readonly<Record<'added' | 'not_a_key' | 'unknown', string>>;
  keyUnpaid(near: string, accountId: string): string;
  readonly forgetMe: string;
  forgetQuestion(accountId: string): string;

  readonly newGameTitle: string;
  readonly otherPlayers: string;
  readonly playerX: string;
  readonly playerO: string;
  readonly me: string;
  readonly playMyself: string;
  readonly swap: string;
  readonly start: string;
  readonly cancel: string;
  readonly replacesGame: string;
  readonly accountProblem: Readonly<Record<AccountIdProblem, string>>;

  readonly dismiss: string;
  readonly refusal: Readonly<Record<Code | Exclude<PlainRefusal['code'], 'OTHER'>, string>>;
  otherRefusal(text: string): string;
  replaced(gameId: string, p1: string, p2: string): string;
  unreadable(text: string): string;

  readonly details: string;
  readonly network: string;
  readonly networkName: Readonly<Record<NetworkId, string>>;
  readonly contract: string;
  readonly game: string;
  readonly transactions: string;
  readonly noTransactions: string;
}

export const en: Strings = {
  languageName: 'English',
  title: 'Tic-Tac-Toe',
  chooseMode: 'Game mode',
  modeOneGame: 'Public board',
  modeArena: 'Arena',
  modeDevice: 'This device',
  toHome: 'Start page',
  home: {
    more: 'More ways to play',
    tiles: {
      ultimate: { name: 'Ultimate', about: 'Nine boards in one. Your move decides where the next one goes.' },
      two: {
        name: 'Two at this screen',
        about: 'Classic, ultimate, boards up to 19×19, two to four players.',
      },
      online: { name: 'Online on NEAR', about: 'Send a link and play. Every move is on chain.' },
      watch: { name: 'Watch', about: 'Games under way, replays and the leaderboard.' },
    },
    open: (count) => `${count} open`,
    live: (count) => `${count} live`,
    playBot: 'Play the bot',
    playBotAbout: 'A game on chain that begins at once.',
    publicBoard: 'The public board',
    publicBoardAbout: 'One game on chain that anyone may take over.',
    rules: 'Rules',
    options: 'Names, first move, other boards',
  },
  chooseLanguage: 'Language',
  chooseTheme: 'Theme',
  sound: 'Sound and vibration',
  theme: { auto: 'system', light: 'light', dark: 'dark' },
  updateReady: 'A new version is ready.',
  update: 'Update',
  board: 'Board',
  players: 'Players',
  you: 'you',
  nobodyYet: 'nobody yet',
  moves: 'Moves',
  keyboardHint: 'Keys: arrows and Enter, or 1–9',
  newGame: 'New Game',
  analyse: 'Analyse',
  analysis: 'Analysis',
  analysisNotLoaded: 'The analysis did not load. Check the network and try again.',
  tryAgain: 'Try again',
  back: 'Back',

  loading: 'Loading…',
  connecting: 'Connecting to the chain…',
  offline: 'The node is not responding. Retrying…',
  noNode: 'No local node was found. Start one with ./scripts/web.sh, or play on one device.',
  notLoaded: 'A part of this page did not load. Reload the page.',
  noGame: 'No game yet. Start the first one!',
  starting: (p1, p2) => `Starting a game: ${p1} against ${p2}…`,

  playAs: 'Play as',
  spectator: 'Just watch',
  localPlayersHint: 'Ready-made accounts on your local node. Open a second window to play the other side.',
  connectWallet: 'Connect a wallet',
  openingWallet: 'Opening wallets…',
  disconnect: 'Disconnect',
  walletHint: 'You can watch without a wallet. To play, connect one.',
  playAsGuest: 'Play as a guest',
  makingGuest: 'Making your account…',
  guestHint: 'You are a guest: this site pays for your moves, and only this browser has your key.',
  makeMine: 'Make it mine',
  makeMineHint: (accountId) =>
    `To keep ${accountId}, import its key into a wallet. Whoever has the key has the account: show it to nobody.`,
  copyKey: 'Copy the key',
  keyCopied: 'Copied',
  walletKey: 'Or add a wallet’s public key',
  walletKeyHint: 'The wallet can then sign for this account too. The account pays for adding the key.',
  addKey: 'Add the key',
  addingKey: 'Adding…',
  keyResult: {
    added: 'The key is added: the wallet can sign for this account.',
    not_a_key:
      'This is not a public key: one looks like ed25519: followed by about 44 letters and digits. Never enter a secret key here.',
    unknown:
      'It is not known whether the key was added. Press the button again in a minute: a key that is there is not added twice.',
  },
  keyUnpaid: (near, accountId) =>
    `The account has no NEAR to pay for this. Send ${near} NEAR to ${accountId} and press the button again.`,
  forgetMe: 'Forget me',
  forgetQuestion: (accountId) =>
    `Delete the key of ${accountId} from this browser? Without a copy of it nobody can play as this account again.`,

  newGameTitle: 'New game',
  otherPlayers: 'New game with other players',
  playerX: 'X, moves first',
  playerO: 'O',
  me: 'Me',
  playMyself: 'Play against myself',
  swap: 'Swap sides',
  start: 'Start',
  cancel: 'Cancel',
  replacesGame: 'The contract holds one game: a new one replaces the game in progress.',
  accountProblem: {
    empty: 'Enter an account id, such as alice.near.',
    too_short: 'An account id has at least 2 characters.',
    too_long: 'An account id has at most 64 characters.',
    malformed: 'Only a–z, 0–9 and single . - _ between them.',
    is_contract: 'This is a contract: it cannot play.',
  },

  dismiss: 'Dismiss',
  refusal: {
    CALLER_IS_CONTRACT: 'Players sign for themselves: a contract cannot play for someone else.',
    PLAYER_IS_CONTRACT: 'A contract cannot play. Choose accounts that sign for themselves.',
    NO_GAME: 'There is no game yet. Start one first.',
    WRONG_GAME: 'Someone started a new game just before your move, so it was not made.',
    GAME_OVER: 'This game is over. Start a new one.',
    NOT_A_PLAYER: 'You are not a player in this game, but you can watch it or start a new one.',
    NOT_YOUR_TURN: 'It is not your turn.',
    OUT_OF_BOUNDS: 'There is no such cell.',
    CELL_TAKEN: 'This cell is taken. Choose an empty one.',
    SPECTATOR: 'You are watching. Choose an account to play.',
    BUSY: 'Wait until your last action is on the chain.',
    CANCELLED: 'You cancelled this in the wallet. Nothing was sent.',
    CONNECTION_LOST: 'The connection was lost. The board will show whether your action counted.',
    GUEST_BUDGET:
      'What this site spends on guests is spent for today. Your games wait: play on with a wallet, or come back tomorrow.',
    GUEST_LIMIT: 'Guests may do no more today. Play on with a wallet, or come back tomorrow.',
    GUEST_BOARD: 'Guests play in the arena. The public board is for accounts that pay for their own moves.',
    WALLET_NOT_LOADED:
      'The part of this page that opens wallets did not load. Try again, or reload the page.',
  },
  otherRefusal: (text) => `It did not work: ${text}`,
  replaced: (gameId, p1, p2) => `A new game replaced the one you saw: game ${gameId}, ${p1} against ${p2}.`,
  unreadable: (text) => `The game cannot be read: ${text}`,

  details: 'Details',
  network: 'Network',
  networkName: { localnet: 'your local node', testnet: 'testnet', mainnet: 'mainnet' },
  contract: 'Contract',
  game: 'Game',
  transactions: 'Your transactions',
  noTransactions: 'none in this window yet',
};
