/** The rules for tests: the very wasm that the page loads. */

import { readFileSync } from 'node:fs';
import type { GameRules, Position } from '../../src/rules/game';
import { rulesFrom } from '../../src/rules/rules';

const wasm = readFileSync(new URL('../../src/rules/rules.wasm', import.meta.url));

export const rules = rulesFrom(new WebAssembly.Instance(new WebAssembly.Module(wasm)));

export const CLASSIC: GameRules = { kind: 'grid', rows: 3, cols: 3, inARow: 3, players: 2 };
export const THREE_PLAYERS: GameRules = { kind: 'grid', rows: 5, cols: 5, inARow: 4, players: 3 };
export const FIRST: GameRules = { kind: 'ultimate', capture: 'first' };
export const ANY: GameRules = { kind: 'ultimate', capture: 'any' };
export const CLOSING: GameRules = { kind: 'ultimate', capture: 'closing' };

/** The position after moves that the rules accept. */
export function replayed(game: GameRules, ...moves: number[]): Position {
  const position = rules.replay(game, moves);
  if (typeof position === 'string') throw new Error(`the rules answer ${position}`);
  return position;
}

/** Cells of an ultimate board, written as mini-field and cell in it: `00 01 10`. */
export function ultimateMoves(text: string): number[] {
  return text.split(' ').map((pair) => {
    const [field, cell] = [Number(pair[0]), Number(pair[1])];
    const [row, col] = [Math.floor(field / 3) * 3 + Math.floor(cell / 3), (field % 3) * 3 + (cell % 3)];
    return row * 9 + col;
  });
}

/** A draw after 17 moves under first and any: O is sent to a full mini-field. */
export const DRAWN = ultimateMoves('00 01 10 02 20 03 30 04 40 05 50 06 60 07 70 08 80');
/** Mini-field 0 has a line of each player, O's first. */
export const BOTH_IN_ONE = ultimateMoves('00 03 30 04 40 05 51 10 01 12 26 60 02');
