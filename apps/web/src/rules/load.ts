/** Loads the rules in the browser. */

import type { Rules } from './game';
import { rulesFrom } from './rules';
import init from './rules.wasm?init';

export async function loadRules(): Promise<Rules> {
  return rulesFrom(await init());
}
