/** Reads what the contract logged while a call ran. */

import { EVENTS, type EventName } from '../contract/tic_tac_toe';

/** What the events tell that this page reads; of moves the board itself tells. */
interface EventData {
  game_created: { readonly game_id: string };
}

type Read = Extract<keyof EventData, EventName>;

/** The part of a final execution outcome that holds the logs; a wallet may leave it out. */
export interface Logged {
  readonly receipts_outcome?: readonly { readonly outcome: { readonly logs: readonly string[] } }[];
}

const PREFIX = 'EVENT_JSON:';

/** The id of the game that the call created, if the outcome tells. */
export function createdGameId(outcome: Logged): string | null {
  return eventIn(outcome, 'game_created')?.game_id ?? null;
}

function eventIn<Name extends Read>({ receipts_outcome }: Logged, name: Name): EventData[Name] | null {
  const logs = (receipts_outcome ?? []).flatMap(({ outcome }) => outcome.logs);
  const events = logs
    .filter((log) => log.startsWith(PREFIX))
    .map((log) => JSON.parse(log.slice(PREFIX.length)));
  const ours = events.find(
    ({ standard, version, event }) =>
      standard === EVENTS.standard && version === EVENTS.version && event === name,
  );
  return ours?.data ?? null;
}
