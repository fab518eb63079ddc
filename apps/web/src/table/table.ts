/**
 * One game on chain as the page knows it, whichever contract keeps it: what is shown, what may be done, and how events
 * change it. The one-game contract keeps one table whose players may change with each round; a game of the arena is a
 * table with an id.
 *
 * No input or output happens here.
 */

import { fieldOf } from '../boards/ultimate-picture';
import type { Refusal } from '../chain/refusal';
import type { Starts } from '../contract/arena';
import {
  type Board,
  colsOf,
  type GameRules,
  type Position,
  type Rules,
  SEATS,
  type Seat,
  type Step,
  turnOf,
} from '../rules/game';
import { MARKS_TO_COUNT } from '../rules/wasm-constants';

export interface Table {
  /** The arena's id of the game; `null` for the one-game contract's table, which is always there. */
  readonly gameId: string | null;
  /** Distinguishes one game at the table from the next, and only grows. */
  readonly round: bigint;
  /** Who sits where, in the order of turns; `null` is a free seat. */
  readonly players: readonly (string | null)[];
  /** Who moves first in each round. */
  readonly starts: Starts;
  /** The board as the contract has shown it, and what happened since. */
  readonly board: Board;
  readonly steps: readonly Step[];
  /** What both come to. */
  readonly position: Position;
  /** The latest move and the position before it; `null` where they are not known. */
  readonly last: { readonly cell: number; readonly before: Position } | null;
  /** How the rounds have ended so far, where the contract counts them. */
  readonly score: Score | null;
  /** How long a turn may take; `null` without a limit. */
  readonly clock: Clock | null;
}

export interface Score {
  /** By seat. */
  readonly wins: readonly number[];
  readonly draws: number;
}

export interface Clock {
  readonly seconds: number;
  /** Since when the player to move is to move, in milliseconds since 1970. */
  readonly since: number;
}

export type OutReason = 'resigned' | 'timed_out';

export type RoundEnd =
  | { readonly kind: 'won'; readonly winner: Seat }
  | { readonly kind: 'draw' | 'abandoned' };

/** Something that happened at a table. */
export type TableEvent =
  | { readonly kind: 'created'; readonly players: readonly (string | null)[]; readonly rules: GameRules }
  | { readonly kind: 'joined'; readonly seat: Seat; readonly player: string }
  /** The board is empty. `seating` says who plays what where that may change with the round. */
  | { readonly kind: 'started'; readonly round: bigint; readonly first: Seat; readonly seating?: Seating }
  | {
      readonly kind: 'moved';
      readonly round: bigint;
      readonly seat: Seat;
      readonly row: number;
      readonly col: number;
    }
  | { readonly kind: 'left'; readonly round: bigint; readonly seat: Seat; readonly reason: OutReason }
  | { readonly kind: 'ended'; readonly round: bigint; readonly end: RoundEnd }
  | { readonly kind: 'closed' };

/** Who plays what. */
export interface Seating {
  readonly players: readonly (string | null)[];
  readonly rules: GameRules;
}

/** A seat by its number in contracts, which count from 1. */
export function seatAt(number: number): Seat {
  const seat = SEATS[number - 1];
  if (!seat) throw new RangeError(`there is no seat ${number}`);
  return seat;
}

/** Who moves first in a round, counted from 1, of a game for so many players. */
export const firstSeat = (starts: Starts, round: bigint, players: number): Seat =>
  starts === 'host' ? 'X' : seatAt(Number((round - 1n) % BigInt(players)) + 1);

export const playerAt = ({ players }: Table, seat: Seat): string | null =>
  players[SEATS.indexOf(seat)] ?? null;

/** Whose seats are all taken; before that nobody may move. */
export const isFull = ({ players }: Pick<Table, 'players'>): boolean => !players.includes(null);

/** Who is to move; `null` when nobody is. */
export const turnAt = (table: Table): Seat | null => (isFull(table) ? turnOf(table.position) : null);

/** Whether the round has ended. */
export const isOver = ({ position }: Table): boolean => turnOf(position) === null;

/** Whether an account is to move: asked by turn, since one account may have every seat. */
export function isTurnOf(table: Table, account: string | null): boolean {
  const turn = turnAt(table);
  return account !== null && turn !== null && playerAt(table, turn) === account;
}

/** The seats of an account; more than one when it plays against itself. */
export const seatsOf = ({ players }: Table, account: string | null): Seat[] =>
  SEATS.filter((_, index) => account !== null && players[index] === account);

export const marksIn = ({ cells }: Position): number => cells.filter(({ mark }) => mark).length;

/** The position of a board that a contract shows. Throws when no game can look like it. */
export function positionOf(rules: Rules, game: GameRules, board: Board): Position {
  const position = rules.resume(game, board, []);
  if (typeof position === 'string') throw new Error('no game that is played by these rules looks like this');
  return position;
}

/** Whether a table shows less than another: an older answer, compared by what only grows. */
export function isBehind(table: Table | null, known: Table): boolean {
  // The one-game contract's table never goes away; a game of the arena that does was closed.
  if (table === null) return known.gameId === null;
  if (table.round !== known.round) return table.round < known.round;
  const stepsAt = ({ position }: Table) => marksIn(position) + position.out.length;
  const takenAt = ({ players }: Table) => players.filter((player) => player !== null).length;
  return stepsAt(table) < stepsAt(known) || takenAt(table) < takenAt(known);
}

/** The table after an event. One that it knows already, or that belongs elsewhere, changes nothing. */
export function tableAfter(
  rules: Rules,
  table: Table | null | undefined,
  event: TableEvent,
  now: number,
): Table | null | undefined {
  if (event.kind === 'started') return started(rules, table, event, now);
  if (!table) return table;
  switch (event.kind) {
    case 'joined':
      return playerAt(table, event.seat) === null
        ? { ...table, players: table.players.with(SEATS.indexOf(event.seat), event.player) }
        : table;
    case 'moved': {
      const cell = event.row * colsOf(table.position.rules) + event.col;
      const mayMove = event.round === table.round && event.seat === turnAt(table);
      return mayMove && !table.position.cells[cell]?.mark ? stepped(rules, table, cell, now) : table;
    }
    case 'left':
      return event.round === table.round && !table.position.out.includes(event.seat)
        ? stepped(rules, table, { leaves: event.seat }, now)
        : table;
    case 'closed':
      return null;
    case 'created':
    case 'ended':
      // What was created is read, and the rules themselves know how a round ends.
      return table;
  }
}

function started(
  rules: Rules,
  table: Table | null | undefined,
  { round, first, seating }: Extract<TableEvent, { kind: 'started' }>,
  now: number,
): Table | null | undefined {
  const { players, rules: game } = seating ?? { players: table?.players, rules: table?.position.rules };
  if (!players || !game) return table;
  const isKnown = table && (round < table.round || (round === table.round && hasStarted(table)));
  const position = rules.replay(game, [], first);
  if (isKnown || typeof position === 'string') return table;
  const board = emptyBoard(position, first);
  const clock = table?.clock ? { ...table.clock, since: now } : null;
  const { gameId = null, starts = 'host', score = null } = table ?? {};
  return { gameId, round, players, starts, board, steps: [], position, last: null, score, clock };
}

/** The board before the first mark. */
export const emptyBoard = ({ cells }: Position, first: Seat): Board => ({
  marks: cells.map(() => null),
  first,
  turn: first,
  out: [],
  nextField: null,
  captures: [],
});

const hasStarted = ({ position }: Table): boolean =>
  position.cells.some(({ mark, legal }) => mark || legal) || position.out.length > 0;

/** A step that the rules refuse is left to the next answer of the chain. */
function stepped(rules: Rules, table: Table, step: Step, now: number): Table {
  const { board, position: before } = table;
  const steps = [...table.steps, step];
  const position = rules.resume(before.rules, board, steps);
  if (typeof position === 'string') return table;
  return {
    ...table,
    steps,
    position,
    last: typeof step === 'number' ? { cell: step, before } : table.last,
    score: table.score && scoreAfter(table.score, position),
    clock: table.clock && { ...table.clock, since: now },
  };
}

function scoreAfter({ wins, draws }: Score, position: Position): Score {
  const { outcome } = position;
  if (outcome.kind === 'draw') return { wins, draws: draws + 1 };
  if (outcome.kind !== 'won') return { wins, draws };
  if (outcome.by === 'last_left' && marksIn(position) < MARKS_TO_COUNT) return { wins, draws };
  return { wins: wins.map((count, index) => count + (SEATS[index] === outcome.winner ? 1 : 0)), draws };
}

/** What can be done at a table. */
export type Action =
  | { readonly kind: 'move'; readonly cell: number }
  /** The one-game contract: players of one's own choice. */
  | { readonly kind: 'new_game'; readonly p1: string; readonly p2: string }
  | { readonly kind: ArenaAction };

/** What the arena lets people do beside moving. */
export type ArenaAction = 'join' | 'restart' | 'resign' | 'claim_timeout' | 'close';

/** Why somebody cannot move there, `null` when they can. The checks run in the contracts' order. */
export function moveRefusal(table: Table | null | undefined, me: string, cell: number): Refusal | null {
  if (!table) return { code: 'NO_GAME' };
  if (!isFull(table)) return { code: 'WAITING' };
  const { position } = table;
  if (turnOf(position) === null) return { code: 'GAME_OVER' };
  const mine = seatsOf(table, me);
  if (mine.length === 0) return { code: 'NOT_A_PLAYER' };
  if (mine.every((seat) => position.out.includes(seat))) return { code: 'ALREADY_OUT' };
  if (!isTurnOf(table, me)) return { code: 'NOT_YOUR_TURN' };
  const pressed = position.cells[cell];
  if (!pressed) return { code: 'OUT_OF_BOUNDS' };
  if (pressed.legal) return null;
  return 'fields' in position && !position.fields[fieldOf(cell)]?.open
    ? { code: 'WRONG_FIELD' }
    : { code: 'CELL_TAKEN' };
}

/**
 * What somebody may do at a table of the arena as it is, at this time (in milliseconds). Those who are known to have
 * joined can't decline.
 */
export function actionsFor(table: Table, me: string | null, now: number, hasJoined = false): ArenaAction[] {
  const seats = seatsOf(table, me);
  const { out } = table.position;
  const may: Record<ArenaAction, boolean> = {
    join: !isFull(table) && seats.length === 0,
    restart: seats.length > 0 && isFull(table) && !wouldGoOn(table, seats, now),
    resign: turnAt(table) !== null && seats.some((seat) => !out.includes(seat)),
    claim_timeout: secondsLeft(table, now) === 0,
    close: seats.some(
      (seat) => seat === 'X' || (!hasJoined && mayDecline(seat, marksAt(table), table.score)),
    ),
  };
  return (Object.keys(may) as ArenaAction[]).filter((action) => may[action]);
}

/**
 * A challenger may until they have made a mark in any round; where a round has counted, they had to. Views do not tell
 * who was named and who has joined, so the arena may refuse.
 */
export const mayDecline = (seat: Seat, marks: readonly (Seat | null)[], score: Score | null): boolean =>
  !marks.includes(seat) && !score?.draws && !score?.wins.some((wins) => wins > 0);

/** Who may have closed a table that is gone, as far as it was known: the host, or a challenger who declined. */
export function mayHaveClosed(table: Table, me: string | null): string[] {
  const may = table.position.seats.filter(
    (seat) => seat === 'X' || mayDecline(seat, marksAt(table), table.score),
  );
  const players = may.flatMap((seat) => playerAt(table, seat) ?? []);
  const others = players.filter((player) => player !== me);
  return others.length > 0 ? others : players;
}

const marksAt = ({ position }: Table): (Seat | null)[] => position.cells.map(({ mark }) => mark);

/**
 * Whether a round against the clock would go on if somebody left it: then the arena refuses a restart. Leaving takes
 * out who is to move if their time is over, else who leaves, if they have ever made a mark; in later rounds that may
 * have been in one before.
 */
function wouldGoOn(table: Table, leaving: readonly Seat[], now: number): boolean {
  const turn = turnAt(table);
  const left = secondsLeft(table, now);
  if (turn === null || left === null) return false;
  const marks = marksAt(table);
  const hasCome = (seat: Seat) => table.round > 1n || marks.includes(seat);
  const taken = left === 0 ? turn : leaving.find((seat) => hasCome(seat));
  const { seats, out } = table.position;
  return seats.filter((seat) => !out.includes(seat) && seat !== taken).length > 1;
}

/** How long the player to move still has, `null` without a limit and when nobody is to move. */
export function secondsLeft(table: Table, now: number): number | null {
  const { clock } = table;
  if (!clock || turnAt(table) === null) return null;
  return Math.max(0, Math.ceil((clock.since - now) / 1_000 + clock.seconds));
}
