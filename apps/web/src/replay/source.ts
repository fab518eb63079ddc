/** Where the record of a game comes from: blocks of a node, or an indexer. */

import type { Seating } from '../table/table';
import type { GameRecord } from './record';

export interface ReplayReader {
  /** Reads what has happened up to now; after an end that is not the game's beginning, reading on goes further back. */
  read(watcher: Watcher): Promise<ReadResult>;
  /** Reads what has happened since. */
  catchUp(watcher: Omit<Watcher, 'progress'>): Promise<GameRecord | null>;
}

export interface Watcher {
  readonly signal: AbortSignal;
  /** Who plays what, if that is known already. */
  readonly seating: Seating | null;
  /** How much has been looked at, how much is looked at most, and what is known so far. */
  progress(looked: number, most: number, record: GameRecord | null): void;
}

export interface ReadResult {
  /** `null` when nothing was found that tells who plays what. */
  readonly record: GameRecord | null;
  /** `beginning`: nothing is missing. `limit`: older blocks are there to be read. `forgotten`: they are not there any more. */
  readonly reached: 'beginning' | 'limit' | 'forgotten';
}

/** Asks one reader, and another if the first cannot tell. */
export function eitherOf(first: ReplayReader, second: ReplayReader): ReplayReader {
  let reader = first;
  return {
    async read(watcher) {
      try {
        return await reader.read(watcher);
      } catch (cause) {
        if (watcher.signal.aborted || reader === second) throw cause;
        reader = second;
        return await reader.read(watcher);
      }
    },
    catchUp: (watcher) => reader.catchUp(watcher),
  };
}
