/** What happened in a game, round by round, as its events tell. */

import type { GameView } from '../contract/arena';
import type { GameRules, Seat, Step } from '../rules/game';
import type { ArenaEvent, OutReason } from '../table/arena-events';
import { gameRulesOf, seatAt } from '../table/position';

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
  readonly happened: readonly Happened[];
  readonly result: RoundEnd | null;
}

/** A mark, or somebody who is out. */
export type Happened =
  | { readonly kind: 'move'; readonly seat: Seat; readonly cell: number }
  | { readonly kind: 'out'; readonly seat: Seat; readonly reason: OutReason };

export type RoundEnd =
  | { readonly kind: 'won'; readonly winner: Seat }
  | { readonly kind: 'draw' | 'abandoned' };

/** Who plays what: told by the event of a game's creation, or by its view while there is one. */
export type Seating = Pick<GameRecord, 'players' | 'rules'>;

/** The record of a game whose events these are, in order; `null` when neither they nor anybody tell who plays what. */
export function recordOf(
  gameId: string,
  events: readonly ArenaEvent[],
  seating: Seating | null,
): GameRecord | null {
  const told = events.reduce(seatingAfter, seating);
  if (!told) return null;
  const cols = told.rules.kind === 'grid' ? told.rules.cols : 9;
  return {
    gameId,
    ...told,
    rounds: events.reduce<RoundRecord[]>((rounds, event) => roundsAfter(rounds, event, cols), []),
  };
}

function seatingAfter(seating: Seating | null, event: ArenaEvent): Seating | null {
  if (event.event === 'game_created') {
    const { players, rules } = event.data;
    return { players, rules: gameRulesOf(rules, players.length) };
  }
  if (event.event !== 'player_joined' || !seating) return seating;
  const { player, seat } = event.data;
  return { ...seating, players: seating.players.map((old, index) => (index === seat - 1 ? player : old)) };
}

function roundsAfter(rounds: RoundRecord[], event: ArenaEvent, cols: number): RoundRecord[] {
  if (event.event === 'round_started') {
    return [...rounds, { round: event.data.round, happened: [], result: null }];
  }
  const last = rounds.at(-1);
  // What belongs to a round whose beginning was not seen can't be replayed.
  if (!last || !('round' in event.data) || event.data.round !== last.round) return rounds;
  return [...rounds.slice(0, -1), roundAfter(last, event, cols)];
}

function roundAfter(round: RoundRecord, event: ArenaEvent, cols: number): RoundRecord {
  switch (event.event) {
    case 'move_made': {
      const { seat, row, col } = event.data;
      return {
        ...round,
        happened: [...round.happened, { kind: 'move', seat: seatAt(seat), cell: row * cols + col }],
      };
    }
    case 'player_out': {
      const { seat, reason } = event.data;
      return { ...round, happened: [...round.happened, { kind: 'out', seat: seatAt(seat), reason }] };
    }
    case 'round_over': {
      const { result, seat } = event.data;
      return {
        ...round,
        result: result === 'won' ? { kind: 'won', winner: seatAt(seat ?? 1) } : { kind: result },
      };
    }
    default:
      return round;
  }
}

/** Whether the game has gone on since what was recorded. */
export function isBehind({ rounds }: GameRecord, { round, moves, out }: GameView): boolean {
  const last = rounds.at(-1);
  if (!last || last.round !== round) return (last?.round ?? 0) < round;
  return last.happened.length < moves + out.length;
}

export const stepOf = (happened: Happened): Step =>
  happened.kind === 'move' ? happened.cell : { leaves: happened.seat };
