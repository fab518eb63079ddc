/** Reads what the contract logged while a call ran. */

import { EVENTS, type EventName } from '../contract/tic_tac_toe';

/** What the events tell that this page reads; of moves the board itself tells. */
interface EventData {
  game_created: { readonly game_id: string };
}

type Read = Extract<keyof EventData, EventName>;

const PREFIX = 'EVENT_JSON:';

/** The id of the game that a call created, if its logs tell. */
export function createdGameId(logs: readonly string[]): string | null {
  return eventIn(logs, 'game_created')?.game_id ?? null;
}

function eventIn<Name extends Read>(logs: readonly string[], name: Name): EventData[Name] | null {
  const events = logs
    .filter((log) => log.startsWith(PREFIX))
    .map((log) => JSON.parse(log.slice(PREFIX.length)));
  const ours = events.find(
    ({ standard, version, event }) =>
      standard === EVENTS.standard && version === EVENTS.version && event === name,
  );
  return ours?.data ?? null;
}
