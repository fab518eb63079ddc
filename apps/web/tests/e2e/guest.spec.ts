/** Guests: a link and one button are enough to play on chain. A relay pays, and whatever happens to it, nothing is lost. */

import type { Browser } from '@playwright/test';
import { JsonRpcProvider, KeyPair, nearToYocto } from 'near-api-js';
import { arenaWindow } from './arena-table';
import { type Chain, expect } from './fixtures';
import { guestAt, test } from './guest-table';
import { expectAccessible } from './lobby-table';

const hostPlays = (chain: Chain, gameId: string, row: number, col: number) =>
  chain.arena(chain.alice, 'play', { game_id: gameId, row: row - 1, col: col - 1 });

/** A guest has come to a game of alice's, who has marked the first cell. */
async function guestToMove(browser: Browser, chain: Chain) {
  const gameId = await chain.game([chain.alice, null]);
  const window = await arenaWindow(browser, chain, null, gameId);
  await guestAt(window, chain, gameId);
  await hostPlays(chain, gameId, 1, 1);
  await expect(window.status).toContainText('Your turn');
  return { gameId, window };
}

test('a stranger opens an invitation, presses one button and wins a game on chain', async ({
  browser,
  chain,
  relay: _,
}) => {
  const gameId = await chain.game([chain.alice, null]);
  const window = await arenaWindow(browser, chain, null, gameId);
  await guestAt(window, chain, gameId);
  const rounds: [host: [number, number], guest: [number, number]][] = [
    [
      [1, 1],
      [2, 2],
    ],
    [
      [1, 3],
      [1, 2],
    ],
    [
      [3, 1],
      [3, 2],
    ],
  ];
  for (const [host, guest] of rounds) {
    await hostPlays(chain, gameId, ...host);
    await expect(window.status).toContainText('Your turn');
    await window.at(...guest).click();
    await expect(window.status).not.toContainText(/Sending|Your turn/);
  }
  await expect(window.status).toContainText('You win with O!');
  await window.shows(`
    X O X
    . O .
    X O .`);
  expect(await chain.view(gameId)).toMatchObject({ status: 'won', winner: 2, moves: 6 });

  // Who comes back is the same guest, until they want to be forgotten.
  const guest = (await chain.view(gameId)).players[1] ?? '';
  await window.page.reload();
  await window.page.locator('.panel details:has(.account) > summary').first().click();
  await expect(window.page.locator(`.account[title="${guest}"]`)).toBeVisible();
  await expectAccessible(window.page);
  await window.button('Forget me').click();
  await window.page.getByRole('dialog').getByRole('button', { name: 'Forget me' }).click();
  await expect(window.page.locator('.account')).toHaveCount(0);
  expect(await window.page.evaluate(() => localStorage.getItem('tic-tac-toe.guest'))).toBeNull();
});

test('a guest hosts a game, and hears on the public board that it is for others', async ({
  browser,
  chain,
  relay: _,
}) => {
  const window = await arenaWindow(browser, chain, null, '');
  await window.page.goto('#');
  await window.button('Play as a guest').click();
  await expect(window.page.getByText('You are a guest')).toBeVisible();
  await window.button('Play now').click();
  await expect(window.page.locator('.invite--board')).toBeVisible();
  const [gameId = ''] = /\d+$/.exec(window.page.url()) ?? [];
  const { players } = await chain.view(gameId);
  expect(players[0]).toMatch(/\.guests\.test\.near$/);

  await chain.call(chain.alice, 'new_game', { p1: players[0], p2: chain.bob });
  await window.page.goto('#chain');
  await expect(window.status).toContainText('Your turn');
  await window.cell(5).click();
  await expect(window.message).toContainText('Guests play in the arena.');
  await window.shows(`
    . . .
    . . .
    . . .`);
});

test('a guest makes the account theirs with a wallet’s key, which the account pays for', async ({
  browser,
  chain,
  relay: _,
}) => {
  const gameId = await chain.game([chain.alice, null]);
  const window = await arenaWindow(browser, chain, null, gameId);
  await guestAt(window, chain, gameId);
  const guest = (await chain.view(gameId)).players[1] ?? '';
  const { page } = window;
  await page.locator('.panel details:has(.account) > summary').first().click();
  await page.getByText('Make it mine').click();
  await expectAccessible(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.postData()?.includes('"send_tx"')) sent.push(request.url());
  });
  const enter = async (key: string) => {
    await page.getByLabel('Or add a wallet’s public key').fill(key);
    await window.button('Add the key').click();
  };
  const provider = new JsonRpcProvider({ url: chain.info.rpcUrl });
  const wallet = KeyPair.fromRandom('ed25519');
  const walletKey = wallet.getPublicKey().toString();

  for (const wrong of ['', 'hello', 'ed25519:abc', wallet.toString()]) {
    await enter(wrong);
    await expect(page.getByText('This is not a public key')).toBeVisible();
  }
  await enter(walletKey);
  await expect(page.getByText(`Send 0.001 NEAR to ${guest} and press the button again.`)).toBeVisible();
  expect(sent).toEqual([]);

  await chain.transfer(chain.alice, guest, nearToYocto('0.001'));
  await enter(` ${walletKey} `);
  await expect(page.getByText('The key is added')).toBeVisible();
  const { permission } = await provider.viewAccessKey({ accountId: guest, publicKey: walletKey });
  expect(permission).toBe('FullAccess');
  await enter(walletKey);
  await expect(page.getByText('The key is added')).toBeVisible();
  expect(sent).toHaveLength(1);
  const { amount } = await provider.viewAccount({ accountId: guest });
  expect(amount).toBeGreaterThan(nearToYocto('0.0009'));

  // The relay still takes what the guest's own key signs, although that was used beside it.
  await hostPlays(chain, gameId, 1, 1);
  await expect(window.status).toContainText('Your turn');
  await window.at(2, 2).click();
  await expect.poll(async () => (await chain.view(gameId)).moves).toBe(2);
});

test.describe('when the relay does not do it', () => {
  test.use({ expectedErrors: /503|ERR_CONNECTION|Failed to load resource/ });

  test('a budget that is spent in mid-game is told, and nothing is lost', async ({
    browser,
    chain,
    relay,
  }) => {
    const { gameId, window } = await guestToMove(browser, chain);

    await relay.kill();
    await relay.start('--budget', '0.001');
    await window.at(2, 2).click();
    await expect(window.message).toContainText('spent for today');
    expect(await chain.view(gameId)).toMatchObject({ moves: 1, status: 'in_progress' });

    await relay.kill();
    await relay.start();
    await window.at(2, 2).click();
    await expect.poll(async () => (await chain.view(gameId)).moves).toBe(2);
  });

  test('killed in mid-call and started again, it has made each mark once', async ({
    browser,
    chain,
    relay,
  }) => {
    const { gameId, window } = await guestToMove(browser, chain);

    const sent = window.page.waitForRequest((request) => request.url().endsWith('/v1/actions'));
    await window.at(2, 2).click();
    await sent;
    await relay.kill();
    await relay.start();
    // Killed before it was sent, the mark is made again once it is sure that the first one was lost.
    await expect.poll(async () => (await chain.view(gameId)).moves, { timeout: 60_000 }).toBe(2);
    await hostPlays(chain, gameId, 1, 2);
    await expect(window.status).toContainText('Your turn');
    await window.at(3, 3).click();
    await expect.poll(async () => (await chain.view(gameId)).board).toEqual([1, 1, 0, 0, 2, 0, 0, 0, 2]);
  });
});
