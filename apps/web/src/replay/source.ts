/** Where the record of a game comes from: blocks of a node, or an indexer. */

import type { Seating } from '../table/table';
import type { GameRecord } from './record';

export interface ReplaySource {
  /** Begins to read what happened in a game; nothing is asked yet. */
  open(gameId: string): ReplayReader;
}

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

/** Asks one source, and another if the first cannot tell. */
export function eitherOf(first: ReplaySource, second: ReplaySource): ReplaySource {
  return {
    open(gameId) {
      let reader = first.open(gameId);
      return {
        async read(watcher) {
          try {
            return await reader.read(watcher);
          } catch (cause) {
            if (watcher.signal.aborted) throw cause;
            reader = second.open(gameId);
            return await reader.read(watcher);
          }
        },
        catchUp: (watcher) => reader.catchUp(watcher),
      };
    },
  };
}
