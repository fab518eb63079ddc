/** Measures how long a guest's mark takes from the press to the board, beside a local account's in the same game. */

import type { Locator } from '@playwright/test';
import { arenaWindow } from '../e2e/arena-table';
import { expect } from '../e2e/fixtures';
import { guestAt, test } from '../e2e/guest-table';

const MARKS = 50;
const SIZE = 19;

/** Presses a cell; how long it takes until its mark is drawn as made. */
const press = (cell: Locator): Promise<number> =>
  cell.evaluate(
    (button: HTMLElement) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        const look = () => {
          if (button.classList.contains('cell--pending') || !button.querySelector('.mark')) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - began));
        };
        const observer = new MutationObserver(look);
        observer.observe(button, { attributes: true, childList: true, subtree: true });
        button.click();
      }),
  );

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test('a guest and a local account in turn', async ({ browser, chain, relay: _ }) => {
  test.setTimeout(600_000);
  const grid = { rows: SIZE, cols: SIZE, in_a_row: SIZE };
  const gameId = await chain.game([chain.alice, null], { rules: { grid } });
  const account = await arenaWindow(browser, chain, chain.alice, gameId);
  const guest = await arenaWindow(browser, chain, null, gameId);
  await guestAt(guest, chain, gameId);
  const players = [
    { window: account, times: [] as number[] },
    { window: guest, times: [] as number[] },
  ];
  for (let mark = 0; mark < 2 * MARKS; mark += 1) {
    const { window, times } = players[mark % 2] as (typeof players)[number];
    await expect(window.status).toContainText('Your turn');
    times.push(await press(window.cell(mark + 1)));
  }
  const [ofAccount = 0, ofGuest = 0] = players.map(({ times }) => median(times));
  const ratio = (ofGuest / ofAccount).toFixed(2);
  console.log(
    `medians of ${MARKS} in the page: a guest ${ofGuest.toFixed(0)} ms, a local account ${ofAccount.toFixed(0)} ms, ratio ${ratio}`,
  );
});
