/**
 * Finds the events of a recent game in whole blocks, as neardata serves them, from the newer to the older.
 *
 * A node that remembers how the game stood earlier tells in which blocks something happened, and only those are read.
 * Without its help all are, from the newest final one backwards.
 */

import { type BlockAt, BlockServer, FORGOTTEN, logsIn } from '../chain/blocks';
import { findChanges, findChangesSince } from '../chain/changes';
import type { History } from '../chain/history';
import type { Seating, TableEvent } from '../table/table';
import { type GameRecord, recordOf } from './record';
import type { ReadResult, ReplayReader, Watcher } from './source';

const AT_ONCE = 6;

/** Which blocks are to be read, from the newer to the older. */
interface Plan {
  readonly count: number;
  heightAt(index: number): number;
  /** Whether something happened in each of them; a height that the chain skipped then stands for the next one. */
  readonly isExact: boolean;
  /** What it means that all of them have been read. */
  readonly end: 'beginning' | 'forgotten';
}

/** Where the events of one game are. */
export interface GameSource {
  readonly blocksUrl: string;
  readonly contractId: string;
  readonly history: History;
  /** Translates a log line; `null` when it is no event of the game. */
  eventOf(line: string): TableEvent | null;
  /** Whether nothing happened in the game before. */
  isFirst(event: TableEvent): boolean;
}

export class BlockReader implements ReplayReader {
  private events: readonly TableEvent[] = [];
  /** `null` before the first reading. */
  private plan: Plan | null = null;
  /** How many blocks of the plan have been read. */
  private done = 0;
  /** The newest block that has been looked at. */
  private newestRead = 0;
  private readonly server: BlockServer;

  /** `most` is how many blocks are read before somebody is asked whether to read on. */
  constructor(
    private readonly source: GameSource,
    private readonly gameId: string,
    private readonly most: number,
  ) {
    this.server = new BlockServer(source.blocksUrl);
  }

  async read({ signal, seating, progress }: Watcher): Promise<ReadResult> {
    this.plan ??= await this.makePlan(signal);
    const { plan, done: first } = this;
    const most = Math.min(this.most, plan.count - first);
    while (this.done < first + most) {
      const read = this.done - first;
      progress(read, most, this.record(seating));
      const portion = Array.from({ length: Math.min(AT_ONCE, most - read) }, (_, index) =>
        plan.heightAt(this.done + index),
      );
      const blocks = await Promise.all(portion.map((height) => this.from(height, signal)));
      // Only when the whole portion has come, so that a reading that was cancelled can go on.
      this.done += portion.length;
      const reached = this.take(blocks);
      if (reached) return { record: this.record(seating), reached };
    }
    return { record: this.record(seating), reached: this.done < plan.count ? 'limit' : plan.end };
  }

  async catchUp({ signal, seating }: Omit<Watcher, 'progress'>): Promise<GameRecord | null> {
    const newest = await this.server.newest(signal);
    const heights = await this.changedSince(this.newestRead, newest, signal);
    for (let done = 0; done < heights.length; done += AT_ONCE) {
      const portion = heights.slice(done, done + AT_ONCE);
      const blocks = await Promise.all(portion.map((height) => this.from(height, signal)));
      this.events = [...this.events, ...blocks.flatMap((block) => this.eventsIn(block))];
      this.newestRead = portion.at(-1) ?? newest;
    }
    this.newestRead = Math.max(this.newestRead, newest);
    return this.record(seating);
  }

  private async makePlan(signal: AbortSignal): Promise<Plan> {
    const newest = await this.server.newest(signal);
    this.newestRead = newest;
    try {
      const { newest: known, heights, whole } = await findChanges(this.source.history, newest, signal);
      this.newestRead = known;
      const heightAt = (index: number) => heights.at(-1 - index) ?? 0;
      const end = whole ? 'beginning' : 'forgotten';
      return { count: heights.length, heightAt, isExact: true, end };
    } catch (cause) {
      if (signal.aborted) throw cause;
      return { count: newest + 1, heightAt: (index) => newest - index, isExact: false, end: 'forgotten' };
    }
  }

  private async changedSince(since: number, newest: number, signal: AbortSignal): Promise<readonly number[]> {
    try {
      return await findChangesSince(this.source.history, since, newest, signal);
    } catch (cause) {
      if (signal.aborted) throw cause;
      const count = Math.min(newest - since, this.most);
      return Array.from({ length: count }, (_, index) => since + 1 + index);
    }
  }

  /** Where a block of a plan was skipped, the next one is meant. */
  private from(height: number, signal: AbortSignal): Promise<BlockAt> {
    return this.plan?.isExact ? this.server.from(height, signal) : this.server.at(height, signal);
  }

  private record(seating: Seating | null): GameRecord | null {
    return recordOf(this.gameId, this.events, seating);
  }

  /** Takes in blocks from the newer to the older; says when there is nothing more to find. */
  private take(blocks: readonly BlockAt[]): 'beginning' | 'forgotten' | null {
    for (const block of blocks) {
      if (block === FORGOTTEN) return 'forgotten';
      const events = this.eventsIn(block);
      this.events = [...events, ...this.events];
      if (events.some(this.source.isFirst)) return 'beginning';
    }
    return null;
  }

  private eventsIn(block: BlockAt): TableEvent[] {
    const { contractId, eventOf } = this.source;
    return logsIn(block, contractId).flatMap((line) => eventOf(line) ?? []);
  }
}
