/** The arena on a public network: a wallet that is asked once, and a key that plays from then on. */

import { expect, test, type WalletQuestion } from './fixtures';
import { connect, openWithWallet } from './wallet-table';

// NEAR Connect asks the internet for its list of wallets, which no test depends on.
test.use({ expectedErrors: /ERR_FAILED/ });

test('the wallet is asked once for a key that may only play; then moves go without it', async ({
  context,
  chain,
}) => {
  const gameId = await chain.game([chain.alice, chain.bob]);
  const asked: WalletQuestion[] = [];
  const address = `#/arena/${gameId}`;
  const window = await openWithWallet(context, chain, { address, asked: (one) => asked.push(one) });
  const { page } = window;
  await expect(window.status).toContainText(`${chain.alice} to move`);
  await connect(window);
  await expect(window.status).toContainText('Your turn: you play X');
  await expect(page.getByText('The key can never send money from your account')).toBeVisible();
  expect(asked).toEqual([]);

  await page.getByRole('button', { name: 'Ask the wallet for a key' }).click();
  await expect(page.getByText('This page makes your moves without asking')).toBeVisible();
  expect(asked).toMatchObject([{ receiverId: chain.alice, actions: [{ type: 'AddKey' }] }]);
  const [action] = asked[0]?.actions ?? [];
  expect(action?.type === 'AddKey' && action.params.accessKey.permission).toEqual({
    receiverId: chain.info.arenaId,
    methodNames: ['create', 'join', 'play', 'restart', 'resign', 'claim_timeout', 'close'],
    allowance: (10n ** 24n / 4n).toString(),
  });

  await window.cell(5).click();
  await expect(window.status).toContainText(`${chain.bob} to move`);
  await chain.arena(chain.bob, 'play', { game_id: gameId, row: 0, col: 0 });
  await expect(window.status).toContainText('Your turn');
  await page.reload();
  await expect(page.locator('.account')).toHaveText(chain.alice);
  await window.cell(9).click();
  await window.shows(`
    O . .
    . X .
    . . X`);
  const link = page.locator('.transactions a').first();
  await expect(link).toHaveAttribute('href', /^https:\/\/testnet\.nearblocks\.io\/txns\/\w{40,}$/);
  expect(asked).toHaveLength(1);
});

test('a key that was removed elsewhere is forgotten, and the wallet is asked again', async ({
  context,
  chain,
}) => {
  const gameId = await chain.game([chain.alice, chain.bob]);
  const asked: WalletQuestion[] = [];
  const address = `#/arena/${gameId}`;
  const window = await openWithWallet(context, chain, { address, asked: (one) => asked.push(one) });
  const { page } = window;
  await connect(window);
  await page.getByRole('button', { name: 'Ask the wallet for a key' }).click();
  await expect(page.getByRole('button', { name: 'Remove the key' })).toBeVisible();
  const [action] = asked[0]?.actions ?? [];
  if (action?.type !== 'AddKey') throw new Error('the wallet was asked for no key');
  await chain.sign({
    signerId: chain.alice,
    receiverId: chain.alice,
    actions: [{ type: 'DeleteKey', params: { publicKey: action.params.publicKey } }],
  });
  await window.cell(5).click();
  await expect(window.status).toContainText(`${chain.bob} to move`);
  await expect(page.getByRole('button', { name: 'Ask the wallet for a key' })).toBeVisible();
  expect(asked.map(({ actions: [one] }) => one.type)).toEqual(['AddKey', 'FunctionCall']);

  await page.getByRole('button', { name: 'Ask the wallet for a key' }).click();
  await page.getByRole('button', { name: 'Remove the key' }).click();
  await expect.poll(() => asked.map(({ actions: [one] }) => one.type).at(-1)).toBe('DeleteKey');
  await expect(page.getByRole('button', { name: 'Ask the wallet for a key' })).toBeEnabled();
});

test('somebody who says no to the key plays on with a question for each move', async ({ context, chain }) => {
  const gameId = await chain.game([chain.alice, chain.bob]);
  const window = await openWithWallet(context, chain, { address: `#/arena/${gameId}`, refuse: true });
  const { page } = window;
  await connect(window);
  await page.getByRole('button', { name: 'Ask the wallet for a key' }).click();
  await expect(page.getByText('You cancelled this in the wallet')).toBeVisible();
  await window.cell(5).click();
  await expect(window.message).toContainText('You cancelled this in the wallet');
  await window.shows(`
    . . .
    . . .
    . . .`);
});
