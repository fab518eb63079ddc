/** Where this page finds what happened in games. */

import { Indexer } from '../indexer/indexer';
import type { ArenaNetwork } from '../ui/screen';
import { blockSource } from './blocks';
import { indexerSource } from './indexer';
import { eitherOf, type ReplaySource } from './source';

/** A block of a public network is a megabyte; the local node's are small. */
const MOST_BLOCKS = { localnet: 5_000, testnet: 100, mainnet: 100 } as const;

export function replaySource({ id, rpcUrl, blocksUrl, indexerUrl, arenaId }: ArenaNetwork): ReplaySource {
  const blocks = blockSource({ url: blocksUrl, rpcUrl, arenaId, most: MOST_BLOCKS[id] });
  return indexerUrl === null ? blocks : eitherOf(indexerSource(new Indexer(indexerUrl), arenaId), blocks);
}
