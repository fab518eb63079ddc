/** The requirements of a classic game, each by its name, in both ways of playing. */

import { expect, test } from './fixtures';
import { deviceTable, oneGameTable, type Table } from './table';

const EMPTY = `
  . . .
  . . .
  . . .`;

const ROW_FOR_X = [1, 4, 2, 5, 3];
const COLUMN_FOR_O = [1, 2, 4, 5, 9, 8];
const DIAGONAL_FOR_X = [1, 2, 5, 3, 9];
const DRAW = [1, 2, 3, 5, 4, 6, 8, 7, 9];

function classicGame(
  requirement: (name: string, check: (table: Table) => Promise<void>) => void,
  says: { xMoves: RegExp; oMoves: RegExp; xWon: RegExp; oWon: RegExp; draw: RegExp },
) {
  requirement('new game gives nine empty cells', async ({ windows }) => {
    for (const window of windows) {
      await expect(window.page.locator('.cell')).toHaveCount(9);
      await window.shows(EMPTY);
    }
  });

  requirement('X starts', async ({ windows: [x] }) => {
    await expect(x.status).toHaveText(says.xMoves);
  });

  requirement('X starts, also after a previous game', async ({ windows: [x, o], play }) => {
    await play(...COLUMN_FOR_O);
    await expect(o.status).toHaveText(says.oWon);
    await x.newGame.click();
    await expect(x.status).toHaveText(says.xMoves);
    await x.cell(5).click();
    await x.shows(`
      . . .
      . X .
      . . .`);
  });

  requirement('both players see the board', async ({ windows, play }) => {
    await play(5, 1);
    for (const window of windows) {
      await window.shows(`
        O . .
        . X .
        . . .`);
    }
  });

  requirement('the turn is indicated', async ({ windows: [x, o], play }) => {
    await expect(x.status).toHaveText(says.xMoves);
    await expect(o.page.locator('.seat[aria-current="true"]')).toContainText('X');
    await play(5);
    await expect(o.status).toHaveText(says.oMoves);
    await expect(x.page.locator('.seat[aria-current="true"]')).toContainText('O');
  });

  requirement('a click places the mark', async ({ windows: [x] }) => {
    await x.cell(3).click();
    await x.shows(`
      . . X
      . . .
      . . .`);
  });

  requirement('an occupied cell is rejected with a message', async ({ windows: [, o], play }) => {
    await play(5);
    await expect(o.status).toHaveText(says.oMoves);
    await o.cell(5).click();
    await expect(o.message).toContainText('This cell is taken');
    await o.shows(`
      . . .
      . X .
      . . .`);
    await expect(o.status).toHaveText(says.oMoves);
  });

  requirement('turns switch', async ({ windows: [x, o], play }) => {
    await play(1);
    await expect(o.status).toHaveText(says.oMoves);
    await play(2);
    await expect(x.status).toHaveText(says.xMoves);
    await x.shows(`
      X O .
      . . .
      . . .`);
  });

  requirement('a row wins and ends the game', async ({ windows: [x, o], play }) => {
    await play(...ROW_FOR_X);
    await expect(x.status).toHaveText(says.xWon);
    await expect(x.line).toBeVisible();
    await expect(o.line).toBeVisible();
    await o.cell(9).click();
    await expect(o.message).toContainText('This game is over');
    await o.shows(`
      X X X
      O O .
      . . .`);
  });

  requirement('a column wins and ends the game', async ({ windows: [x, o], play }) => {
    await play(...COLUMN_FOR_O);
    await expect(o.status).toHaveText(says.oWon);
    await expect(x.line).toBeVisible();
    await x.cell(3).click();
    await expect(x.message).toContainText('This game is over');
  });

  requirement('a diagonal wins and ends the game', async ({ windows: [x, o], play }) => {
    await play(...DIAGONAL_FOR_X);
    await expect(x.status).toHaveText(says.xWon);
    await expect(o.line).toBeVisible();
    await o.cell(4).click();
    await expect(o.message).toContainText('This game is over');
  });

  requirement('a full board is a draw and ends the game', async ({ windows, play }) => {
    await play(...DRAW);
    for (const window of windows) {
      await expect(window.status).toHaveText(says.draw);
      await expect(window.line).toHaveCount(0);
      await window.shows(`
        X O X
        X O O
        O X X`);
    }
  });

  requirement(
    '“New Game” appears after the end, resets the board and clears the message',
    async ({ windows: [x, o], play }) => {
      await expect(x.newGame).toHaveCount(0);
      await play(...ROW_FOR_X);
      await x.cell(9).click();
      await expect(x.message).toContainText('This game is over');
      await expect(o.newGame).toBeVisible();
      await x.newGame.click();
      await x.shows(EMPTY);
      await o.shows(EMPTY);
      await expect(x.message).toBeEmpty();
      await expect(x.line).toHaveCount(0);
      await expect(x.newGame).toHaveCount(0);
      await expect(x.status).toHaveText(says.xMoves);
    },
  );
}

test.describe('on one device', () => {
  classicGame((name, check) => test(name, async ({ page }) => check(await deviceTable(page))), {
    xMoves: /It’s X’s turn/,
    oMoves: /It’s O’s turn/,
    xWon: /X won.*Game over/s,
    oWon: /O won.*Game over/s,
    draw: /draw/,
  });
});

test.describe('on chain, two windows', () => {
  classicGame(
    (name, check) => test(name, async ({ browser, chain }) => check(await oneGameTable(browser, chain))),
    {
      xMoves: /Your turn: you play X/,
      oMoves: /Your turn: you play O/,
      xWon: /You win with X!/,
      oWon: /You win with O!/,
      draw: /draw/,
    },
  );
});
