/** A contract's side of a table: translates its views, events and calls. Everything else knows tables alone. */

import type { Answer } from '../chain/caller';
import type { CallOutcome, Signer } from '../chain/signer';
import type { Action, Table, TableEvent } from './table';

export interface TableAdapter {
  readonly contract: 'one_game' | 'arena';
  /** Reads the table; `null` when there is none. */
  read(): Promise<Answer<Table | null>>;
  /** The events of this table in the contract's logs, in order. */
  eventsIn(logs: readonly string[]): TableEvent[];
  /** The events of this table after a block and up to another, in order. */
  eventsBetween(after: number, upTo: number): Promise<TableEvent[]>;
  /** Signs and sends what is done at the table as it is known. */
  send(signer: Signer, action: Action, table: Table | null): Promise<CallOutcome>;
}
