/** Puts together the page of the one-game contract: the rules of its game and the page. */

import { loadRules } from '../rules/load';
import { OneGamePage, type OneGamePageParts } from './one-game-page';

export async function openOneGame(parts: Omit<OneGamePageParts, 'rules'>): Promise<OneGamePage> {
  return new OneGamePage({ ...parts, rules: await loadRules() });
}
