/** The arena's lobby on a node: lists, new games, storage, invitations, and what it asks the node for. */

import { expect, test, type WalletQuestion } from './fixtures';
import {
  arenaWindow,
  expectAccessible,
  expectToFitSmallPhone,
  LobbyWindow,
  setHidden,
  viewsAsked,
} from './lobby-table';
import { connect, openWithWallet } from './wallet-table';

test('a game locks what it costs, gives it back when it is closed, and the balance is paid out', async ({
  browser,
  chain,
}) => {
  const alice = await arenaWindow(browser, chain, chain.alice);
  await expect(alice.page.getByText('Nothing deposited yet')).toBeVisible();
  await alice.openForm();
  await expect(alice.page.getByText('This includes the registration')).toBeVisible();
  const game = await alice.create();
  await alice.page.goto('#/arena');
  await expect(alice.storage('available')).toHaveText('0 NEAR');

  await alice.openForm();
  await alice.page.getByRole('radio', { name: 'Custom' }).check();
  await alice.button('Rows: one fewer').click();
  await alice.button('Add a seat').click();
  await alice.button('Add a seat').click();
  await alice.page.getByLabel('Seat O', { exact: true }).selectOption('An account');
  await alice.page.getByLabel('Account for seat O').fill(chain.alice);
  await alice.button('Create game').click();
  await expect(alice.page.getByText('Each player can have only one seat.')).toBeVisible();
  await alice.page.getByLabel('Account for seat O').fill(chain.bob);
  await alice.page.getByLabel('Seat △', { exact: true }).selectOption('The bot');
  const large = await alice.create();
  await alice.page.goto('#/arena');
  const row = alice.row(large);
  await expect(row).toContainText('9×10, 5 in a row');
  await expect(row).toContainText(/you.*bob\.test\.near.*bot.*free seat/s);
  await expect(alice.storage('available')).toHaveText('0 NEAR');

  await alice.row(game).getByRole('button', { name: 'Close' }).click();
  await alice.button('Cancel').click();
  await expect(alice.row(game)).toBeVisible();
  await alice.row(game).getByRole('button', { name: 'Close' }).click();
  await alice.button('Yes').click();
  await expect(alice.row(game)).toHaveCount(0);
  await expect(alice.storage('available')).not.toHaveText('0 NEAR');

  await alice.openForm();
  await expect(alice.page.getByText('nothing is attached')).toBeVisible();
  await alice.button('Cancel').click();
  await alice.button('Withdraw').click();
  await expect(alice.storage('available')).toHaveText('0 NEAR');
  await expect(alice.button('Withdraw')).toHaveCount(0);
});

test('a free seat is taken from a shared address, and others watch', async ({ browser, chain }) => {
  const alice = await arenaWindow(browser, chain, chain.alice);
  await alice.openForm();
  const game = await alice.create();
  await alice.page.evaluate(() =>
    Object.assign(navigator, { share: async (shared: ShareData) => Object.assign(window, { shared }) }),
  );
  const address = await alice.page.getByLabel('Address of the game', { exact: true }).inputValue();
  const code = alice.page.getByRole('img', { name: 'QR code with the address of the game' });
  await expect(code).toHaveAttribute('data-code', address);
  await alice.button('Share').click();
  expect(await alice.page.evaluate(() => (window as unknown as { shared: ShareData }).shared.url)).toBe(
    address,
  );
  await alice.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await alice.button('Copy').click();
  await expect(alice.page.getByText('Copied.')).toBeVisible();
  expect(await alice.page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  const path = `/${game}`;
  expect(address).toContain(`#/arena${path}`);
  const bob = await arenaWindow(browser, chain, chain.bob, path);
  const carol = await arenaWindow(browser, chain, null, path);
  await bob.button('Join').click();
  await expect(bob.page.getByRole('status').first()).toContainText('alice.test.near');
  await expect(carol.page.getByRole('status').first()).toContainText('alice.test.near');
  await expect(carol.button('Join')).toHaveCount(0);
});

test('a game at once: an open one by the chosen rules, or else a new one, or one against the bot', async ({
  browser,
  chain,
}) => {
  const waiting = await chain.game([chain.alice, null]);
  const bob = await arenaWindow(browser, chain, chain.bob);
  await expect(bob.row(waiting)).toBeVisible();
  await bob.page.getByRole('button', { name: 'Play now' }).click();
  await bob.page.waitForURL(new RegExp(`#/arena/${waiting}$`));
  await expect(bob.page.getByRole('status')).toContainText('alice.test.near to move');

  const carol = await arenaWindow(browser, chain, chain.carol);
  await carol.page.getByRole('combobox', { name: 'Rules' }).selectOption('Ultimate');
  await carol.page.getByRole('button', { name: 'Play now' }).click();
  await expect(carol.page.getByLabel('Address of the game', { exact: true })).toBeVisible();
  await expect(carol.page.locator('.facts')).toContainText(
    'Ultimate: First player with 3-in-line captures mini-field',
  );
  await expect(carol.page.locator('.transactions li')).toContainText('New game');
  await carol.page.getByRole('link', { name: '← Lobby' }).click();
  await carol.page.getByRole('button', { name: 'Play the bot' }).click();
  await expect(carol.page.locator('.seat', { hasText: chain.info.botId })).toBeVisible();
  await expect(carol.page.getByRole('status')).toContainText('Your turn');
});

test('an open game is joined and an invitation declined from the lists', async ({ browser, chain }) => {
  const forBob = await chain.game([chain.alice, chain.bob]);
  const forAnybody = await chain.game([chain.alice, null]);
  const bob = await arenaWindow(browser, chain, chain.bob);
  const watcher = await arenaWindow(browser, chain, null);
  await expect(watcher.row(forBob)).toContainText('to move');
  await expect(watcher.row(forAnybody).getByRole('button')).toHaveCount(0);

  await bob.row(forBob).getByRole('button', { name: 'Decline' }).click();
  await expect(bob.page.getByRole('dialog')).toContainText('alice.test.near gets the storage deposit back');
  await bob.button('Yes').click();
  await expect(bob.row(forBob)).toHaveCount(0);
  await expect(watcher.row(forBob)).toHaveCount(0);

  await bob
    .list('Open games')
    .getByRole('button', { name: `Join: game ${forAnybody}` })
    .click();
  await bob.page.waitForURL(/#\/arena\/\d+$/);
  await bob.page.goto('#/arena');
  await expect(bob.list('Your games').locator('[data-game]')).toContainText('alice.test.near (X) to move');
});

test('each tick asks one question however many games there are, and none while hidden', async ({
  browser,
  chain,
}) => {
  const hosts = [chain.bob, chain.carol, chain.dave];
  const make = async (host: string) => {
    for (let made = 0; made < 4; made += 1) await chain.game([host, null]);
  };
  await Promise.all(hosts.map(make));
  const { page, ...rest } = await arenaWindow(browser, chain, chain.alice);
  const lobby = { page, ...rest };
  const open = page.getByRole('region', { name: 'Open games' });
  await expect(open.locator('[data-game]')).toHaveCount(10);
  await open.getByRole('button', { name: 'Next page' }).click();
  await expect(open.locator('[data-game]')).toHaveCount(2);
  await expect(open.getByText('Page 2')).toBeVisible();

  const asked = viewsAsked(lobby.page);
  await page.waitForTimeout(2_500);
  // One each 0.4 seconds at most, each list in its turn.
  expect(asked.length).toBeLessThanOrEqual(7);
  expect(new Set(asked)).toEqual(new Set(['get_games_of', 'get_open_games', 'get_counts', 'get_games']));

  await setHidden(page, true);
  await page.waitForTimeout(500);
  asked.length = 0;
  await page.waitForTimeout(1_500);
  expect(asked).toEqual([]);
  await setHidden(page, false);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
});

test.describe('on a public network', () => {
  // NEAR Connect asks the internet for its list of wallets, which no test depends on.
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('the wallet signs what a game locks, exactly, and what is taken out again', async ({
    context,
    chain,
  }) => {
    const asked: WalletQuestion[] = [];
    const window = await openWithWallet(context, chain, {
      address: '#/arena',
      asked: (one) => asked.push(one),
    });
    const { page } = window;
    await connect(window);
    const lobby = new LobbyWindow(page);
    await lobby.openForm();
    await expect(page.getByText('moving money always needs its full signature')).toBeVisible();
    await expect(page.getByText('0.0078 NEAR will be attached')).toBeVisible();
    const game = await lobby.create();
    await page.getByRole('link', { name: '← Lobby' }).click();
    await expect(lobby.storage('available')).toHaveText('0 NEAR');
    await lobby.row(game).getByRole('button', { name: 'Close' }).click();
    await lobby.button('Yes').click();
    await expect(lobby.storage('available')).toHaveText('0.00637 NEAR');
    await lobby.button('Withdraw').click();
    await expect(lobby.storage('available')).toHaveText('0 NEAR');
    const signed = asked.flatMap(({ actions }) => actions.map((action) => action.params));
    expect(signed).toMatchObject([
      { methodName: 'create', deposit: '7800000000000000000000' },
      { methodName: 'close', deposit: '0' },
      { methodName: 'storage_withdraw', deposit: '1' },
    ]);
  });
});

for (const language of ['en', 'ru']) {
  test(`the lobby fits, and axe finds nothing serious in it: ${language}`, async ({ browser, chain }) => {
    const mine = await chain.game([chain.alice, chain.bob]);
    await chain.game([chain.bob, chain.alice]);
    await chain.game([chain.alice, null]);
    await chain.game([chain.carol, null]);
    const { page } = await arenaWindow(browser, chain, chain.alice);
    await page.evaluate((code) => localStorage.setItem('tic-tac-toe.language', code), language);
    await page.reload();
    await expect(page.locator(`[data-game="${mine}"]`)).toBeVisible();
    await page.locator('.lobby__head .button').last().click();
    await expect(page.locator('.create__price')).toBeVisible();
    await expectToFitSmallPhone(page);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.locator('.row .button', { hasText: /Invite|Пригласить/ }).click();
    await expect(page.locator('.invite__code')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.locator('h2').first().click();
    await page.keyboard.press('t');
    await expect(page.locator('.turn-link')).toHaveCount(1);
    await expectAccessible(page);
  });
}
