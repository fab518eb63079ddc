/** What the arena logs about a game, and how it is found among what contracts log (NEP-297). */

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

const PREFIX = 'EVENT_JSON:';

/** The event in a log line; `null` when the line is none of the arena's. */
export function eventIn(line: string): ArenaEvent | null {
  if (!line.startsWith(PREFIX)) return null;
  try {
    const { standard, version, event, data } = JSON.parse(line.slice(PREFIX.length));
    return standard === EVENTS.standard && version === EVENTS.version
      ? ({ event, data } as ArenaEvent)
      : null;
  } catch {
    return null;
  }
}
