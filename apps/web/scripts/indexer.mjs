/** Runs `tic-tac-toe-indexer` beside a local node: it keeps what happens there in a database of its own and answers questions. */

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from './server.mjs';
import { inTarget } from './target.mjs';

/** The indexer, as cargo builds it. */
export const indexerProgram = () =>
  process.env.TIC_TAC_TOE_INDEXER_BIN ?? inTarget('debug/tic-tac-toe-indexer');

export const hasIndexer = () => existsSync(indexerProgram());

/** The database beside the file of a chain that outlives its process; one of a chain that is gone is removed. */
export function databaseBeside(state) {
  const database = `${state}.sqlite`;
  if (!existsSync(state))
    for (const file of [database, `${database}-wal`, `${database}-shm`]) rmSync(file, { force: true });
  return database;
}

/**
 * Starts it for the node's contracts and waits until it has said where it answers. It ends when this process exits,
 * and without a database to keep what it knows ends with it: a chain in memory has nothing that would be worth keeping.
 *
 * @param {{ rpcUrl: string, contractId: string, arenaId: string }} node
 * @param {string} [database] the file to keep
 */
export async function startIndexer({ rpcUrl, contractId, arenaId }, database) {
  const chain = ['--rpc', rpcUrl, '--blocks', rpcUrl, '--contract', contractId, '--contract', arenaId];
  return startServer(indexerProgram(), (folder) => {
    const file = database ?? join(folder, 'games.sqlite');
    return ['run', '--db', `sqlite:${file}`, '--serve', '127.0.0.1:0', ...chain];
  });
}
