/** The page as it is built for public networks: NEAR Connect with a wallet in the browser, whose chain is localnet. */

import { readdirSync, readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import { type Chain, expect, test } from './fixtures';
import { WALLET_PORT } from './ports';
import { Window } from './table';

const PAGE = `http://127.0.0.1:${WALLET_PORT}/`;
const PUBLIC_RPC = 'https://rpc.testnet.fastnear.com/';

// NEAR Connect asks the internet for its list of wallets, which no test depends on.
test.use({ expectedErrors: /ERR_FAILED/ });

/** What a wallet extension adds to every page, with a signer outside the page, as extensions have. */
function installWallet(accountId: string): void {
  const manifest = {
    id: 'test-wallet',
    name: 'Test Wallet',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    website: 'https://wallet.test',
    type: 'injected',
    permissions: {},
    features: { signAndSendTransaction: true, testnet: true },
  };
  const accounts = async () => [{ accountId }];
  const { signInTest } = window as unknown as { signInTest: (call: unknown) => Promise<unknown> };
  const detail = {
    manifest,
    signIn: accounts,
    getAccounts: accounts,
    signOut: async () => {},
    signAndSendTransaction: signInTest,
  };
  window.addEventListener('near-selector-ready', () =>
    window.dispatchEvent(new CustomEvent('near-wallet-injected', { detail })),
  );
}

interface WalletCall {
  signerId: string;
  receiverId: string;
  actions: [{ params: { methodName: string; args: object } }];
}

/** Opens the page with Alice's wallet in the browser and the public RPC leading to localnet. */
async function openWithWallet(context: BrowserContext, chain: Chain, refuse = false): Promise<Window> {
  await context.route(/^https:/, (route) => route.abort());
  await context.route(PUBLIC_RPC, async (route) => {
    const body = route.request().postData();
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(chain.info.rpcUrl, { method: 'POST', body, headers });
    await route.fulfill({
      status: answer.status,
      body: await answer.text(),
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  await context.exposeFunction('signInTest', ({ signerId, actions: [{ params }] }: WalletCall) => {
    if (refuse) throw new Error('User rejected');
    return chain.call(signerId, params.methodName, params.args);
  });
  await context.addInitScript(installWallet, chain.alice);
  const page = await context.newPage();
  await page.goto(PAGE);
  return new Window(page);
}

async function connect({ page }: Window): Promise<void> {
  await page.getByRole('button', { name: 'Connect a wallet' }).click();
  await page.getByText('Test Wallet').click();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
}

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
  const window = await openWithWallet(context, chain, true);
  await connect(window);
  await window.cell(5).click();
  await expect(window.message).toContainText('You cancelled it in the wallet');
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
