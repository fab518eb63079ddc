/** The game's rules: the Rust crate `rules/`, compiled to wasm, behind three typed functions. */

import { CELLS, type Cell, type Marks } from '../cell';
import type { Mark } from '../contract/tic_tac_toe';

/** A position that legal play can reach, as one integer (see `rules-wasm`). */
export type Board = number & { readonly board: unique symbol };

export const EMPTY_BOARD = 0 as Board;

export type Outcome =
  | { kind: 'in_progress'; next: Mark }
  | { kind: 'won'; winner: Mark; line: Cell[] }
  | { kind: 'draw' };

export type MoveRefusal = 'GAME_OVER' | 'CELL_TAKEN';

export interface Rules {
  /** The board after the next player's move, or why there is none. */
  play(board: Board, cell: Cell): Board | MoveRefusal;
  outcome(board: Board): Outcome;
  /** The board that the integer stands for, if it stands for one. */
  parse(integer: number): Board | null;
}

interface WasmExports {
  play(board: number, cell: number): number;
  outcome(board: number): number;
}

const NOT_A_BOARD = -1;
const REFUSALS: Record<number, MoveRefusal> = { [-3]: 'GAME_OVER', [-4]: 'CELL_TAKEN' };
const KIND_BITS = 3;
const KIND_MASK = 0b111;

export function rulesFrom(instance: WebAssembly.Instance): Rules {
  const wasm = instance.exports as unknown as WasmExports;
  return {
    play(board, cell) {
      const next = wasm.play(board, cell);
      if (next >= 0) return next as Board;
      const refusal = REFUSALS[next];
      if (!refusal) throw new RangeError(`the rules refused board ${board}, cell ${cell} with ${next}`);
      return refusal;
    },
    outcome: (board) => outcomeFrom(wasm.outcome(board)),
    parse: (integer) => (wasm.outcome(integer) === NOT_A_BOARD ? null : (integer as Board)),
  };
}

/** What each cell of the board holds. */
export function marksOf(board: Board): Marks {
  return CELLS.map((cell) => {
    if ((board >> cell) & 1) return 'X';
    return (board >> (cell + CELLS.length)) & 1 ? 'O' : null;
  });
}

function outcomeFrom(code: number): Outcome {
  const line = () => CELLS.filter((cell) => (code >> (KIND_BITS + cell)) & 1);
  switch (code < 0 ? code : code & KIND_MASK) {
    case 0:
      return { kind: 'in_progress', next: 'X' };
    case 1:
      return { kind: 'in_progress', next: 'O' };
    case 2:
      return { kind: 'won', winner: 'X', line: line() };
    case 3:
      return { kind: 'won', winner: 'O', line: line() };
    case 4:
      return { kind: 'draw' };
    default:
      throw new RangeError(`the rules do not know this board (${code})`);
  }
}
