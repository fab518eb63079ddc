/** Every text of a table on chain in English. The other languages have the same shape. */

import { type Seat, SIGNS } from '../../rules/game';

/** What a question needs to know of the game that it is about. */
export interface AskedAbout {
  /** Whether somebody is to move. */
  readonly underWay: boolean;
  /** Whether turns are limited, so that leaving a round counts as losing it. */
  readonly limited: boolean;
  readonly nextRound: number;
  /** Who is to move. */
  readonly player: string;
  /** Whether a challenger asks, who declines by closing. */
  readonly declining: boolean;
}

/** What is asked, and what follows from saying yes. */
export interface Question {
  readonly ask: string;
  readonly note: string;
}

/** What can be done with a game beside moving. */
type Action = 'join' | 'restart' | 'resign' | 'claim_timeout' | 'close';

export interface TableStrings {
  readonly lobby: string;
  readonly toLobby: string;
  gameNumber(gameId: string): string;
  readonly replay: string;
  readonly more: string;

  readonly freeSeat: string;
  readonly out: string;
  readonly resigned: string;
  readonly bot: string;
  wins(count: number): string;
  readonly beingSent: string;

  readonly gone: string;
  /** Who closed the game, several where it is not certain, and who hosted it; `null` is you. */
  closed(by: readonly (string | null)[], host: string | null): string;
  readonly waiting: string;
  readonly seatFree: string;
  sending(seat: Seat): string;
  readonly doing: Readonly<Record<Action, string>>;
  yourTurn(seat: Seat): string;
  turn(seat: Seat): string;
  turnOf(player: string, seat: Seat): string;
  youWon(seat: Seat): string;
  youLost(player: string, seat: Seat): string;
  won(player: string, seat: Seat): string;
  readonly draw: string;
  readonly drawYouStuck: string;
  drawStuck(player: string): string;

  readonly moves: string;
  readonly noMoves: string;
  earlierMoves(count: number): string;
  /** What is on the board already, but not yet in the list. */
  laterMoves(count: number): string;
  readonly showEarlier: string;
  moveOf(number: number, all: number): string;
  readonly stepBack: string;
  readonly stepForward: string;
  readonly toNow: string;

  timeLeft(time: string): string;
  readonly timeOver: string;
  readonly units: { readonly day: string; readonly hour: string; readonly minute: string };

  readonly actions: Readonly<Record<Action | 'decline' | 'next_round', string>>;
  question(action: Action, about: AskedAbout): Question;
  readonly yes: string;
  readonly cancel: string;
  readonly zoomIn: string;
  readonly zoomOut: string;

  restarted(round: number): string;

  readonly key: Readonly<
    Record<'title' | 'offer' | 'may' | 'allow' | 'asking' | 'allowed' | 'remove', string>
  >;

  readonly rulesLabel: string;
  readonly round: string;
  readonly draws: string;
  readonly timeLimit: string;
  readonly noTimeLimit: string;
  readonly arena: string;
  readonly calls: Readonly<Record<Action | 'move' | 'new_game' | 'create', string>>;
  refusedCall(call: string): string;
}

const closingNote = (resigning: boolean) =>
  `It will be gone for everyone, and its storage deposit returns to the host.${resigning ? ' This resigns the round in progress.' : ''}`;

export const en: TableStrings = {
  lobby: 'Lobby',
  toLobby: 'Back to lobby',
  gameNumber: (gameId) => `Game ${gameId}`,
  replay: 'Replay',
  more: 'More…',

  freeSeat: 'free seat',
  out: 'out of the round',
  resigned: 'resigned',
  bot: 'bot',
  wins: (count) => `${count} ${count === 1 ? 'win' : 'wins'}`,
  beingSent: 'sending',

  closed: (by, host) =>
    `${by.map((player) => player ?? 'You').join(' or ')} closed this game. Its storage deposit is back in ${host === null ? 'your' : `${host}’s`} balance`,
  gone: 'There is no such game: it was closed or never existed',
  waiting: 'Waiting for players to join',
  seatFree: 'A seat is free: join, or watch',
  sending: (seat) => `Sending your ${SIGNS[seat]}…`,
  doing: {
    join: 'Taking the seat…',
    restart: 'Starting the next round…',
    resign: 'Resigning…',
    claim_timeout: 'Claiming the timeout…',
    close: 'Closing the game…',
  },
  yourTurn: (seat) => `Your turn: you play ${SIGNS[seat]}`,
  turn: (seat) => `${SIGNS[seat]} to move`,
  turnOf: (player, seat) => `${player} to move (${SIGNS[seat]})`,
  youWon: (seat) => `You win with ${SIGNS[seat]}!`,
  // In a sentence of two lines the mark stays with the word before it.
  youLost: (player, seat) => `${player} wins with\u00a0${SIGNS[seat]}. You lost this one`,
  won: (player, seat) => `${player} wins with\u00a0${SIGNS[seat]}!`,
  draw: 'It’s a draw',
  drawYouStuck: 'It’s a draw: you were sent to a full mini-field',
  drawStuck: (player) => `It’s a draw: ${player} was sent to a full mini-field`,

  moves: 'Moves',
  noMoves: 'None yet',
  earlierMoves: (count) => `${count} ${count === 1 ? 'move' : 'moves'} before you came`,
  laterMoves: (count) => (count === 1 ? 'Reading the latest move…' : `Reading the latest ${count} moves…`),
  showEarlier: 'Show',
  moveOf: (number, all) => `Looking back: move ${number} of ${all}`,
  stepBack: 'One move back',
  stepForward: 'One move forward',
  toNow: 'Back to now',

  timeLeft: (time) => `${time} left for this turn`,
  timeOver: 'Time for this turn is up',
  units: { day: 'd', hour: 'h', minute: 'min' },

  actions: {
    join: 'Join',
    restart: 'Restart',
    next_round: 'Next round',
    resign: 'Resign',
    claim_timeout: 'Claim timeout',
    close: 'Close game',
    decline: 'Decline',
  },
  question: (action, { underWay, limited, nextRound, player, declining }) => {
    switch (action) {
      case 'join':
        return {
          ask: 'Take the free seat?',
          note: 'The game begins when every seat is taken. Joining costs nothing but gas.',
        };
      case 'restart':
        if (!underWay) return { ask: `Start round ${nextRound}?`, note: 'The score stays.' };
        return {
          ask: 'Start a new round?',
          note: limited
            ? 'This resigns the current round, unless the player to move is out of time.'
            : 'The current round is abandoned and counts for nobody.',
        };
      case 'resign':
        return { ask: 'Resign?', note: 'You will be out of this round. The last player left wins it.' };
      case 'claim_timeout':
        return {
          ask: `Put ${player} out of this round?`,
          note: 'Their time is up, but they can still move until someone does this.',
        };
      case 'close':
        return {
          ask: declining ? 'Decline this game?' : 'Close this game?',
          note: closingNote(underWay && limited),
        };
    }
  },
  yes: 'Yes',
  cancel: 'Cancel',
  zoomIn: 'Zoom in',
  zoomOut: 'Whole board',

  restarted: (round) => `Someone started round ${round}. The round you saw was abandoned.`,

  key: {
    title: 'Moves without confirmation',
    offer:
      'Your wallet asks you to confirm every move. Approve a key once, and this page makes your moves in this browser. The key can never send money from your account; it may spend up to 0.25 NEAR on gas, and you can remove it at any time.',
    may: 'It may call these methods of the arena and nothing else:',
    allow: 'Ask the wallet for a key',
    asking: 'Waiting for the wallet…',
    allowed:
      'This page makes your moves without asking. Your wallet is asked before anything is deposited or withdrawn.',
    remove: 'Remove the key',
  },

  rulesLabel: 'Rules',
  round: 'Round',
  draws: 'Draws',
  timeLimit: 'Time per turn',
  noTimeLimit: 'unlimited',
  arena: 'Arena',
  calls: {
    create: 'New game',
    move: 'Move',
    new_game: 'New game',
    join: 'Join',
    restart: 'Next round',
    resign: 'Resign',
    claim_timeout: 'Timeout claim',
    close: 'Close',
  },
  refusedCall: (call) => `${call} (refused)`,
};
