/** Where this page finds what happened in games. */

import { blockSource } from './replay-blocks';
import type { ReplaySource } from './replay-source';
import type { ArenaNetwork } from './screen';

/** A block of a public network is a megabyte; the local node's are small. */
const MOST_BLOCKS = { localnet: 5_000, testnet: 300, mainnet: 300 } as const;

export function replaySource({ id, blocksUrl, arenaId }: ArenaNetwork): ReplaySource {
  return blockSource({ url: blocksUrl, arenaId, most: MOST_BLOCKS[id] });
}
