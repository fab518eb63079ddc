/** How a game is passed to the wasm modules that know the rules: the page that both of them read (see `rules-wasm`). */

import { CAPTURES, type GameRules, playersOf, SEATS, type Seat, type Step } from './game';
import { LEAVES, MOST_STEPS, ULTIMATE } from './wasm-constants';

export interface GameModule {
  readonly memory: WebAssembly.Memory;
  /** Where the page begins. */
  game(): number;
}

/** Writes what is played, who moves first and what happened; whether the page has room for so much. */
export function writeGame(
  module: GameModule,
  rules: GameRules,
  steps: readonly Step[],
  first: Seat = 'X',
): boolean {
  if (steps.length > MOST_STEPS) return false;
  writeWords(module, module.game(), [...headOf(rules), SEATS.indexOf(first) + 1, ...steps.map(wordOf)]);
  return true;
}

export function writeWords({ memory }: GameModule, page: number, words: readonly number[]): void {
  new Uint16Array(memory.buffer, page, words.length).set(words);
}

function wordOf(step: Step): number {
  return typeof step === 'number' ? step : LEAVES + SEATS.indexOf(step.leaves) + 1;
}

function headOf(rules: GameRules): number[] {
  if (rules.kind === 'ultimate') return [ULTIMATE, CAPTURES.indexOf(rules.capture), 0, playersOf(rules)];
  return [rules.rows, rules.cols, rules.inARow, rules.players];
}
