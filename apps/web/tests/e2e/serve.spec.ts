/** The local server, as `scripts/web.sh` starts it: one command gives a node, players and the page. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from './fixtures';
import { Window } from './table';

/** The server as a process, with what it has written so far. */
class Served {
  output = '';
  errors = '';
  /** Exit code and signal, once nobody can write any more: neither the server nor the node it started. */
  readonly ended: Promise<unknown[]>;
  private readonly process;

  constructor(options: string[], env: Record<string, string> = {}) {
    this.process = spawn(process.execPath, ['scripts/serve.mjs', ...options], {
      env: { ...process.env, ...env },
    });
    this.ended = once(this.process, 'close');
    this.process.stdout.on('data', (chunk) => {
      this.output += chunk;
    });
    this.process.stderr.on('data', (chunk) => {
      this.errors += chunk;
    });
  }

  /** What the pattern's group matches in what was written, once it is there. */
  async says(pattern: RegExp): Promise<string> {
    const found = () => pattern.exec(this.output + this.errors)?.[1];
    await expect.poll(found).toBeDefined();
    return found() ?? '';
  }

  pressCtrlC(): void {
    this.process.kill('SIGINT');
  }
}

/** A port that somebody else listens on, for as long as `during` runs. */
async function withTakenPort(during: (port: number) => Promise<void>): Promise<void> {
  const somebody = createServer().listen(0, '127.0.0.1');
  await once(somebody, 'listening');
  await during((somebody.address() as AddressInfo).port);
  somebody.close();
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

test('the served page finds its node and players, and Ctrl-C stops everything', async ({ page }) => {
  const served = new Served(['--port', '0', '--node-port', '0']);
  try {
    const url = await served.says(/Tic-Tac-Toe is at (\S+)/);
    const node = await served.says(/node +(\S+)\n/);
    const window = new Window(page);
    await page.goto(`${url}#chain`);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(window.status).toContainText('Your turn: you play X');
    await window.cell(5).click();
    await window.shows(`
      . . .
      . X .
      . . .`);
    expect(await answers(node)).toBe(true);
    await page.close();
    served.pressCtrlC();
    expect(await served.ended).toEqual([0, null]);
    expect(await answers(node)).toBe(false);
  } finally {
    served.pressCtrlC();
  }
});

test('Ctrl-C while the node is still starting stops the node too', async () => {
  const slowNode = test.info().outputPath('slow-node');
  writeFileSync(slowNode, '#!/bin/sh\necho starting >&2\nexec sleep 600\n', { mode: 0o755 });
  const served = new Served(['--port', '0', '--node-port', '0'], { TIC_TAC_TOE_BIN: slowNode });
  await served.says(/(starting)/);
  served.pressCtrlC();
  expect(await served.ended).toEqual([0, null]);
});

test('a node that cannot start is reported without a stack trace', async () => {
  const served = new Served(['--port', '0', '--node-port', '0'], { TIC_TAC_TOE_BIN: '/bin/false' });
  expect(await served.ended).toEqual([1, null]);
  expect(served.errors).toBe('The node ended before it was ready (exit code 1).\n');
});

test('a taken port of the node is answered with the option that chooses another', async () => {
  await withTakenPort(async (port) => {
    const served = new Served(['--port', '0', '--node-port', String(port)]);
    expect(await served.ended).toEqual([1, null]);
    expect(served.errors).toBe(`Port ${port} for the node is in use. Choose another with --node-port.\n`);
  });
});

test('a taken port of the page is answered with the option that chooses another', async () => {
  await withTakenPort(async (port) => {
    const served = new Served(['--port', String(port), '--node-port', '0']);
    expect(await served.ended).toEqual([1, null]);
    expect(served.errors).toBe(`Port ${port} for the page is in use. Choose another with --port.\n`);
  });
});

test('--help shows the options and their defaults', async () => {
  const served = new Served(['--help']);
  expect(await served.ended).toEqual([0, null]);
  expect(served.output).toMatch(/--port PORT .*default 8080/);
  expect(served.output).toMatch(/--node-port PORT .*default 3030/);
});

const WRONG_OPTIONS = [
  ['--prot 80', "Unknown option '--prot'"],
  ['--port', "Option '--port <value>' argument missing"],
  ['--port eighty', "--port takes a number from 0 to 65535, not 'eighty'"],
  ['--node-port 70000', "--node-port takes a number from 0 to 65535, not '70000'"],
  ['--port 3030', '--port and --node-port must differ'],
  ['80', "Unexpected argument '80'"],
] as const;

for (const [options, sentence] of WRONG_OPTIONS) {
  test(`'${options}' is refused in one sentence`, async () => {
    const served = new Served(options.split(' '));
    expect(await served.ended).toEqual([2, null]);
    expect(served.errors).toBe(`${sentence}. See --help.\n`);
  });
}
