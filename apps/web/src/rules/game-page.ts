/** How a game is told to the wasm modules that know the rules: the page that both of them read (see `rules-wasm`). */

import { CAPTURES, type GameRules, playersOf, SEATS, type Step } from './game';

export interface GameModule {
  readonly memory: WebAssembly.Memory;
  /** Where the page begins. */
  game(): number;
}

const HEAD = 4;
/** The largest board full of marks, and everybody but one leaving. */
const MOST_STEPS = 19 * 19 + 3;
/** Added to a seat's number: that player leaves. */
const LEAVES = 0x200;

/** Writes what is played and what happened in it; whether the page has room for so much. */
export function writeGame(module: GameModule, rules: GameRules, steps: readonly Step[]): boolean {
  if (steps.length > MOST_STEPS) return false;
  const page = new Uint16Array(module.memory.buffer, module.game(), HEAD + MOST_STEPS);
  page.set([...headOf(rules), ...steps.map(wordOf)]);
  return true;
}

function wordOf(step: Step): number {
  return typeof step === 'number' ? step : LEAVES + SEATS.indexOf(step.leaves) + 1;
}

function headOf(rules: GameRules): number[] {
  if (rules.kind === 'ultimate') return [0, CAPTURES.indexOf(rules.capture), 0, playersOf(rules)];
  return [rules.rows, rules.cols, rules.inARow, rules.players];
}
