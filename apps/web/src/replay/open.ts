/** Where this page finds what happened in games, for replays and for the list of moves beside a board. */

import { Indexer } from '../indexer/indexer';
import type { ReadRound, RoundReader } from '../table/move-list';
import type { ArenaNetwork } from '../ui/screen';
import { BlockReader } from './blocks';
import { indexerReader } from './indexer';
import { stepOf } from './record';
import { eitherOf, type ReplayReader } from './source';

/** A block of a public network is a megabyte; the local node's are small. */
const MOST_BLOCKS = { localnet: 5_000, testnet: 100, mainnet: 100 } as const;

export function replayReader(network: ArenaNetwork, gameId: string): ReplayReader {
  const blocks = new BlockReader(network, gameId, MOST_BLOCKS[network.id]);
  const indexed = indexedReader(network, gameId);
  return indexed ? eitherOf(indexed, blocks) : blocks;
}

function indexedReader({ indexerUrl, arenaId }: ArenaNetwork, gameId: string): ReplayReader | null {
  return indexerUrl === null ? null : indexerReader(new Indexer(indexerUrl), arenaId, gameId);
}

/** Without an indexer, whoever wants to see the earlier moves of a round says so. */
export function roundReader(network: ArenaNetwork, gameId: string): RoundReader {
  const indexed = indexedReader(network, gameId);
  return {
    atOnce: indexed && roundFrom(() => indexed),
    onRequest: roundFrom(() => replayReader(network, gameId)),
  };
}

function roundFrom(open: () => ReplayReader): ReadRound {
  return async ({ round, players, position: { rules } }, signal) => {
    const seating = { players, rules };
    const { record } = await open().read({ signal, seating, progress: () => {} });
    return record?.rounds.find((known) => BigInt(known.round) === round)?.steps.map(stepOf) ?? null;
  };
}
