/** The one-game contract beyond the classic rules: what a network, other people and restarts do to a game. */

import type { Locator, Page } from '@playwright/test';
import { callOutcome } from '../../src/chain/signer';
import { oneGameEvent } from '../../src/table/one-game';
import { expect, test } from './fixtures';
import { CONNECTION_LOST, freezeView, holdTransactions } from './network';
import { expectToPlayAs, oneGameTable, oneGameWindow } from './table';

/** Scrolls down until `top` is out of sight: again, since the page grows while it hears from the chain. */
async function scrollPast(page: Page, top: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await expect(top).not.toBeInViewport({ timeout: 100 });
  }).toPass();
}

test('before any game the board is empty and the page says so', async ({ browser, chain }) => {
  const window = await oneGameWindow(browser, chain, chain.alice);
  await expect(window.status).toHaveText('No game yet. Start the first one!');
  await window.cell(1).click();
  await expect(window.message).toContainText('There is no game yet');
});

test('a phone leads to the form for the first game, which is below the board', async ({ browser, chain }) => {
  const { page } = await oneGameWindow(browser, chain, chain.alice);
  await page.setViewportSize({ width: 390, height: 844 });
  const form = page.getByRole('form', { name: 'New game' });
  await expect(form).not.toBeInViewport();
  await page.getByRole('button', { name: 'New game', exact: true }).click();
  await expect(form.getByLabel('X, moves first', { exact: true })).toBeFocused();
  await expect(form.getByLabel('X, moves first', { exact: true })).toBeInViewport();
});

test('the loser is told, the winner is told, a spectator is told', async ({ browser, chain }) => {
  const {
    windows: [alice, bob],
    play,
  } = await oneGameTable(browser, chain);
  const spectator = await oneGameWindow(browser, chain, null);
  await play(1, 4, 2, 5, 3);
  await expect(alice.status).toContainText('You win with X!');
  await expect(bob.status).toContainText(`${chain.alice} wins with X. You lost this one`);
  await expect(spectator.status).toContainText(`${chain.alice} wins with X!`);
});

test('a spectator watches without an account and cannot move', async ({ browser, chain }) => {
  const { play } = await oneGameTable(browser, chain);
  const spectator = await oneGameWindow(browser, chain, null);
  await play(5);
  await spectator.shows(`
    . . .
    . X .
    . . .`);
  await spectator.cell(1).click();
  await expect(spectator.message).toContainText('Choose an account to play');
});

test('a move out of turn gives a message and sends nothing', async ({ browser, chain }) => {
  const {
    windows: [, bob],
  } = await oneGameTable(browser, chain);
  await expect(bob.status).toContainText(`${chain.alice} to move`);
  let sent = 0;
  bob.page.on('request', (request) => {
    if (request.postData()?.includes('"send_tx"')) sent += 1;
  });
  await bob.cell(1).click();
  await expect(bob.message).toContainText('It is not your turn');
  expect(sent).toBe(0);
});

test('a move is shown at once, marked as on its way', async ({ browser, chain }) => {
  const {
    windows: [alice],
  } = await oneGameTable(browser, chain);
  const release = await holdTransactions(alice.page, chain);
  await alice.cell(5).click();
  await expect(alice.cell(5)).toHaveAccessibleName('row 2, column 2: X, sending');
  await expect(alice.status).toContainText('Sending your X');
  release();
  await expect(alice.cell(5)).toHaveAccessibleName('row 2, column 2: X');
  await expect(alice.status).toContainText(`${chain.bob} to move`);
});

test('a refused move is rolled back with the reason', async ({ browser, chain }) => {
  const {
    windows: [alice],
  } = await oneGameTable(browser, chain);
  const unfreeze = await freezeView(alice.page, chain);
  await chain.call(chain.alice, 'play', { row: 1, col: 1 });
  await alice.cell(1).click();
  await expect(alice.message).toContainText('It is not your turn');
  await expect(alice.cell(1)).toHaveAccessibleName('row 1, column 1: empty');
  await expect(alice.page.locator('.transactions li').first()).toContainText('Move (refused)');
  await unfreeze();
  await alice.shows(`
    . . .
    . X .
    . . .`);
});

test('a raced overwrite never takes a move in the wrong game, and is explained', async ({
  browser,
  chain,
}) => {
  const {
    windows: [alice],
  } = await oneGameTable(browser, chain);
  const unfreeze = await freezeView(alice.page, chain);
  await chain.call(chain.bob, 'new_game', { p1: chain.alice, p2: chain.bob });
  await alice.cell(1).click();
  await expect(alice.message).toContainText('Someone started a new game just before your move');
  await unfreeze();
  await expect(alice.page.locator('.facts')).toContainText('Game2');
  await alice.shows(`
    . . .
    . . .
    . . .`);
  await expect(alice.message).toContainText('so it was not made');
});

test('a game that somebody replaces is announced to those who were playing', async ({ browser, chain }) => {
  const {
    windows: [alice, bob],
    play,
  } = await oneGameTable(browser, chain);
  await play(5);
  await chain.call(chain.bob, 'new_game', { p1: chain.bob, p2: chain.alice });
  for (const window of [alice, bob])
    await expect(window.message).toContainText('A new game replaced the one you saw');
  await expect(bob.status).toContainText('Your turn: you play X');
});

test('a game survives a reload in the middle', async ({ browser, chain }) => {
  const {
    windows: [alice, bob],
    play,
  } = await oneGameTable(browser, chain);
  await play(5, 1);
  await alice.page.reload();
  await alice.shows(`
    O . .
    . X .
    . . .`);
  await expectToPlayAs(alice, chain.alice);
  await play(9);
  await bob.shows(`
    O . .
    . X .
    . . X`);
});

test.describe('when the node goes away', () => {
  test.use({ expectedErrors: CONNECTION_LOST });

  test('the page says so, keeps the board, and goes on when a new node is back', async ({
    browser,
    chain,
  }) => {
    const {
      windows: [alice],
      play,
    } = await oneGameTable(browser, chain);
    await play(5);
    await chain.stop();
    await expect(alice.message).toContainText('The node is not responding');
    await alice.shows(`
      . . .
      . X .
      . . .`);
    await chain.startAgain();
    await expect(alice.status).toHaveText('No game yet. Start the first one!');
    await expect(alice.message).toBeEmpty();
    await alice.page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(alice.status).toContainText('Your turn');
    await alice.cell(1).click();
    await alice.shows(`
      X . .
      . . .
      . . .`);
  });

  test('the game goes on after the connection alone was lost', async ({ browser, chain }) => {
    const {
      windows: [alice, bob],
      play,
    } = await oneGameTable(browser, chain);
    await play(5);
    await alice.page.context().setOffline(true);
    await expect(alice.message).toContainText('The node is not responding');
    await play(1);
    await bob.shows(`
      O . .
      . X .
      . . .`);
    await alice.page.context().setOffline(false);
    await expect(alice.status).toContainText('Your turn: you play X');
    await alice.shows(`
      O . .
      . X .
      . . .`);
  });
});

test.describe('a new game', () => {
  test('checks account ids as they are typed', async ({ browser, chain }) => {
    const { page } = await oneGameWindow(browser, chain, chain.alice);
    const opponent = page.getByLabel('O', { exact: true });
    await opponent.fill('Bob..near');
    await expect(opponent).toHaveAttribute('aria-invalid', 'true');
    await expect(opponent).toHaveAccessibleDescription(/Only a–z/);
    await opponent.fill(chain.info.contractId);
    await expect(opponent).toHaveAccessibleDescription(/This is a contract/);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(opponent).toBeFocused();
    await opponent.fill(chain.bob);
    await expect(opponent).toHaveAttribute('aria-invalid', 'false');
  });

  test('has shortcuts for me and for playing myself', async ({ browser, chain }) => {
    const window = await oneGameWindow(browser, chain, chain.bob);
    const { page } = window;
    await page.getByRole('button', { name: 'X, moves first: Me' }).click();
    await expect(page.getByLabel('X, moves first', { exact: true })).toHaveValue(chain.bob);
    await page.getByRole('button', { name: 'Play against myself' }).click();
    await expect(page.getByLabel('O', { exact: true })).toHaveValue(chain.bob);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(window.status).toContainText('X to move');
    await window.cell(5).click();
    await expect(window.status).toContainText('O to move');
    await window.cell(1).click();
    await window.shows(`
      O . .
      . X .
      . . .`);
  });

  test('is told by the receipt of the call that created it', async ({ chain }) => {
    const outcome = await chain.call(chain.alice, 'new_game', { p1: chain.alice, p2: chain.bob });
    const { logs } = callOutcome(outcome, chain.info.contractId);
    const seating = expect.objectContaining({ players: [chain.alice, chain.bob] });
    expect(logs.map(oneGameEvent)).toEqual([{ kind: 'started', round: 1n, first: 'X', seating }]);
  });

  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    test(`brings the board into sight on a phone, with motion: ${reducedMotion}`, async ({
      browser,
      chain,
    }) => {
      const window = await oneGameWindow(browser, chain, chain.alice);
      const { page } = window;
      await page.setViewportSize({ width: 360, height: 640 });
      await page.emulateMedia({ reducedMotion });
      await scrollPast(page, window.cell(9));
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await expect(window.status).toContainText('Your turn');
      await expect(window.status).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.board')).toBeInViewport({ ratio: 1 });
      await expect(window.cell(1)).toBeFocused();
    });
  }

  test('asks a spectator to choose an account first', async ({ browser, chain }) => {
    const window = await oneGameWindow(browser, chain, null);
    await window.page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(window.message).toContainText('Choose an account to play');
  });
});

test('a whole game by keyboard alone', async ({ browser, chain }) => {
  const {
    windows: [alice, bob],
  } = await oneGameTable(browser, chain);
  const moves = [
    [alice, '1'],
    [bob, '4'],
    [alice, '2'],
    [bob, '5'],
  ] as const;
  for (const [window, key] of moves) {
    await expect(window.status).toContainText('Your turn');
    await window.page.keyboard.press(key);
    await expect(window.status).toContainText('to move');
  }
  await expect(alice.status).toContainText('Your turn');
  await alice.cell(2).focus();
  await alice.page.keyboard.press('ArrowRight');
  await alice.page.keyboard.press('Enter');
  await expect(alice.status).toContainText('You win with X!');
});

test('each transaction is listed with a link to it', async ({ browser, chain }) => {
  const {
    windows: [alice],
    play,
  } = await oneGameTable(browser, chain);
  await play(5);
  const transactions = alice.page.locator('.transactions li');
  await expect(transactions).toHaveCount(2);
  await expect(transactions.first()).toContainText('Move');
  await expect(transactions.last()).toContainText('New game');
  const url = await transactions.first().getByRole('link').getAttribute('href');
  const block = await (await fetch(url ?? '')).text();
  const hash = await transactions.first().locator('code').getAttribute('title');
  expect(block).toContain(hash);
});
