/**
 * The games of an account and in which of them it is to move, as one value, and how each answer changes it.
 *
 * No input or output happens here.
 */

import type { GameView } from '../contract/arena';

export interface MyGames {
  readonly accountId: string;
  /** All of them; `null` until they have been read once. */
  readonly games: readonly GameView[] | null;
  /** The first part of an account's games, while the rest is still to be read. */
  readonly collected: readonly GameView[];
}

/** The most that the arena gives in one answer. */
const GAMES_A_PART = 100;

export const noGamesYet = (accountId: string): MyGames => ({ accountId, games: null, collected: [] });

/** What `get_games_of` takes for the next part. */
export const partArgs = ({ accountId, collected }: MyGames) => ({
  account_id: accountId,
  from_index: String(collected.length),
  limit: GAMES_A_PART,
});

/** What is known after one more part; a part that is not full is the last one. */
export function withPart(mine: MyGames, part: readonly GameView[]): MyGames {
  const collected = [...mine.collected, ...part];
  return part.length < GAMES_A_PART ? { ...mine, games: collected, collected: [] } : { ...mine, collected };
}

export function isTurnOf({ players, turn }: GameView, accountId: string): boolean {
  return turn !== null && players[turn - 1] === accountId;
}

/** The games in which it is the account's turn. */
export function turnsIn({ games, accountId }: MyGames): readonly GameView[] {
  return (games ?? []).filter((game) => isTurnOf(game, accountId));
}

/** The games in which it has become the account's turn; at the first look nothing has become so. */
export function newTurns(before: MyGames, after: MyGames): readonly GameView[] {
  if (!before.games || before.games === after.games) return [];
  const known = new Set(turnsIn(before).map(turnName));
  return turnsIn(after).filter((game) => !known.has(turnName(game)));
}

/** The account's games as a list: its turn first, then those under way, then the others; newer ones first. */
export function inOrder({ games, accountId }: MyGames): readonly GameView[] | null {
  if (!games) return null;
  const rank = (game: GameView) => (isTurnOf(game, accountId) ? 0 : game.status === 'in_progress' ? 1 : 2);
  return games.toSorted((a, b) => rank(a) - rank(b) || newerFirst(a, b));
}

export function newerFirst(a: GameView, b: GameView): number {
  return Number(BigInt(b.game_id) - BigInt(a.game_id));
}

/** Tells one turn of a game from all others. */
const turnName = ({ game_id, round, moves, out }: GameView) => `${game_id} ${round} ${moves} ${out.length}`;
