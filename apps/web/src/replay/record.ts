/** What happened in a game, round by round, built from its events. */

import type { GameView } from '../contract/arena';
import { colsOf, type GameRules, SEATS, type Seat, type Step } from '../rules/game';
import type { OutReason, RoundEnd, Seating, TableEvent } from '../table/table';

export interface GameRecord {
  readonly gameId: string;
  /** By seat; `null` is a seat that nobody has taken. */
  readonly players: readonly (string | null)[];
  readonly rules: GameRules;
  /** The rounds whose beginning was seen, in order. */
  readonly rounds: readonly RoundRecord[];
}

export interface RoundRecord {
  readonly round: number;
  /** Who moves first in it. */
  readonly first: Seat;
  readonly steps: readonly RecordedStep[];
  readonly result: RoundEnd | null;
}

/** A mark, or somebody who is out. */
export type RecordedStep =
  | { readonly kind: 'move'; readonly seat: Seat; readonly cell: number }
  | { readonly kind: 'out'; readonly seat: Seat; readonly reason: OutReason };

/** Builds the record of a game from its events, in order; `null` when nobody knows who plays what. */
export function recordOf(
  gameId: string,
  events: readonly TableEvent[],
  seating: Seating | null,
): GameRecord | null {
  const known = events.reduce(seatingAfter, seating);
  if (!known) return null;
  const cols = colsOf(known.rules);
  return {
    gameId,
    ...known,
    rounds: events.reduce<RoundRecord[]>((rounds, event) => roundsAfter(rounds, event, cols), []),
  };
}

function seatingAfter(seating: Seating | null, event: TableEvent): Seating | null {
  if (event.kind === 'created') return { players: event.players, rules: event.rules };
  if (event.kind !== 'joined' || !seating) return seating;
  return { ...seating, players: seating.players.with(SEATS.indexOf(event.seat), event.player) };
}

function roundsAfter(rounds: RoundRecord[], event: TableEvent, cols: number): RoundRecord[] {
  if (event.kind === 'started') {
    return [...rounds, { round: Number(event.round), first: event.first, steps: [], result: null }];
  }
  const last = rounds.at(-1);
  // What belongs to a round whose beginning was not seen can't be replayed.
  if (!last || !('round' in event) || Number(event.round) !== last.round) return rounds;
  return rounds.with(-1, roundAfter(last, event, cols));
}

function roundAfter(round: RoundRecord, event: TableEvent, cols: number): RoundRecord {
  const withStep = (step: RecordedStep) => ({ ...round, steps: [...round.steps, step] });
  switch (event.kind) {
    case 'moved':
      return withStep({ kind: 'move', seat: event.seat, cell: event.row * cols + event.col });
    case 'left':
      return withStep({ kind: 'out', seat: event.seat, reason: event.reason });
    case 'ended':
      return { ...round, result: event.end };
    default:
      return round;
  }
}

/** Whether the game has gone on since what was recorded. */
export function isBehind({ rounds }: GameRecord, { round, moves, out }: GameView): boolean {
  const last = rounds.at(-1);
  if (!last || last.round !== round) return (last?.round ?? 0) < round;
  return last.steps.length < moves + out.length;
}

export const stepOf = (step: RecordedStep): Step =>
  step.kind === 'move' ? step.cell : { leaves: step.seat };
