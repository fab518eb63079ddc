/** Cells of the board as the page counts them: 0 to 8 in reading order. */

import type { Mark } from '../contract/tic_tac_toe';

export type Cell = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export const SIZE = 3;
export const CELLS: readonly Cell[] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** What each of the nine cells holds, in reading order. */
export type Marks = readonly (Mark | null)[];

export const rowOf = (cell: Cell): number => Math.floor(cell / SIZE);
export const colOf = (cell: Cell): number => cell % SIZE;
export const cellAt = (row: number, col: number): Cell => (row * SIZE + col) as Cell;
