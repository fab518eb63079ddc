/** Runs `tic-tac-toe localnet`: a node of one's own with the contract and two players. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inTarget } from './target.mjs';

/** @typedef {{ rpcUrl: string, contractId: string, players: { accountId: string, secretKey: string }[] }} LocalnetInfo */

/** The terminal client, as cargo builds it. */
function program() {
  const built = process.env.TIC_TAC_TOE_BIN ?? inTarget('debug/tic-tac-toe');
  if (!existsSync(built))
    throw new Error('The terminal client is not built yet: cargo build -p tic-tac-toe-cli');
  return built;
}

/**
 * Starts the node and waits until it has said where it is.
 *
 * @param {{ port?: number }} options port 0 takes any free one
 */
export async function startLocalnet({ port = 0 } = {}) {
  const child = spawn(program(), ['localnet', '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C in a terminal reaches the whole process group; whoever started the node stops it in order.
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const info = await Promise.race([
    introduction(child),
    ended.then((code) => {
      throw new Error(`The node ended before it was ready (exit code ${code}).`);
    }),
  ]);
  return {
    info,
    ended,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}

/**
 * Reads the node’s greeting: its address, the contract, and the near-cli commands that carry the players' keys.
 *
 * @returns {Promise<LocalnetInfo>}
 */
function introduction(child) {
  let text = '';
  return new Promise((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const info = understood(text);
      if (info) resolve(info);
    });
  });
}

function understood(text) {
  const rpcUrl = /https?:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
  const contractId = /^\s*contract\s+(\S+)/m.exec(text)?.[1];
  const keys = [...text.matchAll(/using-private-key (\S+) (\S+)/g)];
  const players = keys.map(([, secretKey, accountId]) => ({ accountId, secretKey }));
  return rpcUrl && contractId && players.length >= 2 && text.includes('Ctrl-C')
    ? { rpcUrl, contractId, players }
    : null;
}
