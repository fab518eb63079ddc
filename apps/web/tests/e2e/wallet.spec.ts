/** The page as it is built for public networks: NEAR Connect with a wallet in the browser, whose chain is localnet. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from './fixtures';
import { connect, openWithWallet } from './wallet-table';

// NEAR Connect asks the internet for its list of wallets, which no test depends on.
test.use({ expectedErrors: /ERR_FAILED/ });

test('a spectator needs no wallet, and its code is not loaded', async ({ context, chain }) => {
  const loaded: string[] = [];
  context.on('response', (response) => loaded.push(response.url()));
  await chain.call(chain.alice, 'new_game', { p1: chain.alice, p2: chain.bob });
  const window = await openWithWallet(context, chain);
  await expect(window.status).toContainText(`${chain.alice} to move`);
  expect(loaded.filter((url) => url.includes('/assets/wallet'))).toEqual([]);
  await window.page.getByRole('button', { name: 'Connect a wallet' }).click();
  await expect.poll(() => loaded.some((url) => url.includes('/assets/wallet'))).toBe(true);
});

test('a connected wallet starts a game, moves, and is remembered', async ({ context, chain }) => {
  const window = await openWithWallet(context, chain);
  await connect(window);
  const { page } = window;
  await page.getByLabel('X, moves first', { exact: true }).fill(chain.alice);
  await page.getByLabel('O', { exact: true }).fill(chain.bob);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(window.status).toContainText('Your turn: you play X');
  await window.cell(5).click();
  await expect(window.status).toContainText(`${chain.bob} to move`);
  const link = page.locator('.transactions a').first();
  await expect(link).toHaveAttribute('href', /^https:\/\/testnet\.nearblocks\.io\/txns\/\w{40,}$/);
  await page.reload();
  await expect(page.locator('.account')).toHaveText(chain.alice);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('button', { name: 'Connect a wallet' })).toBeVisible();
});

test('a question that the user closes in the wallet changes nothing', async ({ context, chain }) => {
  await chain.call(chain.alice, 'new_game', { p1: chain.alice, p2: chain.bob });
  const window = await openWithWallet(context, chain, { refuse: true });
  await connect(window);
  await window.cell(5).click();
  await expect(window.message).toContainText('You cancelled this in the wallet');
  await window.shows(`
    . . .
    . . .
    . . .`);
});

test.describe('when the code for wallets does not load', () => {
  const NOT_LOADED = /did not load. Try again/;
  const CODE = '**/assets/wallet-*.js';

  test('the page says so, and the next attempt can succeed', async ({ context, chain }) => {
    const window = await openWithWallet(context, chain);
    const { page } = window;
    await page.route(CODE, (route) => route.abort());
    await page.getByRole('button', { name: 'Connect a wallet' }).click();
    await expect(page.getByText(NOT_LOADED)).toBeVisible();
    await page.unroute(CODE);
    await connect(window);
    await expect(page.getByText(NOT_LOADED)).toHaveCount(0);
  });

  test('a remembered wallet is missed with a sentence, and comes back with the next visit', async ({
    context,
    chain,
  }) => {
    const window = await openWithWallet(context, chain);
    const { page } = window;
    await connect(window);
    await page.route(CODE, (route) => route.abort());
    await page.reload();
    await expect(page.getByText(NOT_LOADED)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect a wallet' })).toBeEnabled();
    await page.unroute(CODE);
    await page.reload();
    await expect(page.locator('.account')).toHaveText(chain.alice);
  });
});

test('a page for a public network contains nothing of the local players', () => {
  const files = readdirSync('dist/wallet-test/assets');
  expect(files.length).toBeGreaterThan(3);
  for (const name of files) {
    expect(readFileSync(`dist/wallet-test/assets/${name}`, 'utf8')).not.toContain('localnet.json');
  }
});
