/** Runs `tic-tac-toe localnet`: a node of one's own with the contracts, players and a bot. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endOf } from './server.mjs';
import { inTarget } from './target.mjs';

/** @typedef {{ rpcUrl: string, contractId: string, arenaId: string, botId: string, players: { accountId: string, secretKey: string }[] }} LocalnetInfo */

/** The terminal client, as cargo builds it. */
function program() {
  const built = process.env.TIC_TAC_TOE_BIN ?? inTarget('debug/tic-tac-toe');
  if (!existsSync(built))
    throw new Error('The terminal client is not built yet: cargo build --workspace --bin tic-tac-toe');
  return built;
}

/**
 * Starts the node and waits until it has said where it is. The node ends when this process exits; signals are for
 * the caller to turn into an exit.
 *
 * @param {{ port?: number, state?: string }} options port 0 takes any free one; state is the file of a chain that goes on
 */
export async function startLocalnet({ port = 0, state } = {}) {
  const kept = state === undefined ? [] : ['--state', state];
  const child = spawn(program(), ['localnet', '--json', '--port', String(port), ...kept], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C in a terminal reaches the whole process group; whoever started the node stops it in order.
    detached: true,
  });
  // Whatever was answered is in the file of a chain that has one, and a node that is still starting does not listen to anything gentler.
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  const ended = endOf(child);
  ended.then(() => process.off('exit', kill));
  const info = await introduction(child);
  if (!info) throw new Error(`The node ended before it was ready (${await ended}).`);
  return {
    info,
    ended,
    stop: async () => {
      kill();
      await ended;
    },
  };
}

/**
 * Reads the line in which the node says how to reach it, or that it cannot start, which it tells people by itself.
 *
 * @returns {Promise<LocalnetInfo | undefined>}
 */
async function introduction(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const { failed, rpc_url, contract_id, arena_id, bot_id, players } = JSON.parse(line);
    if (failed) return undefined;
    return {
      rpcUrl: rpc_url,
      contractId: contract_id,
      arenaId: arena_id,
      botId: bot_id,
      players: players.map(({ account_id, secret_key }) => ({
        accountId: account_id,
        secretKey: secret_key,
      })),
    };
  }
}
