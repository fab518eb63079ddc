/** Where this page finds what happened in games, for replays and for the list of moves beside a board. */

import type { Network } from '../chain/network';
import { Indexer } from '../indexer/indexer';
import { arenaEventOf, arenaHistory } from '../table/arena';
import type { ReadRound, RoundReader } from '../table/move-list';
import { gameHistory, oneGameEvent } from '../table/one-game';
import type { Table } from '../table/table';
import type { ArenaNetwork } from '../ui/screen';
import { BlockReader, type GameSource } from './blocks';
import { indexerReader } from './indexer';
import { type GameRecord, type RoundRecord, stepOf } from './record';
import { eitherOf, type ReplayReader } from './source';

/** A block of a public network is a megabyte; the local node's are small. */
const MOST_BLOCKS = { localnet: 5_000, testnet: 100, mainnet: 100 } as const;

/** A game of the arena in blocks. */
export function arenaSource(
  { blocksUrl, rpcUrl, arenaId }: Pick<ArenaNetwork, 'blocksUrl' | 'rpcUrl' | 'arenaId'>,
  gameId: string,
): GameSource {
  return {
    blocksUrl,
    contractId: arenaId,
    history: arenaHistory(rpcUrl, arenaId, gameId),
    eventOf: (line) => arenaEventOf(gameId, line),
    isFirst: ({ kind }) => kind === 'created',
  };
}

/** A game of the public board in blocks: it begins with its only round. */
function publicBoardSource({ blocksUrl, rpcUrl, contractId }: Network, gameId: string): GameSource {
  return {
    blocksUrl,
    contractId,
    history: gameHistory(rpcUrl, contractId, gameId),
    eventOf: (line) => {
      const event = oneGameEvent(line);
      return event && 'round' in event && String(event.round) === gameId ? event : null;
    },
    isFirst: ({ kind }) => kind === 'started',
  };
}

export function replayReader(network: ArenaNetwork, gameId: string): ReplayReader {
  return readerOf(network, arenaSource(network, gameId), gameId);
}

function readerOf({ id, indexerUrl }: Network, source: GameSource, gameId: string): ReplayReader {
  const blocks = new BlockReader(source, gameId, MOST_BLOCKS[id]);
  const indexed = indexedReader(indexerUrl, source.contractId, gameId);
  return indexed ? eitherOf(indexed, blocks) : blocks;
}

function indexedReader(indexerUrl: string | null, contractId: string, gameId: string): ReplayReader | null {
  return indexerUrl === null ? null : indexerReader(new Indexer(indexerUrl), contractId, gameId);
}

/** Without an indexer, whoever wants to see the earlier moves of a round says so. */
export function roundReader(network: ArenaNetwork, gameId: string): RoundReader {
  const indexed = indexedReader(network.indexerUrl, network.arenaId, gameId);
  const find = (record: GameRecord, { round }: Table) =>
    record.rounds.find((known) => BigInt(known.round) === round);
  return {
    atOnce: indexed && roundFrom(() => indexed, find),
    onRequest: roundFrom(() => replayReader(network, gameId), find),
  };
}

/** The same for the public board, whose games have one round each; `network` is `null` until the chain was found. */
export function publicBoardRounds(network: () => Network | null): RoundReader {
  const find = ({ rounds }: GameRecord) => rounds.at(-1);
  const known = () => {
    const found = network();
    if (!found) throw new Error('there is no round before the chain was found');
    return found;
  };
  const indexed = ({ round }: Table) => indexedReader(known().indexerUrl, known().contractId, String(round));
  return {
    get atOnce() {
      return network()?.indexerUrl ? roundFrom(indexed, find) : null;
    },
    onRequest: roundFrom((table) => {
      const gameId = String(table.round);
      return readerOf(known(), publicBoardSource(known(), gameId), gameId);
    }, find),
  };
}

function roundFrom(
  open: (table: Table) => ReplayReader | null,
  find: (record: GameRecord, table: Table) => RoundRecord | undefined,
): ReadRound {
  return async (table, signal) => {
    const { players, position } = table;
    const seating = { players, rules: position.rules };
    const read = await open(table)?.read({ signal, seating, progress: () => {} });
    return (read?.record && find(read.record, table)?.steps.map(stepOf)) ?? null;
  };
}
