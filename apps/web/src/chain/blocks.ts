/** Whole blocks, as neardata serves them, and what contracts logged in them. */

import { fetchPatiently } from './back-off';
import { findChangesSince, MOST_SKIPPED } from './changes';
import { type ExecutedReceipt, logsOf } from './event-log';
import type { History } from './history';

/** The part of a block that tells what contracts logged. */
export interface Block {
  readonly block: { readonly header: { readonly height: number } };
  readonly shards: readonly {
    readonly receipt_execution_outcomes: readonly {
      readonly execution_outcome: { readonly outcome: ExecutedReceipt };
    }[];
  }[];
}

/** The server no longer has this block. */
export const FORGOTTEN = Symbol('forgotten');
/** What a server has at a height; `null` where the chain went on without a block. */
export type BlockAt = Block | null | typeof FORGOTTEN;

const TOO_LOW = 'BLOCK_HEIGHT_TOO_LOW';
const ANSWER_WITHIN_MS = 10_000;
/** A block of a public network is a megabyte. */
const MOST_BLOCKS = 10;

export class BlockServer {
  constructor(private readonly url: string) {}

  async newest(signal: AbortSignal): Promise<number> {
    const block = await this.get('last_block/final', signal);
    if (!block || block === FORGOTTEN) throw new Error('the server has no blocks');
    return block.block.header.height;
  }

  at(height: number, signal: AbortSignal): Promise<BlockAt> {
    return this.get(`block/${height}`, signal);
  }

  /** The first block from this height on that there is. */
  async from(height: number, signal: AbortSignal): Promise<BlockAt> {
    for (let next = height; next < height + MOST_SKIPPED; next += 1) {
      const block = await this.at(next, signal);
      if (block !== null) return block;
    }
    return null;
  }

  private async get(path: string, signal: AbortSignal): Promise<BlockAt> {
    const response = await fetchPatiently(`${this.url}/v0/${path}`, { signal });
    if (response.ok) return (await response.json()) as Block | null;
    if ((await response.text()).includes(TOO_LOW)) return FORGOTTEN;
    throw new Error(`the server answers ${response.status}`);
  }
}

/** What a contract logged in a block. */
export function logsIn(block: BlockAt, contractId: string): string[] {
  if (!block || block === FORGOTTEN) return [];
  const receipts = block.shards
    .flatMap(({ receipt_execution_outcomes }) => receipt_execution_outcomes)
    .map(({ execution_outcome }) => execution_outcome.outcome);
  return logsOf(contractId, receipts);
}

/**
 * Reads what a contract logged after a block and up to another, in order. Only the blocks in which a game changed are
 * read, as its history tells; none where they are many.
 */
export async function logsOfChanges(
  server: BlockServer,
  contractId: string,
  history: History,
  [after, upTo]: readonly [number, number],
): Promise<string[]> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const heights = await findChangesSince(history, after, upTo, signal);
  if (heights.length > MOST_BLOCKS) return [];
  const blocks = await Promise.all(heights.map((height) => server.from(height, signal)));
  return blocks.flatMap((block) => logsIn(block, contractId));
}
