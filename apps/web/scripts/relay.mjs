/** Runs `tic-tac-toe-relay` beside a local node: it makes accounts for guests of the page and pays for their calls. */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whereItServes } from './indexer.mjs';
import { inTarget } from './target.mjs';

/** The relay, as cargo builds it. */
const relayProgram = () => process.env.TIC_TAC_TOE_RELAY_BIN ?? inTarget('debug/tic-tac-toe-relay');

export const hasRelay = () => existsSync(relayProgram());

/**
 * Starts it for the node's arena and the page's origin, and waits until it has said where it answers. It ends when this
 * process exits, and its books with it.
 *
 * @param {{ rpcUrl: string, arenaId: string }} node
 * @param {string} origin
 */
export async function startRelay({ rpcUrl, arenaId }, origin) {
  const folder = mkdtempSync(join(tmpdir(), 'tic-tac-toe-relay-'));
  const books = ['--db', join(folder, 'relay.sqlite'), '--credentials', folder];
  const limits = ['--budget', '1000', '--per-address', '1000000', '--origin', origin];
  const options = ['run', '--listen', '127.0.0.1:0', '--rpc', rpcUrl, '--arena', arenaId, ...books, ...limits];
  const child = spawn(relayProgram(), options, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const forget = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', forget);
  const url = await whereItServes(child);
  if (!url) throw new Error('The relay ended before it was ready. See the lines above.');
  return { url };
}
