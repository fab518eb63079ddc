/** Runs `tic-tac-toe-relay` beside a local node: it lets guests play without an account of their own. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from './server.mjs';
import { inTarget } from './target.mjs';

/** The relay, as cargo builds it. */
const relayProgram = () => process.env.TIC_TAC_TOE_RELAY_BIN ?? inTarget('debug/tic-tac-toe-relay');

export const hasRelay = () => existsSync(relayProgram());

/**
 * Starts it for the node's arena and the page at an origin. Its books stay in `database`, if one is named.
 *
 * @param {{ rpcUrl: string, arenaId: string }} node
 * @param {{ origin: string, database?: string, listen?: string, options?: string[] }} settings
 */
export function startRelay({ rpcUrl, arenaId }, { origin, database, listen = '127.0.0.1:0', options = [] }) {
  return startServer(relayProgram(), (folder) => {
    const db = database ?? join(folder, 'relay.sqlite');
    const chain = ['--rpc', rpcUrl, '--arena', arenaId, '--credentials', folder];
    return ['run', '--db', db, '--listen', listen, '--origin', origin, ...chain, ...options];
  });
}
