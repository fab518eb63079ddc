/** Loads what the screen itself asks the engine; positions are judged in workers. */

import init from '../computer/engine.wasm?init';
import type { Grader } from './analysis';
import { graderOf } from './engine';

export async function loadGrader(): Promise<Grader> {
  return graderOf(await init());
}
