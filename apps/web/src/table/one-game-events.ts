/** Reads what the contract logged while a call ran. */

import { loggedEvent } from '../chain/event-log';
import { EVENTS, type EventName } from '../contract/tic_tac_toe';

const CREATED: EventName = 'game_created';

/** The id of the game that a call created, if its logs tell. */
export function createdGameId(logs: readonly string[]): string | null {
  const created = logs.map((log) => loggedEvent(log, EVENTS)).find((found) => found?.event === CREATED);
  return (created?.data as { readonly game_id: string } | undefined)?.game_id ?? null;
}
