/** Finds the events of a recent game in whole blocks, as neardata serves them, from the newest final one backwards. */

import { type ArenaEvent, eventIn } from './replay-events';
import { type GameRecord, recordOf, type Seating } from './replay-record';
import type { Reading, ReplayReader, ReplaySource, Watcher } from './replay-source';

export interface BlockServer {
  readonly url: string;
  readonly arenaId: string;
  /** How many blocks are read before somebody is asked whether to read on. */
  readonly most: number;
}

/** The part of a block that tells what contracts logged. */
interface Block {
  readonly block: { readonly header: { readonly height: number } };
  readonly shards: readonly {
    readonly receipt_execution_outcomes: readonly { readonly execution_outcome: Execution }[];
  }[];
}

interface Execution {
  readonly outcome: {
    readonly executor_id: string;
    readonly logs: readonly string[];
    readonly status: unknown;
  };
}

const AT_ONCE = 6;
const TOO_LOW = 'BLOCK_HEIGHT_TOO_LOW';
const TRIES = 3;
const PAUSE_MS = 500;

/** The server no longer has this block. */
const FORGOTTEN = Symbol('forgotten');
/** The chain went on without a block at this height. */
type At = Block | null | typeof FORGOTTEN;

export function blockSource(server: BlockServer): ReplaySource {
  return { open: (gameId) => new BlockReader(server, gameId) };
}

class BlockReader implements ReplayReader {
  private events: readonly ArenaEvent[] = [];
  /** The highest block that has not been read on the way back; `null` before the first. */
  private next: number | null = null;
  /** The newest block that has been read. */
  private newestRead = 0;

  constructor(
    private readonly server: BlockServer,
    private readonly gameId: string,
  ) {}

  async read({ signal, seating, progress }: Watcher): Promise<Reading> {
    const { most } = this.server;
    this.next ??= this.newestRead = await this.newest(signal);
    for (let looked = 0; looked < most; ) {
      progress(looked, most, this.record(seating));
      const heights = portion(this.next, Math.min(AT_ONCE, most - looked));
      if (heights.length === 0) return { record: this.record(seating), reached: 'forgotten' };
      const blocks = await Promise.all(heights.map((height) => this.at(height, signal)));
      // Only when the whole portion has come, so that a reading that was cancelled can go on.
      this.next -= heights.length;
      looked += heights.length;
      const reached = this.take(blocks);
      if (reached) return { record: this.record(seating), reached };
    }
    return { record: this.record(seating), reached: 'limit' };
  }

  async catchUp({ signal, seating }: Omit<Watcher, 'progress'>): Promise<GameRecord | null> {
    const newest = Math.min(await this.newest(signal), this.newestRead + this.server.most);
    while (this.newestRead < newest) {
      const heights = portion(newest, newest - this.newestRead)
        .slice(-AT_ONCE)
        .toReversed();
      const blocks = await Promise.all(heights.map((height) => this.at(height, signal)));
      this.newestRead += heights.length;
      const events = blocks.flatMap((block) => (block && block !== FORGOTTEN ? this.eventsIn(block) : []));
      this.events = [...this.events, ...events];
    }
    return this.record(seating);
  }

  private record(seating: Seating | null): GameRecord | null {
    return recordOf(this.gameId, this.events, seating);
  }

  /** Takes in blocks from the newer to the older; says when there is nothing more to find. */
  private take(blocks: readonly At[]): 'beginning' | 'forgotten' | null {
    for (const block of blocks) {
      if (block === FORGOTTEN) return 'forgotten';
      const events = block ? this.eventsIn(block) : [];
      this.events = [...events, ...this.events];
      if (events.some(({ event }) => event === 'game_created')) return 'beginning';
    }
    return null;
  }

  /** Failed receipts changed nothing, and others' logs prove nothing, so neither counts. */
  private eventsIn({ shards }: Block): ArenaEvent[] {
    return shards
      .flatMap(({ receipt_execution_outcomes }) => receipt_execution_outcomes)
      .map(({ execution_outcome }) => execution_outcome.outcome)
      .filter(({ executor_id, status }) => executor_id === this.server.arenaId && succeeded(status))
      .flatMap(({ logs }) => logs.map(eventIn))
      .filter((event) => event !== null && event.data.game_id === this.gameId) as ArenaEvent[];
  }

  private async newest(signal: AbortSignal): Promise<number> {
    const block = await this.get('last_block/final', signal);
    if (!block || block === FORGOTTEN) throw new Error('the server has no blocks');
    return block.block.header.height;
  }

  private at(height: number, signal: AbortSignal): Promise<At> {
    return this.get(`block/${height}`, signal);
  }

  /** Free servers limit how often they may be asked, so a refusal is waited for. */
  private async get(path: string, signal: AbortSignal): Promise<At> {
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(`${this.server.url}/v0/${path}`, { signal });
      if (response.ok) return (await response.json()) as Block | null;
      const text = await response.text();
      if (text.includes(TOO_LOW)) return FORGOTTEN;
      const busy = response.status === 429 || response.status >= 500;
      if (!busy || tries === TRIES) throw new Error(`the server answers ${response.status}`);
      await pause(PAUSE_MS * tries);
    }
  }
}

/** So many heights from the newest down, none below the first block. */
function portion(newest: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => newest - index).filter((height) => height >= 0);
}

function succeeded(status: unknown): boolean {
  return (
    typeof status === 'object' &&
    status !== null &&
    ('SuccessValue' in status || 'SuccessReceiptId' in status)
  );
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
