/** The computer opponent: the Rust crate `engine/`, compiled to wasm, behind one typed function (see `engine-wasm`). */

import { type GameModule, writeGame } from '../rules/game-page';
import { LEVELS, type Level, type Question } from './computer';

interface EngineModule extends GameModule {
  begin(steps: number, level: number, seed: number): number;
  step(thinking: number, playouts: number): number;
  finish(thinking: number): number;
}

/** How long a level may think, in milliseconds; a level that needs less stops by itself. */
export const BUDGET_MS: Readonly<Record<Level, number>> = { easy: 100, medium: 500, strong: 1_000 };

/** So few that the clock is asked often enough, so many that asking costs nothing. */
const PLAYOUTS_A_STEP = 64;

export interface Chance {
  now(): number;
  /** Decides between moves that are equally good. */
  readonly seed: number;
}

/** The cell that the computer marks. */
export function think(instance: WebAssembly.Instance, question: Question, { now, seed }: Chance): number {
  const engine = instance.exports as unknown as EngineModule;
  const { game, moves, level } = question;
  const thinking = writeGame(engine, game, moves)
    ? engine.begin(moves.length, LEVELS.indexOf(level), seed)
    : 0;
  if (thinking === 0) throw new RangeError('there is nothing to think about');
  const end = now() + BUDGET_MS[level];
  while (engine.step(thinking, PLAYOUTS_A_STEP) === 0 && now() < end);
  return engine.finish(thinking);
}
