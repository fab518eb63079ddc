/** What the arena logs about a game. */

import { loggedEvent } from '../chain/event-log';
import { EVENTS, type Rules } from '../contract/arena';

interface EventData {
  game_created: {
    readonly game_id: string;
    readonly players: readonly (string | null)[];
    readonly rules: Rules;
  };
  player_joined: { readonly game_id: string; readonly player: string; readonly seat: number };
  round_started: { readonly game_id: string; readonly round: number };
  move_made: {
    readonly game_id: string;
    readonly round: number;
    readonly seat: number;
    readonly row: number;
    readonly col: number;
  };
  player_out: {
    readonly game_id: string;
    readonly round: number;
    readonly seat: number;
    readonly reason: OutReason;
  };
  round_over: {
    readonly game_id: string;
    readonly round: number;
    readonly result: RoundResult;
    readonly seat: number | null;
  };
  game_closed: { readonly game_id: string; readonly by: string };
}

export type OutReason = 'resigned' | 'timed_out';
export type RoundResult = 'won' | 'draw' | 'abandoned';

export type ArenaEvent = {
  [Name in keyof EventData]: { readonly event: Name; readonly data: EventData[Name] };
}[keyof EventData];

/** The event in a log line; `null` when the line is none of the arena's. */
export function eventIn(line: string): ArenaEvent | null {
  return loggedEvent(line, EVENTS) as ArenaEvent | null;
}
