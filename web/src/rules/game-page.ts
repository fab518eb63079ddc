/** How a game is told to the wasm modules that know the rules: the page that both of them read (see `rules-wasm`). */

import { CAPTURES, type GameRules, playersOf } from './game';

export interface GameModule {
  readonly memory: WebAssembly.Memory;
  /** Where the page begins. */
  game(): number;
}

const HEAD = 4;
/** The largest board full of marks. */
const MOST_MOVES = 19 * 19;

/** Writes what is played and the moves made in it; whether the page has room for so many. */
export function writeGame(module: GameModule, rules: GameRules, moves: readonly number[]): boolean {
  if (moves.length > MOST_MOVES) return false;
  const page = new Uint16Array(module.memory.buffer, module.game(), HEAD + MOST_MOVES);
  page.set([...headOf(rules), ...moves]);
  return true;
}

function headOf(rules: GameRules): number[] {
  if (rules.kind === 'ultimate') return [0, CAPTURES.indexOf(rules.capture), 0, playersOf(rules)];
  return [rules.rows, rules.cols, rules.inARow, rules.players];
}
