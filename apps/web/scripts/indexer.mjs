/** Runs `tic-tac-toe-indexer` beside a local node: it keeps what happens there in a database of its own and answers questions. */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inTarget } from './target.mjs';

/** The indexer, as cargo builds it. */
export const indexerProgram = () =>
  process.env.TIC_TAC_TOE_INDEXER_BIN ?? inTarget('debug/tic-tac-toe-indexer');

export const hasIndexer = () => existsSync(indexerProgram());

/**
 * Starts it for the node's contracts and waits until it has said where it answers. It ends when this process exits,
 * and its database with it: a chain in memory has nothing that would be worth keeping.
 *
 * @param {{ rpcUrl: string, contractId: string, arenaId: string }} node
 */
export async function startIndexer({ rpcUrl, contractId, arenaId }) {
  const folder = mkdtempSync(join(tmpdir(), 'tic-tac-toe-indexer-'));
  const chain = ['--rpc', rpcUrl, '--blocks', rpcUrl, '--contract', contractId, '--contract', arenaId];
  const options = [
    'run',
    '--db',
    `sqlite:${join(folder, 'games.sqlite')}`,
    '--serve',
    '127.0.0.1:0',
    ...chain,
  ];
  const child = spawn(indexerProgram(), options, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const forget = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', forget);
  const ended = new Promise((resolve) => child.once('close', resolve));
  ended.then(() => process.off('exit', forget));
  const url = await whereItServes(child);
  if (!url) throw new Error(`The indexer ended before it was ready (exit code ${await ended}).`);
  return {
    url,
    stop: async () => {
      forget();
      await ended;
    },
  };
}

/** The address in the line in which a server says where it answers. */
export async function whereItServes(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /serving (\S+)\/v1\b/.exec(line) ?? [];
    if (url) return url;
  }
}
