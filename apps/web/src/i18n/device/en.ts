/** Every text of playing on one device in English. The other languages have the same shape. */

import type { Level } from '../../computer/computer';
import { type Capture, type MoveRefusal, type Seat, SIGNS } from '../../rules/game';

/** What is said of a move after it: who, where, what it captured, where it sends. */
export interface MoveTold {
  readonly seat: Seat;
  readonly field: number;
  readonly inner: number;
  /** What the mini-field has become by this move, if anything. */
  readonly captured: Seat | 'both' | null;
  /** The only mini-field where the next mark may go. */
  readonly next: number | null;
  readonly over: boolean;
}

/** One step of the explanation of a game: a heading, a paragraph and what its picture shows. */
export interface Explanation {
  readonly heading: string;
  readonly text: string;
  readonly picture: string;
}

export interface DeviceStrings {
  readonly chooseGame: string;
  readonly games: Readonly<
    Record<'ultimate' | 'classic' | 'boards', { readonly name: string; readonly about: string }>
  >;
  readonly presets: Readonly<Record<'gomoku' | 'four' | 'three', string>>;
  readonly ownBoard: string;
  readonly rows: string;
  readonly cols: string;
  readonly inARow: string;
  readonly people: string;
  fewer(what: string): string;
  more(what: string): string;
  readonly opponent: string;
  readonly person: string;
  readonly computer: string;
  readonly level: string;
  readonly levels: Readonly<Record<Level, string>>;
  readonly begins: string;
  readonly youBegin: string;
  readonly computerBegins: string;
  readonly names: string;
  readonly yourName: string;
  readonly seats: Readonly<Record<Seat, string>>;
  readonly startGame: string;
  readonly continueGame: string;
  readonly options: string;
  readonly rules: string;
  rulesOf(game: keyof DeviceStrings['games']): string;

  readonly exit: string;
  readonly exitQuestion: string;
  readonly yes: string;
  readonly cancel: string;
  turn(seat: Seat): string;
  readonly pressAnyCell: string;
  readonly yourMove: string;
  readonly gameOver: string;
  readonly thinking: string;
  readonly finishTurn: string;
  won(seat: Seat): string;
  readonly youWon: string;
  readonly computerWon: string;
  readonly draw: string;
  readonly close: string;
  readonly winner: string;
  readonly undo: string;
  readonly hint: string;
  readonly computerNotLoaded: string;
  readonly newGame: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly refusal: Readonly<Record<MoveRefusal, string>>;
  gridCell(row: number, col: number, mark: Seat | null, chosen: boolean): string;
  gridMove(seat: Seat, row: number, col: number): string;
  miniCell(field: number, inner: number, mark: Seat | null, legal: boolean, chosen: boolean): string;
  miniMove(move: MoveTold): string;
  gridHint(row: number, col: number): string;
  miniHint(field: number, inner: number): string;
  sentToFull(seat: Seat): string;
  readonly gridKeys: string;
  readonly ultimateKeys: string;

  readonly back: string;
  readonly save: string;
  readonly capture: string;
  readonly captures: Readonly<Record<Capture, string>>;
  readonly confirmTurn: string;
  readonly confirmTurnHint: string;

  /** Going through the moves of a game. */
  readonly stepping: {
    readonly start: string;
    step(at: number, length: number): string;
    readonly slider: string;
    readonly first: string;
    readonly back: string;
    readonly forward: string;
    readonly last: string;
    readonly keys: string;
  };

  readonly explained: {
    readonly ultimate: Readonly<
      Record<'goal' | 'sent' | 'captured' | 'both' | 'closing' | 'win' | 'draw', Explanation>
    >;
    readonly classic: Readonly<Record<'goal' | 'draw', Explanation>>;
    readonly boards: Readonly<Record<'goal' | 'players', Explanation>>;
  };
}

const PLACES = [
  'upper left',
  'upper middle',
  'upper right',
  'middle left',
  'centre',
  'middle right',
  'lower left',
  'lower middle',
  'lower right',
];

const place = (number: number) => PLACES[number] ?? '';
const marked = (mark: Seat | null) => (mark ? SIGNS[mark] : 'empty');

export const en: DeviceStrings = {
  chooseGame: 'Game',
  games: {
    ultimate: { name: 'Ultimate', about: 'Nine boards in one: each move decides where the next one goes' },
    classic: { name: 'Classic', about: 'Three in a row on nine cells' },
    boards: { name: 'Other boards', about: 'Up to 19×19, two to four players' },
  },
  presets: { gomoku: 'Gomoku', four: '4×4', three: 'Three players' },
  ownBoard: 'Custom',
  rows: 'Rows',
  cols: 'Columns',
  inARow: 'In a row to win',
  people: 'Players',
  fewer: (what) => `${what}: one fewer`,
  more: (what) => `${what}: one more`,
  opponent: 'Opponent',
  person: 'Human',
  computer: 'Computer',
  level: 'Level',
  levels: { easy: 'Easy', medium: 'Medium', strong: 'Strong' },
  begins: 'Who goes first',
  youBegin: 'You',
  computerBegins: 'Computer',
  names: 'Names',
  yourName: 'Your name',
  seats: { X: 'Player 1', O: 'Player 2', A: 'Player 3', S: 'Player 4' },
  startGame: 'Start game',
  continueGame: 'Continue game',
  options: 'Options',
  rules: 'Rules',
  rulesOf: (game) =>
    ({ ultimate: 'Ultimate rules', classic: 'Classic rules', boards: 'Rules for other boards' })[game],

  exit: 'Exit',
  exitQuestion: 'Are you sure to exit game?',
  yes: 'Yes',
  cancel: 'Cancel',
  turn: (seat) => `It’s ${SIGNS[seat]}’s turn`,
  pressAnyCell: 'Your move. Press any cell.',
  yourMove: 'Your turn',
  gameOver: 'Game over',
  thinking: 'The computer is thinking…',
  finishTurn: 'Finish turn',
  won: (seat) => `${SIGNS[seat]} won`,
  youWon: 'You won',
  computerWon: 'The computer won',
  draw: 'It’s a draw',
  close: 'Close',
  winner: 'winner',
  undo: 'Undo',
  hint: 'Hint',
  computerNotLoaded: 'The computer did not load. Check the network and try again.',
  newGame: 'New Game',
  zoomIn: 'Zoom in',
  zoomOut: 'Whole board',
  refusal: {
    GAME_OVER: 'This game is over. Start a new one.',
    OUT_OF_BOUNDS: 'There is no such cell.',
    WRONG_FIELD: 'Play in a highlighted mini-field.',
    CELL_TAKEN: 'This cell is taken. Choose an empty one.',
  },
  gridCell: (row, col, mark, chosen) =>
    `row ${row}, column ${col}: ${marked(mark)}${chosen ? ', not confirmed yet' : ''}`,
  gridMove: (seat, row, col) => `${SIGNS[seat]} at row ${row}, column ${col}.`,
  miniCell: (field, inner, mark, legal, chosen) =>
    `${place(field)} mini-field, ${place(inner)} cell: ${marked(mark)}${legal ? ', can be played' : ''}${chosen ? ', not confirmed yet' : ''}`,
  miniMove: ({ seat, field, inner, captured, next, over }) =>
    [
      `${SIGNS[seat]} in the ${place(field)} mini-field, ${place(inner)} cell.`,
      captured === 'both' ? 'The mini-field now counts for both.' : '',
      captured && captured !== 'both' ? `${SIGNS[captured]} captures the mini-field.` : '',
      over
        ? ''
        : next === null
          ? 'The next mark may go into any open mini-field.'
          : `The next mark goes into the ${place(next)} mini-field.`,
    ]
      .filter(Boolean)
      .join(' '),
  gridHint: (row, col) => `Hint: row ${row}, column ${col}.`,
  miniHint: (field, inner) => `Hint: ${place(field)} mini-field, ${place(inner)} cell.`,
  sentToFull: (seat) => `${SIGNS[seat]} was sent to a full mini-field.`,
  gridKeys: 'Keys: arrows and Enter, Escape to leave',
  ultimateKeys: 'Keys: 1–9 in the highlighted mini-field, arrows and Enter, Escape to leave',

  back: 'Back',
  save: 'Save',
  capture: 'Capture rule',
  captures: {
    first: 'First player with 3-in-line captures mini-field',
    any: 'Any player with 3-in-line captures mini-field',
    closing: 'First player with 3-in-line captures and closes mini-field',
  },
  confirmTurn: 'Confirm turn',
  confirmTurnHint: 'A mark counts only after “Finish turn”, so you can correct a slip.',

  stepping: {
    start: 'Before the first move',
    step: (at, length) => `Step ${at} of ${length}`,
    slider: 'Step',
    first: 'To the start',
    back: 'One step back',
    forward: 'One step forward',
    last: 'To the end',
    keys: 'Keys: left and right arrows, Home, End',
  },

  explained: {
    ultimate: {
      goal: {
        heading: 'Nine boards in one',
        text: 'The board has nine mini-fields in a 3×3 grid. Capture three of them in a line to win. X goes first, anywhere: every highlighted mini-field can be played.',
        picture: 'An empty board; all nine mini-fields are highlighted.',
      },
      sent: {
        heading: 'Each mark decides where the opponent plays',
        text: 'X has marked the upper right cell of the centre mini-field. So O must play in the upper right mini-field, and O’s mark will decide where X plays next.',
        picture:
          'X in the upper right cell of the centre mini-field; the upper right mini-field is highlighted.',
      },
      captured: {
        heading: 'Three in a line capture a mini-field',
        text: 'O has three in a column and owns the upper left mini-field. It stays playable, but its owner no longer changes. A full mini-field without a line belongs to nobody.',
        picture: 'O owns the upper left mini-field with its middle column.',
      },
      both: {
        heading: 'What ? means',
        text: 'With “Any player with 3-in-line captures mini-field”, a mini-field where both have a line shows ?: it counts for X and for O.',
        picture: 'The upper left mini-field has a line of O and a line of X and shows a question mark.',
      },
      closing: {
        heading: 'Closing mini-fields',
        text: 'With “First player with 3-in-line captures and closes mini-field”, a captured or full one cannot be played any more. A player sent there chooses any open mini-field.',
        picture: 'O owns the upper left mini-field, which is closed; the other eight are highlighted.',
      },
      win: {
        heading: 'Winning',
        text: 'Three mini-fields in a line win the game, here the middle row for X.',
        picture: 'X owns the three mini-fields of the middle row; a line runs across them.',
      },
      draw: {
        heading: 'A draw',
        text: 'A player sent to a full mini-field cannot move, and the game is a draw at once, even if cells elsewhere are free. With closing mini-fields, it is a draw when all are closed.',
        picture: 'The upper left mini-field is full and X’s last mark sends O there.',
      },
    },
    classic: {
      goal: {
        heading: 'Three in a row',
        text: 'Players take turns marking empty cells; X goes first. Three of your marks in a row, column or diagonal win.',
        picture: 'X has won with the diagonal from the upper left.',
      },
      draw: {
        heading: 'A draw',
        text: 'When all nine cells are marked and nobody has a line, it is a draw.',
        picture: 'A full board without a line.',
      },
    },
    boards: {
      goal: {
        heading: 'Any board, any length',
        text: 'Choose 3 to 19 rows and columns and how many in a row win; a longer line wins too. A full board without a line is a draw.',
        picture: 'X has won with five on a diagonal of a larger board.',
      },
      players: {
        heading: 'Two to four players',
        text: 'X, O, △ and □ take turns in this order. Each player has their own mark.',
        picture: 'Three players have made two marks each.',
      },
    },
  },
};
