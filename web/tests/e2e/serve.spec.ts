/** The local server, as `scripts/web.sh` starts it: one command gives a node, players and the page. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from './fixtures';
import { Window } from './table';

test('the served page finds its node and players, and Ctrl-C stops everything', async ({ page }) => {
  const server = spawn(process.execPath, ['scripts/serve.mjs', '--port', '0', '--node-port', '0']);
  const ended = once(server, 'close');
  try {
    const url = await new Promise<string>((resolve) => {
      let text = '';
      server.stdout.on('data', (chunk) => {
        text += chunk;
        const found = /Tic-Tac-Toe is at (\S+)[\s\S]*Ctrl-C/.exec(text)?.[1];
        if (found) resolve(found);
      });
    });
    const window = new Window(page);
    await page.goto(url);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(window.status).toContainText('Your turn: you play X');
    await window.cell(5).click();
    await window.shows(`
      . . .
      . X .
      . . .`);
    await page.close();
  } finally {
    server.kill('SIGINT');
  }
  expect(await ended).toEqual([0, null]);
});
