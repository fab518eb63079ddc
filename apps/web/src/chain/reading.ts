/** What a look at the chain gives: a game at a block, or no answer. */

import type { GameView } from '../contract/tic_tac_toe';

export interface Reading {
  readonly game: GameView | null;
  readonly height: number;
}

/** The node gave no answer, as opposed to an answer that is no game. */
export class Unreachable extends Error {}
