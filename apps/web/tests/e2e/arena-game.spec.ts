/** Games of the arena in the browser: from the first mark to the last, whatever other people and the network do. */

import { arenaTable, arenaWindow } from './arena-table';
import { expect, test } from './fixtures';
import { expectAccessible } from './lobby-table';
import { CONNECTION_LOST, countTransactions, freezeView, holdTransactions } from './network';
import { expectToPlayAs } from './table';

test('two windows play to the end, somebody watches without an account, and the score stays', async ({
  browser,
  chain,
}) => {
  const { gameId, windows, play } = await arenaTable(browser, chain, [chain.alice, chain.bob]);
  const [alice, bob] = windows;
  if (!alice || !bob) throw new Error('two play');
  const spectator = await arenaWindow(browser, chain, null, gameId);
  await expect(spectator.page.getByRole('radio', { name: 'Just watch' })).toBeChecked();
  await play([2, 2]);
  await spectator.shows(`
    . . .
    . X .
    . . .`);
  await play([1, 1], [1, 3], [3, 1]);
  await spectator.shows(`
    O . X
    . X .
    O . .`);
  await spectator.at(3, 3).click();
  await expect(spectator.message).toContainText('Choose an account to play');
  await play([2, 1], [2, 3], [3, 3], [1, 2]);
  await expect(alice.status).toContainText('Your turn');
  await alice.at(3, 2).click();
  for (const window of [alice, bob, spectator]) await expect(window.status).toContainText('It’s a draw');
  await expect(bob.fact('Draws')).toHaveText('1');

  await expect(spectator.page.getByRole('link', { name: 'Back to lobby' })).toBeVisible();
  await bob.button('Next round').click();
  await expect(alice.status).toContainText('Your turn: you play X');
  await expect(alice.message).toBeEmpty();
  await expect(spectator.fact('Round')).toHaveText('2');
  await play([1, 1]);
  await bob.confirm('Resign');
  await expect(bob.status).toContainText(`${chain.alice} wins with X. You lost this one`);
  await expect(alice.status).toContainText('You win with X!');
  await expect(alice.seat(chain.bob)).toContainText('resigned');
});

test('four windows play to the end; the turns pass over one who resigned', async ({ browser, chain }) => {
  const rules = { grid: { rows: 5, cols: 5, in_a_row: 3 } };
  const players = [chain.alice, chain.bob, chain.carol, chain.dave];
  const { windows, play } = await arenaTable(browser, chain, players, { rules });
  const [alice, bob, carol, dave] = windows;
  if (!alice || !bob || !carol || !dave) throw new Error('four play');
  await play([1, 1], [2, 1], [3, 1], [4, 1], [1, 2]);
  await carol.confirm('Resign');
  await expect(alice.seat(chain.carol)).toContainText('resigned');
  await bob.at(2, 2).click();
  await expect(dave.status).toContainText('Your turn: you play □');
  await dave.at(4, 2).click();
  await expect(alice.status).toContainText('Your turn: you play X');
  await alice.at(1, 3).click();
  await expect(alice.status).toContainText('You win with X!');
  for (const loser of [bob, carol, dave]) {
    await expect(loser.status).toContainText(`${chain.alice} wins with X. You lost this one`);
    await expect(loser.line).toBeVisible();
  }
  await expect(dave.seat(chain.alice)).toContainText('1 win');
});

test('the bot answers each move, until the game is over', async ({ browser, chain }) => {
  const gameId = await chain.game([chain.alice, chain.info.botId]);
  const alice = await arenaWindow(browser, chain, chain.alice, gameId);
  await expect(alice.seat(chain.info.botId)).toContainText('bot');
  const isOver = async () => /wins|draw/.test((await alice.status.textContent()) ?? '');
  const marks = alice.page.locator('.cell:not(.cell--empty, .cell--pending)');
  for (let answered = 2; !(await isOver()); answered += 2) {
    await expect(alice.status).toContainText('Your turn');
    await alice.page.locator('.cell--empty').first().click();
    await expect(async () =>
      expect((await isOver()) || (await marks.count()) === answered).toBe(true),
    ).toPass();
  }
  expect(await marks.count()).toBeGreaterThan(4);
});

test('the moves are beside the board; stepping back only looks, and one press returns to now', async ({
  browser,
  chain,
}) => {
  const { gameId, windows, play } = await arenaTable(browser, chain, [chain.alice, chain.bob]);
  const [alice, bob] = windows;
  if (!alice || !bob) throw new Error('two play');
  await play([2, 2], [1, 1]);
  await expect(alice.status).toContainText('Your turn');
  await alice.button('One move back').click();
  await expect(alice.status).toContainText('Looking back: move 1 of 2');
  await alice.shows(`
    . . .
    . X .
    . . .`);
  const sent = countTransactions(alice.page);
  await alice.at(3, 3).click();
  await alice.page.keyboard.press('9');
  await bob.button('1. X 2,2').click();
  await bob.button('One move back').click();
  await expect(bob.status).toContainText('Before the first move');
  await alice.button('Back to now').click();
  expect(sent()).toBe(0);
  await alice.at(3, 3).click();
  await expect(alice.status).toContainText(`${chain.bob} to move`);
  expect(sent()).toBe(1);

  await expect(bob.button('3. X 3,3')).toBeVisible();
  await expect(bob.status).toContainText('Before the first move');
  await bob.button('Back to now').click();
  await bob.shows(`
    O . .
    . X .
    . . X`);

  const spectator = await arenaWindow(browser, chain, null, gameId);
  await expect(spectator.page.getByText('3 moves before you came')).toBeVisible();
  await spectator.button('Show').click();
  await spectator.button('2. O 1,1').click();
  await spectator.shows(`
    O . .
    . X .
    . . .`);
});

test('ultimate is played by keys where the mark before sends, and survives a reload', async ({
  browser,
  chain,
}) => {
  const rules = { ultimate: { capture: 'first' } };
  const gameId = await chain.game([chain.alice, chain.bob], { rules });
  const alice = await arenaWindow(browser, chain, chain.alice, gameId);
  const bob = await arenaWindow(browser, chain, chain.bob, gameId);
  await expect(alice.status).toContainText('Your turn');
  await alice.page.keyboard.press('5');
  await alice.page.keyboard.press('1');
  await expect(bob.status).toContainText('Your turn: you play O');
  await expect(bob.page.locator('.field--open')).toHaveAttribute('data-field', '0');
  await bob.cell(81).click({ force: true });
  await expect(bob.page.locator('.mini--pending')).toHaveCount(0);
  await bob.page.keyboard.press('9');
  await expect(alice.page.locator('.field--open')).toHaveAttribute('data-field', '8');
  await alice.page.reload();
  await expect(alice.status).toContainText('Your turn: you play X');
  await expectToPlayAs(alice, chain.alice);
  await expect(alice.cell(31)).toHaveAccessibleName(/centre mini-field, upper left cell: X/);
  await expect(alice.cell(21)).toHaveAccessibleName(/upper left mini-field, lower right cell: O/);
});

test('a free seat is offered to whoever comes by the address, and taken by one press', async ({
  browser,
  chain,
}) => {
  const gameId = await chain.game([chain.alice, null]);
  const alice = await arenaWindow(browser, chain, chain.alice, gameId);
  await expect(alice.status).toContainText('Waiting for players to join');
  await expect(alice.page.getByLabel('Address of the game', { exact: true })).toHaveValue(/#\/arena\/1$/);
  await expect(alice.page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expect(alice.page.getByRole('grid')).toHaveCount(0);
  const bob = await arenaWindow(browser, chain, chain.bob, gameId);
  await expect(bob.status).toContainText('A seat is free');
  await bob.at(1, 1).click();
  await expect(bob.message).toContainText('Not every seat is taken yet');
  await bob.button('Join').click();
  await expect(alice.status).toContainText('Your turn: you play X');
  await expect(bob.status).toContainText(`${chain.alice} to move (X)`);
  await bob.at(1, 1).click();
  await expect(bob.message).toContainText('It is not your turn');
});

test('a move is shown at once; refused, it is taken back with the reason', async ({ browser, chain }) => {
  const { gameId, windows } = await arenaTable(browser, chain, [chain.alice, chain.bob]);
  const [alice] = windows;
  if (!alice) throw new Error('Alice plays');
  const release = await holdTransactions(alice.page, chain);
  await alice.at(2, 2).click();
  await expect(alice.cell(5)).toHaveAccessibleName('row 2, column 2: X, sending');
  await expect(alice.status).toContainText('Sending your X');
  release();
  await expect(alice.cell(5)).toHaveAccessibleName('row 2, column 2: X');
  await chain.arena(chain.bob, 'play', { game_id: gameId, row: 0, col: 0 });
  await expect(alice.status).toContainText('Your turn');
  const unfreeze = await freezeView(alice.page, chain);
  await chain.arena(chain.alice, 'play', { game_id: gameId, row: 0, col: 1 });
  await alice.at(3, 3).click();
  await expect(alice.message).toContainText('It is not your turn');
  await expect(alice.cell(9)).toHaveAccessibleName('row 3, column 3: empty');
  await expect(alice.page.locator('.transactions li').first()).toContainText('Move (refused)');
  await unfreeze();
  await alice.shows(`
    O X .
    . X .
    . . .`);
});

test('a restart is announced; one that a move has raced never takes the move, and is explained', async ({
  browser,
  chain,
}) => {
  const { gameId, windows, play } = await arenaTable(browser, chain, [chain.alice, chain.bob]);
  const [alice, bob] = windows;
  if (!alice || !bob) throw new Error('two play');
  await play([2, 2]);
  await bob.choose('Restart');
  await bob.button('Cancel').click();
  await bob.shows(`
    . . .
    . X .
    . . .`);
  await bob.confirm('Restart');
  await expect(alice.message).toContainText('Someone started round 2');
  await expect(bob.message).toBeEmpty();
  await expect(alice.status).toContainText('Your turn');
  const unfreeze = await freezeView(alice.page, chain);
  await chain.arena(chain.bob, 'restart', { game_id: gameId });
  await alice.at(1, 1).click();
  await expect(alice.message).toContainText('Someone started a new round just before that');
  await unfreeze();
  await expect(alice.fact('Round')).toHaveText('3');
  await alice.shows(`
    . . .
    . . .
    . . .`);
  await expect(alice.message).toContainText('your action did not count');
});

test('a turn that takes too long can be ended by the other player', async ({ browser, chain }) => {
  const { windows, play } = await arenaTable(browser, chain, [chain.alice, chain.bob], { turn_seconds: 30 });
  const [alice, bob] = windows;
  if (!alice || !bob) throw new Error('two play');
  await expect(bob.page.getByRole('timer')).toContainText(/0:[012]\d left for this turn|0:30 left/);
  await play([2, 2], [1, 1]);
  await expect(bob.button('Claim timeout')).toHaveCount(0);
  await chain.letTimePass(60);
  await bob.page.clock.setSystemTime(Date.now() + 120_000);
  await expect(bob.page.getByRole('timer')).toContainText('Time for this turn is up');
  await bob.confirm('Claim timeout');
  await expect(bob.status).toContainText('You win with O!');
  await expect(alice.seat(chain.alice)).toContainText('out');
  await expect(alice.status).toContainText('You lost this one');
});

test('the host closes a game, a challenger declines one, and everybody sees that it is gone', async ({
  browser,
  chain,
}) => {
  const { windows } = await arenaTable(browser, chain, [chain.alice, chain.bob]);
  const [alice, bob] = windows;
  if (!alice || !bob) throw new Error('two play');
  await alice.confirm('Close game');
  await expect(alice.status).toContainText(
    'You closed this game. Its storage deposit is back in your balance',
  );
  await expect(bob.status).toContainText(
    `${chain.alice} closed this game. Its storage deposit is back in ${chain.alice}’s balance`,
  );
  await bob.page.reload();
  await expect(bob.status).toContainText('There is no such game: it was closed or never existed');
  const other = await arenaTable(browser, chain, [chain.carol, chain.dave]);
  const [carol, dave] = other.windows;
  if (!carol || !dave) throw new Error('two play');
  await dave.confirm('Decline');
  await expect(carol.status).toContainText(
    `${chain.dave} closed this game. Its storage deposit is back in your balance`,
  );
  await carol.page.getByRole('link', { name: 'Back to lobby' }).click();
  await expect(carol.page).toHaveURL(/#\/arena$/);
});

test.describe('when the node goes away', () => {
  test.use({ expectedErrors: CONNECTION_LOST });

  test('the game stays on the screen and goes on; a new chain has no such game', async ({
    browser,
    chain,
  }) => {
    const { gameId, windows, play } = await arenaTable(browser, chain, [chain.alice, chain.bob]);
    const [alice] = windows;
    if (!alice) throw new Error('Alice plays');
    await play([2, 2]);
    await alice.page.context().setOffline(true);
    await expect(alice.message).toContainText('The node is not responding');
    await chain.arena(chain.bob, 'play', { game_id: gameId, row: 0, col: 0 });
    await alice.page.context().setOffline(false);
    await expect(alice.status).toContainText('Your turn: you play X');
    await chain.stop();
    await expect(alice.message).toContainText('The node is not responding');
    await alice.shows(`
      O . .
      . X .
      . . .`);
    await chain.startAgain();
    await expect(alice.status).toContainText('There is no such game');
    await expect(alice.message).toBeEmpty();
  });
});

test('the page follows a game, and asks nothing while it is hidden', async ({ browser, chain }) => {
  const gameId = await chain.game([chain.alice, chain.bob]);
  const window = await arenaWindow(browser, chain, null, gameId);
  await expect(window.status).toContainText(`${chain.alice} to move`);
  let asked = 0;
  window.page.on('request', (request) => {
    if (request.url().startsWith(chain.info.rpcUrl)) asked += 1;
  });
  await expect.poll(() => asked).toBeGreaterThan(2);
  await window.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await window.page.waitForTimeout(500);
  asked = 0;
  await window.page.waitForTimeout(1_500);
  expect(asked).toBe(0);
  await window.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => asked).toBeGreaterThan(0);
});

for (const language of ['en', 'ru']) {
  test(`every state of a game is accessible and fits, in ${language}`, async ({ browser, chain }) => {
    const limited = { turn_seconds: 300, rules: { grid: { rows: 10, cols: 10, in_a_row: 5 } } };
    const games = [
      await chain.game([chain.alice, chain.bob, chain.carol, chain.dave], limited),
      await chain.game([chain.bob, chain.alice], { rules: { ultimate: { capture: 'any' } } }),
      await chain.game([chain.bob, null]),
      await chain.game([chain.alice, null]),
      await chain.game([chain.alice, chain.carol]),
      '999',
    ];
    test.slow();
    await chain.arena(chain.carol, 'resign', { game_id: games[4] });
    const { page } = await arenaWindow(browser, chain, chain.alice, games[0] ?? '');
    await page.evaluate((name) => localStorage.setItem('tic-tac-toe.language', name), language);
    for (const gameId of games) {
      await page.goto(`#/arena/${gameId}`);
      await page.reload();
      await expect(page.locator('.play .headline')).not.toHaveClass(/busy/);
      await expectAccessible(page);
      for (const width of [320, 390, 820, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    }
    await page.goto(`#/arena/${games[0]}`);
    await page.locator('.actions > [popovertarget]').click();
    await expect(page.locator('.menu')).toBeVisible();
    await expectAccessible(page);
    await page.locator('.menu button').last().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });
}
