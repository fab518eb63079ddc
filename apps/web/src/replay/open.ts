/** Where this page finds what happened in games, for replays and for the list of moves beside a board. */

import { Indexer } from '../indexer/indexer';
import type { ReadRound, RoundReader } from '../table/move-list';
import type { ArenaNetwork } from '../ui/screen';
import { blockSource } from './blocks';
import { indexerSource } from './indexer';
import { stepOf } from './record';
import { eitherOf, type ReplaySource } from './source';

/** A block of a public network is a megabyte; the local node's are small. */
const MOST_BLOCKS = { localnet: 5_000, testnet: 100, mainnet: 100 } as const;

export function replaySource({ id, rpcUrl, blocksUrl, indexerUrl, arenaId }: ArenaNetwork): ReplaySource {
  const blocks = blockSource({ url: blocksUrl, rpcUrl, arenaId, most: MOST_BLOCKS[id] });
  return indexerUrl === null ? blocks : eitherOf(indexerSource(new Indexer(indexerUrl), arenaId), blocks);
}

/** Without an indexer, whoever wants to see the earlier moves of a round says so. */
export function roundReader(network: ArenaNetwork, gameId: string): RoundReader {
  const { indexerUrl, arenaId } = network;
  const atOnce = indexerUrl === null ? null : indexerSource(new Indexer(indexerUrl), arenaId);
  return {
    atOnce: atOnce && roundFrom(atOnce, gameId),
    onRequest: roundFrom(replaySource(network), gameId),
  };
}

function roundFrom(source: ReplaySource, gameId: string): ReadRound {
  return async ({ round, players, position: { rules } }, signal) => {
    const seating = { players, rules };
    const { record } = await source.open(gameId).read({ signal, seating, progress: () => {} });
    return record?.rounds.find((known) => BigInt(known.round) === round)?.steps.map(stepOf) ?? null;
  };
}
