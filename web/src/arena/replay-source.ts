/** Where the events of a game come from: blocks of a node, or an indexer. */

import type { ArenaEvent } from './replay-events';

export interface ReplaySource {
  /** Begins to read what happened in a game; nothing is asked yet. */
  open(gameId: string): ReplayReader;
}

export interface ReplayReader {
  /** Reads what has happened up to now; after an end that is not the game's beginning, reading on goes further back. */
  read(watcher: Watcher): Promise<Reading>;
  /** Reads what has happened since. */
  catchUp(signal: AbortSignal): Promise<readonly ArenaEvent[]>;
}

export interface Watcher {
  readonly signal: AbortSignal;
  /** How much has been looked at, how much is looked at most, and what is known so far. */
  progress(looked: number, most: number, events: readonly ArenaEvent[]): void;
}

export interface Reading {
  /** All that is known so far, in the order in which it happened. */
  readonly events: readonly ArenaEvent[];
  /** `beginning`: nothing is missing. `limit`: older blocks are there to be read. `forgotten`: they are not there any more. */
  readonly reached: 'beginning' | 'limit' | 'forgotten';
}
