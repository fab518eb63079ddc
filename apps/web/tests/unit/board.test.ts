/** The keyboard on the board. */

import { expect, it } from 'vitest';
import { neighbour, numberOfKey } from '../../src/boards/cell-focus';

const CLASSIC = { rows: 3, cols: 3 };

it('digits choose cells in reading order', () => {
  expect(['1', '5', '9'].map(numberOfKey)).toEqual([0, 4, 8]);
  expect(['0', 'a', 'F1', '10'].map(numberOfKey)).toEqual([null, null, null, null]);
});

it('arrows move by one cell and stop at the edges', () => {
  expect(neighbour(4, 'ArrowUp', CLASSIC)).toBe(1);
  expect(neighbour(4, 'ArrowDown', CLASSIC)).toBe(7);
  expect(neighbour(4, 'ArrowLeft', CLASSIC)).toBe(3);
  expect(neighbour(4, 'ArrowRight', CLASSIC)).toBe(5);
  expect(neighbour(0, 'ArrowUp', CLASSIC)).toBe(0);
  expect(neighbour(8, 'ArrowRight', CLASSIC)).toBe(8);
});

it('Home and End go to the ends of the row', () => {
  expect(neighbour(4, 'Home', CLASSIC)).toBe(3);
  expect(neighbour(4, 'End', CLASSIC)).toBe(5);
});

it('on a board of another shape the edges are where they are', () => {
  const wide = { rows: 3, cols: 5 };
  expect(neighbour(4, 'ArrowRight', wide)).toBe(4);
  expect(neighbour(4, 'ArrowDown', wide)).toBe(9);
  expect(neighbour(12, 'ArrowDown', wide)).toBe(12);
});
