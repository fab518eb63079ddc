/** Puts together the arena: the rules of its games and its page. */

import { loadRules } from '../rules/load';
import { ArenaPage, type ArenaPageParts } from './page';

export async function openArena(parts: Omit<ArenaPageParts, 'rules'>): Promise<ArenaPage> {
  return new ArenaPage({ ...parts, rules: await loadRules() });
}
