/** The page as an app: installable, without a network, and with updates that nobody is forced to take. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { UltimateTable, WON } from './ultimate-table';

test.use({ serviceWorkers: 'allow', expectedErrors: /ERR_INTERNET_DISCONNECTED|localnet\.json|404/ });

/** Visits the page once and waits until it can do without the network. */
async function visit(page: Page, url = ''): Promise<void> {
  await page.goto(`${url}#device`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

test('after one visit a whole game against the computer starts and plays without a network', async ({
  page,
  context,
}) => {
  await visit(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('radio', { name: 'Computer' }).check();
  await page.getByRole('button', { name: 'Start game' }).click();
  const table = new UltimateTable(page);
  await table.play('44');
  await expect(table.status).toContainText('It’s X’s turn');
  expect(await table.marks()).toBe(2);
});

test('a game between people goes on without a network, over a reload, to its end and its analysis', async ({
  page,
  context,
}) => {
  await visit(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Start game' }).click();
  const table = new UltimateTable(page);
  await table.play(WON.slice(0, 29));
  await page.reload();
  await table.play(WON.slice(30));
  await expect(table.dialog).toContainText('X won');
  await table.button('Close').click();
  await table.button('Analyse').click();
  await expect(page.locator('.seat__note')).toHaveText(['100%', '0%']);
});

test('Chromium finds the page installable', async ({ page, context }) => {
  await visit(page);
  await page.reload();
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
});

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

/** A server of the built page whose service worker can become a newer one. */
async function servePage() {
  let version = 'older';
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    try {
      const file = readFileSync(`dist/localnet${path}`);
      response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
      response.end(
        path === '/sw.js' ? String(file).replace(/VERSION = "\w+"/, `VERSION = "${version}"`) : file,
      );
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    release: () => {
      version = 'newer';
    },
    close: () => server.close(),
  };
}

test('an update is offered on the main screen, not in a game, and taken when people say so', async ({
  page,
}) => {
  const server = await servePage();
  await visit(page, server.url);
  await page.reload();
  await page.getByRole('button', { name: 'Start game' }).click();
  server.release();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  const offer = page.getByText('A new version is ready');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.getByRole('button', { name: 'Exit' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(offer).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update' }).click();
  await reloaded;
  await expect(page.getByRole('button', { name: 'Start game' })).toBeVisible();
  await expect(offer).toHaveCount(0);
  expect(await page.evaluate(() => caches.keys())).toEqual(['tic-tac-toe-newer']);
  server.close();
});
