/** What a game shows, whatever its rules: screens ask these values and never look at the rules themselves. */

import { CAPTURES, SEATS } from './wasm-constants';

export { CAPTURES, SEATS };

/** A player's place in the order of turns, named by the mark: X, O, △ (A) and □ (S). */
export type Seat = (typeof SEATS)[number];

/** The marks as signs in a sentence. */
export const SIGNS: Readonly<Record<Seat, string>> = { X: 'X', O: 'O', A: '△', S: '□' };

export type Capture = (typeof CAPTURES)[number];

/** What is played. */
export type GameRules =
  | {
      readonly kind: 'grid';
      readonly rows: number;
      readonly cols: number;
      readonly inARow: number;
      readonly players: number;
    }
  | { readonly kind: 'ultimate'; readonly capture: Capture };

export type Outcome =
  | { readonly kind: 'in_progress'; readonly next: Seat }
  | { readonly kind: 'won'; readonly winner: Seat; readonly by: 'line' | 'last_left' }
  | { readonly kind: 'draw' };

export interface CellView {
  readonly mark: Seat | null;
  /** Whether the next player may mark it. */
  readonly legal: boolean;
}

/** A line that captured a mini-field. */
export interface CaptureLine {
  readonly seat: Seat;
  /** Its cells on the whole board. */
  readonly cells: readonly number[];
}

/** One of the nine mini-fields of an ultimate board. */
export interface FieldView {
  /** For whom it counts. */
  readonly owners: readonly Seat[];
  /** Whether the next mark may go there. */
  readonly open: boolean;
  /** In the order in which they appeared. */
  readonly captures: readonly CaptureLine[];
}

/** A board as a contract shows it, however it has come about. */
export interface Board {
  /** In reading order of the whole board. */
  readonly marks: readonly (Seat | null)[];
  /** Who moved first, or will. */
  readonly first: Seat;
  /** Who moves next; `null` after the end. */
  readonly turn: Seat | null;
  readonly out: readonly Seat[];
  /** Ultimate alone: the mini-field where the next mark must go; `null` when it may go anywhere that is open. */
  readonly nextField: number | null;
  /** Ultimate alone: in the order in which they appeared. */
  readonly captures: readonly CaptureLine[];
}

/** What happens in a game: a cell is marked by whoever's turn it is, or somebody leaves, in turn or not. */
export type Step = number | { readonly leaves: Seat };

interface Shared {
  /** Who take part, in the order of turns. */
  readonly seats: readonly Seat[];
  /** Who have left. */
  readonly out: readonly Seat[];
  readonly outcome: Outcome;
  /** In reading order of the whole board. */
  readonly cells: readonly CellView[];
}

export interface GridPosition extends Shared {
  readonly rules: Extract<GameRules, { kind: 'grid' }>;
  /** The cells that won. */
  readonly line: readonly number[];
}

export interface UltimatePosition extends Shared {
  readonly rules: Extract<GameRules, { kind: 'ultimate' }>;
  /** The mini-fields that won. */
  readonly line: readonly number[];
  readonly fields: readonly FieldView[];
}

export type Position = GridPosition | UltimatePosition;

export type MoveRefusal = 'GAME_OVER' | 'OUT_OF_BOUNDS' | 'WRONG_FIELD' | 'CELL_TAKEN';
export type StepRefusal = MoveRefusal | 'NOBODY_LEAVES';

export interface Rules {
  /** The position after these moves, the first of them by X unless told otherwise, or why the rules refuse one. */
  replay(rules: GameRules, moves: readonly number[], first?: Seat): Position | MoveRefusal | 'NO_SUCH_GAME';
  /** The same where players may leave. */
  replay(rules: GameRules, steps: readonly Step[], first?: Seat): Position | StepRefusal | 'NO_SUCH_GAME';
  /** The same from a board on; `NO_SUCH_GAME` where no game can look like it. */
  resume(rules: GameRules, board: Board, steps: readonly Step[]): Position | StepRefusal | 'NO_SUCH_GAME';
}

export function turnOf({ outcome }: Position): Seat | null {
  return outcome.kind === 'in_progress' ? outcome.next : null;
}

/** Who could not move because the mini-field to play in is full; `null` for any other end. */
export function sentToFull({ rules, outcome, cells, seats }: Position): Seat | null {
  const marks = cells.filter(({ mark }) => mark).length;
  const isStuck = rules.kind === 'ultimate' && rules.capture !== 'closing' && outcome.kind === 'draw';
  return isStuck && marks < cells.length ? (seats[marks % seats.length] ?? null) : null;
}

export function playersOf(rules: GameRules): number {
  return rules.kind === 'grid' ? rules.players : 2;
}

export const colsOf = (rules: GameRules): number => (rules.kind === 'grid' ? rules.cols : 9);

/** Row and column of a cell, counted from 1, as people do. */
export function cellText(rules: GameRules, cell: number): string {
  const cols = colsOf(rules);
  return `${Math.floor(cell / cols) + 1},${(cell % cols) + 1}`;
}

export const CLASSIC: GameRules = { kind: 'grid', rows: 3, cols: 3, inARow: 3, players: 2 };

export const isClassic = (rules: GameRules): boolean =>
  rules.kind === 'grid' && rules.rows === 3 && rules.cols === 3 && rules.inARow === 3 && rules.players === 2;
