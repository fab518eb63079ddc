/** Runs a program that serves something beside a local node, and waits until it has said where. */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Waits until a program has ended, and returns how: its exit code, or the signal that killed it. */
export const endOf = (child) =>
  new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`)));

/**
 * Starts it with a folder of its own. It ends when this process exits, and the folder with it.
 *
 * @param {string} program
 * @param {(folder: string) => string[]} options
 */
export async function startServer(program, options) {
  const folder = mkdtempSync(join(tmpdir(), 'tic-tac-toe-'));
  const child = spawn(program, options(folder), { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const forget = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', forget);
  const ended = endOf(child);
  ended.then(() => process.off('exit', forget));
  const url = await whereItServes(child);
  if (!url) throw new Error(`${program} ended before it was ready (${await ended}).`);
  return {
    url,
    stop: async () => {
      forget();
      await ended;
    },
  };
}

/** The address in the line in which the program says where it answers. */
async function whereItServes(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /serving (\S+)\/v1\b/.exec(line) ?? [];
    if (url) return url;
  }
}
