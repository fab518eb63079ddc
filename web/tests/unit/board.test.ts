/** The keyboard on the board. */

import { expect, it } from 'vitest';
import { cellOfKey, neighbour } from '../../src/ui/board';

it('digits choose cells in reading order', () => {
  expect(['1', '5', '9'].map(cellOfKey)).toEqual([0, 4, 8]);
  expect(['0', 'a', 'F1', '10'].map(cellOfKey)).toEqual([null, null, null, null]);
});

it('arrows move by one cell and stop at the edges', () => {
  expect(neighbour(4, 'ArrowUp')).toBe(1);
  expect(neighbour(4, 'ArrowDown')).toBe(7);
  expect(neighbour(4, 'ArrowLeft')).toBe(3);
  expect(neighbour(4, 'ArrowRight')).toBe(5);
  expect(neighbour(0, 'ArrowUp')).toBe(0);
  expect(neighbour(8, 'ArrowRight')).toBe(8);
});

it('Home and End go to the ends of the row', () => {
  expect(neighbour(4, 'Home')).toBe(3);
  expect(neighbour(4, 'End')).toBe(5);
});
