/** Ultimate on one device: every numbered requirement of its screens, options and dialogs. */

import { expect, test } from './fixtures';
import {
  BOTH_IN_ONE,
  cellsOf,
  DRAWN,
  DRAWN_CLOSING,
  FULL_WITHOUT_LINE,
  UltimateTable,
  WON,
  WON_BY_O,
  WON_CLOSING,
  WON_WITH_BOTH,
} from './ultimate-table';

const ALL = [0, 1, 2, 3, 4, 5, 6, 7, 8];

test.describe('R1 rules', () => {
  test('R1.1 the first mark goes anywhere, the next where it sends', async ({ page }) => {
    const table = await UltimateTable.open(page);
    expect(await table.highlighted()).toEqual(ALL);
    await table.play('42');
    expect(await table.highlighted()).toEqual([2]);
    await table.play('26');
    expect(await table.highlighted()).toEqual([6]);
  });

  test('R1.2, R1.6 first: the first line fixes the owner, and a later line of the other changes nothing', async ({
    page,
  }) => {
    const table = await UltimateTable.open(page);
    await table.play(BOTH_IN_ONE);
    await expect(table.state(0)).toHaveAttribute('data-state', 'O');
    await expect(table.captures(0)).toHaveCount(1);
  });

  test('R1.2 any: a mini-field with both lines is ? and stays so', async ({ page }) => {
    const table = await UltimateTable.open(page, { capture: 'any' });
    await table.play('00 03 30 04 40 05');
    await expect(table.state(0)).toHaveAttribute('data-state', 'O');
    await table.play('51 10 01 12 26 60 02');
    await expect(table.state(0)).toHaveAttribute('data-state', '?');
  });

  test('R1.2 closing: a captured mini-field is closed, and who is sent there plays anywhere else', async ({
    page,
  }) => {
    const table = await UltimateTable.open(page, { capture: 'closing' });
    await table.play('00 01 10 04 40 07 70');
    expect(await table.highlighted()).toEqual(ALL.filter((field) => field !== 0));
    await expect(table.cell('08')).toBeDisabled();
    await table.play('88');
    expect(await table.highlighted()).toEqual([8]);
  });

  test('R1.3 first: a whole game that three mini-fields in a line win', async ({ page }) => {
    const table = await UltimateTable.open(page);
    await table.play(WON);
    await expect(table.dialog).toContainText('X won');
    await expect(table.line).toHaveAttribute('data-line', '3 4 5');
  });

  test('R1.3 any: a whole game that is won with a ? that counts for both', async ({ page }) => {
    const table = await UltimateTable.open(page, { capture: 'any' });
    await table.play(WON_WITH_BOTH);
    await expect(table.dialog).toContainText('X won');
    await expect(table.state(0)).toHaveAttribute('data-state', '?');
    await expect(table.line).toHaveAttribute('data-line', '0 3 6');
  });

  test('R1.3 closing: a whole game that a diagonal of mini-fields wins', async ({ page }) => {
    const table = await UltimateTable.open(page, { capture: 'closing' });
    await table.play(WON_CLOSING);
    await expect(table.dialog).toContainText('X won');
    await expect(table.line).toHaveAttribute('data-line', '0 4 8');
  });

  test('R1.4 a full mini-field without a line is nobody’s', async ({ page }) => {
    const table = await UltimateTable.open(page, { after: FULL_WITHOUT_LINE.slice(0, -3) });
    await table.play(FULL_WITHOUT_LINE.slice(-2));
    for (let inner = 0; inner < 9; inner += 1) {
      await expect(table.cell(`0${inner}`).locator('.mark')).toHaveCount(1);
    }
    await expect(table.state(0)).toHaveCount(0);
    expect(await table.highlighted()).toEqual([2]);
  });

  test('R1.5 closing: it is a draw when every mini-field is closed', async ({ page }) => {
    const table = await UltimateTable.open(page, { capture: 'closing', after: DRAWN_CLOSING.slice(0, -3) });
    await table.play(DRAWN_CLOSING.slice(-2));
    await expect(table.dialog).toContainText('It’s a draw');
    expect(await table.highlighted()).toEqual([]);
  });

  for (const capture of ['first', 'any'] as const) {
    test(`R1.5 ${capture}: who is sent to a full mini-field cannot move, and it is a draw`, async ({
      page,
    }) => {
      const table = await UltimateTable.open(page, { capture });
      await table.play(DRAWN);
      await expect(table.dialog).toContainText('It’s a draw');
      await expect(table.line).toHaveCount(0);
      expect(await table.highlighted()).toEqual([]);
    });
  }
});

test.describe('R2 main screen', () => {
  test('R2.1 “Start game” opens the game screen over the main screen', async ({ page }) => {
    await page.goto('#device');
    await page.getByRole('button', { name: 'Start game' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start game' })).toHaveCount(0);
  });

  test('R2.2 “Options” opens the options screen over the main screen', async ({ page }) => {
    await page.goto('#device');
    await page.getByRole('button', { name: 'Options' }).click();
    await expect(page.getByRole('heading', { name: 'Options' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Start game' })).toBeVisible();
  });
});

test.describe('R3 game screen', () => {
  test('R3 opening it starts a new game with the saved options', async ({ page }) => {
    await page.goto('#device/options');
    await page.getByRole('radio', { name: 'captures and closes' }).check();
    await page.getByRole('switch', { name: 'Confirm turn' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Start game' }).click();
    const table = new UltimateTable(page);
    for (const pair of '00 01 10 04 40 07 70'.split(' ')) {
      await table.play(pair);
      await table.button('Finish turn').click();
    }
    expect(await table.highlighted()).toEqual(ALL.filter((field) => field !== 0));
  });

  const waysOut = {
    '“Exit”': (table: UltimateTable) => table.button('Exit').click(),
    Escape: (table: UltimateTable) => table.page.keyboard.press('Escape'),
    'the back button': (table: UltimateTable) => table.page.goBack(),
  };
  for (const [name, leave] of Object.entries(waysOut)) {
    test(`R3.1 to R3.1.3 ${name} asks while the game is under way`, async ({ page }) => {
      const table = await UltimateTable.open(page, { overMain: true });
      await table.play('44');

      await leave(table);
      await expect(table.dialog).toContainText('Are you sure to exit game');
      await table.button('Cancel').click();
      await expect(table.dialog).toHaveCount(0);
      expect(await table.marks()).toBe(1);

      await leave(table);
      await expect(table.dialog).toBeVisible();
      await page.goBack();
      await expect(table.dialog).toHaveCount(0);
      expect(await table.marks()).toBe(1);

      await leave(table);
      await table.button('Yes').click();
      await expect(page.getByRole('button', { name: 'Start game' })).toBeVisible();
      await expect(table.dialog).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Continue game' })).toHaveCount(0);
    });

    test(`R3.1 ${name} leaves at once after the end`, async ({ page }) => {
      const table = await UltimateTable.open(page, { after: WON.slice(0, -3), overMain: true });
      await table.play(WON.slice(-2));
      await table.button('Close').click();
      await leave(table);
      await expect(page.getByRole('button', { name: 'Start game' })).toBeVisible();
    });
  }

  test('R3.1.3 Escape closes the question alone', async ({ page }) => {
    const table = await UltimateTable.open(page);
    await table.button('Exit').click();
    await expect(table.dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(table.dialog).toHaveCount(0);
    await expect(page.getByRole('grid')).toBeVisible();
  });

  test('R3.2 one line says whose turn it is, and that the game is over', async ({ page }) => {
    const table = await UltimateTable.open(page, { after: WON.slice(0, -6) });
    const line = table.status.locator('span:not(.visually-hidden)');
    await expect(line).toHaveText('It’s O’s turn');
    await table.play('24');
    await expect(line).toHaveText('It’s X’s turn');
    await table.play('42');
    await expect(line).toHaveText('Game over');
  });

  test('R3.3.1, R3.3.4.1 there are lines between the mini-fields and between their cells', async ({
    page,
  }) => {
    await UltimateTable.open(page);
    await expect(page.locator('.ultimate__rules path')).toHaveCount(2);
    await expect(page.locator('.ultimate__cell-lines')).toHaveCount(9);
  });

  test('R3.3.2 the mini-fields where a mark may go are highlighted: all, one, none after the end', async ({
    page,
  }) => {
    const table = await UltimateTable.open(page);
    expect(await table.highlighted()).toEqual(ALL);
    await table.play(WON.slice(0, 2));
    expect(await table.highlighted()).toEqual([2]);
    await table.play(WON.slice(3));
    expect(await table.highlighted()).toEqual([]);
  });

  test('R3.3.3 after a win a line crosses the three mini-fields that won', async ({ page }) => {
    const table = await UltimateTable.open(page, { after: WON.slice(0, -3) });
    await expect(table.line).toHaveCount(0);
    await table.play(WON.slice(-2));
    await expect(table.line).toHaveAttribute('data-line', '3 4 5');
  });

  test('R3.3.4.2 a mini-field shows nothing, X, O or ?, large and over its cells', async ({ page }) => {
    const table = await UltimateTable.open(page, { capture: 'any', after: BOTH_IN_ONE });
    await expect(table.state(1)).toHaveCount(0);
    await expect(table.state(0)).toHaveAttribute('data-state', '?');
    const [state, cell] = [await table.state(0).boundingBox(), await table.cell('00').boundingBox()];
    expect(state?.height ?? 0).toBeGreaterThan(1.5 * (cell?.height ?? Number.POSITIVE_INFINITY));
  });

  test('R3.3.4.3 first: one capturing line, that of the first capture', async ({ page }) => {
    const table = await UltimateTable.open(page, { after: DRAWN });
    await expect(table.captures(0)).toHaveCount(1);
    await expect(table.captures(0)).toHaveAttribute('data-seat', 'O');
    const line = await table.captures(0).boundingBox();
    expect(line?.width ?? 0).toBeGreaterThan(3 * (line?.height ?? Number.POSITIVE_INFINITY));
  });

  test('R3.3.4.3 any: at most one capturing line of X and one of O', async ({ page }) => {
    const table = await UltimateTable.open(page, { capture: 'any', after: BOTH_IN_ONE });
    await expect(table.captures(0)).toHaveCount(2);
    await expect(page.locator('[data-capture="0"][data-seat="X"]')).toHaveCount(1);
    await expect(page.locator('[data-capture="0"][data-seat="O"]')).toHaveCount(1);
  });

  test('R3.3.4.4 each mini-field has nine cells, which are buttons and show nothing, X or O', async ({
    page,
  }) => {
    const table = await UltimateTable.open(page);
    await expect(page.getByRole('gridcell').getByRole('button')).toHaveCount(81);
    await table.play('00 08');
    await expect(table.cell('00').locator('.mark--X')).toBeVisible();
    await expect(table.cell('08').locator('.mark--O')).toBeVisible();
    await expect(table.cell('88').locator('.mark')).toHaveCount(0);
  });

  test('R3.3.4.4.2.1 no cell can be pressed when the game is over', async ({ page }) => {
    const table = await UltimateTable.open(page, { after: WON });
    await expect(page.locator('.mini[aria-disabled="false"]')).toHaveCount(0);
    await table.cell('22').click({ force: true });
    expect(await table.marks()).toBe(cellsOf(WON).length);
  });

  test('R3.3.4.4.2.2, R3.3.4.4.2.3 no cell can be pressed that has a mark or where it may not go', async ({
    page,
  }) => {
    const table = await UltimateTable.open(page, { after: '00' });
    await expect(table.cell('00')).toBeDisabled();
    await expect(table.cell('44')).toBeDisabled();
    await expect(table.cell('08')).toBeEnabled();
    for (const pair of ['00', '44']) await table.cell(pair).click({ force: true });
    expect(await table.marks()).toBe(1);
  });

  test('R3.4 “Finish turn” is there only with “Confirm turn”, and disabled while no cell is chosen', async ({
    page,
  }) => {
    const table = await UltimateTable.open(page, { confirmTurn: true });
    await expect(table.button('Finish turn')).toBeDisabled();
    await table.play('44');
    await expect(table.button('Finish turn')).toBeEnabled();
    await table.button('Finish turn').click();
    await expect(table.button('Finish turn')).toBeDisabled();
  });

  test('R3.5.3.1 confirm turn off: pressing a cell marks it and ends the turn', async ({ page }) => {
    const table = await UltimateTable.open(page);
    await expect(table.button('Finish turn')).toHaveCount(0);
    await table.play('44');
    await expect(table.status).toContainText('It’s O’s turn');
    await expect(table.cell('44').locator('.mark--X')).toBeVisible();
  });

  test('R3.5.3.2 confirm turn on: a mark moves until “Finish turn”, and nothing else changes before', async ({
    page,
  }) => {
    const table = await UltimateTable.open(page, { confirmTurn: true, after: '00 03 30 04 40' });
    await table.play('05');
    await expect(table.cell('05').locator('.mark--O')).toBeVisible();
    await expect(table.status).toContainText('It’s O’s turn');
    await expect(table.state(0)).toHaveCount(0);
    await expect(table.captures(0)).toHaveCount(0);
    expect(await table.highlighted()).toEqual([0]);
    await table.play('08');
    await expect(table.cell('05').locator('.mark')).toHaveCount(0);
    await expect(table.cell('08').locator('.mark--O')).toBeVisible();
    await table.play('05');
    await table.button('Finish turn').click();
    await expect(table.state(0)).toHaveAttribute('data-state', 'O');
    await expect(table.status).toContainText('It’s X’s turn');
    expect(await table.highlighted()).toEqual([5]);
  });

  for (const way of ['Close', 'Escape', 'the back button'] as const) {
    test(`R3.5.4 after a win a dialog says so; ${way} closes it and the final board stays`, async ({
      page,
    }) => {
      const table = await UltimateTable.open(page, { after: WON.slice(0, -3), overMain: true });
      await table.play(WON.slice(-2));
      await expect(table.dialog).toContainText('X won');
      if (way === 'Close') await table.button('Close').click();
      else if (way === 'Escape') await page.keyboard.press('Escape');
      else await page.goBack();
      await expect(table.dialog).toHaveCount(0);
      await expect(table.line).toHaveCount(1);
      expect(await table.marks()).toBe(cellsOf(WON).length);
    });
  }

  test('R3.5.4 O’s win is called O’s', async ({ page }) => {
    const table = await UltimateTable.open(page, { after: WON_BY_O.slice(0, -3) });
    await table.play(WON_BY_O.slice(-2));
    await expect(table.dialog).toContainText('O won');
  });

  test('R3.5.5 after a draw a dialog says so', async ({ page }) => {
    const table = await UltimateTable.open(page, { after: DRAWN.slice(0, -3) });
    await table.play(DRAWN.slice(-2));
    await expect(table.dialog).toContainText('It’s a draw');
    await table.button('Close').click();
    await expect(table.dialog).toHaveCount(0);
    await expect(table.status).toContainText('Game over');
  });
});

test.describe('R4 options screen', () => {
  const waysBack = {
    '“Back”': (table: UltimateTable) => table.button('Back').click(),
    Escape: (table: UltimateTable) => table.page.keyboard.press('Escape'),
    'the back button': (table: UltimateTable) => table.page.goBack(),
  };
  for (const [name, back] of Object.entries(waysBack)) {
    test(`R4.1 ${name} closes it, and changes are dropped`, async ({ page }) => {
      await page.goto('#device');
      await page.getByRole('button', { name: 'Options' }).click();
      await page.getByRole('radio', { name: 'Any player' }).check();
      await page.getByRole('switch').check();
      await back(new UltimateTable(page));
      await expect(page.getByRole('button', { name: 'Start game' })).toBeVisible();
      await page.getByRole('button', { name: 'Options' }).click();
      await expect(
        page.getByRole('radio', { name: 'First player with 3-in-line captures mini-field' }),
      ).toBeChecked();
      await expect(page.getByRole('switch')).not.toBeChecked();
    });
  }

  test('R4.2, R4.4 to R4.6 its title, its picker and its switch, with their defaults', async ({ page }) => {
    await page.goto('#device/options');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Options');
    const labels = page.getByRole('radiogroup').locator('label');
    await expect(labels).toHaveText([
      'First player with 3-in-line captures mini-field',
      'Any player with 3-in-line captures mini-field',
      'First player with 3-in-line captures and closes mini-field',
    ]);
    await expect(page.getByRole('radio').first()).toBeChecked();
    await expect(page.getByRole('switch', { name: 'Confirm turn' })).not.toBeChecked();
  });

  test('R4.3 “Save” keeps the options, also over a reload, and closes', async ({ page }) => {
    await page.goto('#device/options');
    await page.getByRole('radio', { name: 'Any player' }).check();
    await page.getByRole('switch').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: 'Start game' })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Options' }).click();
    await expect(page.getByRole('radio', { name: 'Any player' })).toBeChecked();
    await expect(page.getByRole('switch')).toBeChecked();
  });
});

test('a reload in mid-game keeps marks, captures, turn and the mark that does not count yet', async ({
  page,
}) => {
  const table = await UltimateTable.open(page, { confirmTurn: true, capture: 'any', after: BOTH_IN_ONE });
  await table.play('22');
  await page.reload();
  await expect(table.state(0)).toHaveAttribute('data-state', '?');
  await expect(table.status).toContainText('It’s O’s turn');
  await expect(table.cell('22').locator('.mark--O')).toBeVisible();
  expect(await table.highlighted()).toEqual([2]);
});

test('digits play in the mini-field that must be played, and choose one where any may be', async ({
  page,
}) => {
  const table = await UltimateTable.open(page);
  await page.keyboard.press('5');
  expect(await table.marks()).toBe(0);
  await page.keyboard.press('3');
  await expect(table.cell('42').locator('.mark--X')).toBeVisible();
  await page.keyboard.press('9');
  await expect(table.cell('28').locator('.mark--O')).toBeVisible();
});

test('cells say mini-field, cell, mark and whether they can be played; captures are told', async ({
  page,
}) => {
  const table = await UltimateTable.open(page, { after: '00 03 30 04 40' });
  await expect(table.cell('00')).toHaveAccessibleName('upper left mini-field, upper left cell: X');
  await expect(table.cell('05')).toHaveAccessibleName(
    'upper left mini-field, middle right cell: empty, can be played',
  );
  await table.play('05');
  await expect(table.status).toHaveText(
    /O captures the mini-field\. The next mark goes into the middle right mini-field\.\s+It’s X’s turn/,
  );
});
