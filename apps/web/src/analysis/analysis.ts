/**
 * The analysis of a game as one value: what is known of each of its positions, and what that says of its moves.
 *
 * No input or output happens here: workers judge positions, and the screen draws what comes out.
 */

import { type GameRules, type Rules, SEATS, type Seat, type Step, turnOf } from '../rules/game';

export interface PlayedGame {
  readonly rules: GameRules;
  /** Who moved first. */
  readonly first: Seat;
  readonly steps: readonly Step[];
}

/** What is known of a position. */
export interface Evaluation {
  /** Each seat's chance to win, from 0 to 1000; a draw counts for all of them. */
  readonly chances: readonly number[];
  /** What happens if nobody errs, where that is proven. */
  readonly proven: Proven | null;
  /** The best moves from here on, as cells. */
  readonly line: readonly number[];
}

export type Proven =
  /** So many more marks of the winner are enough; none when the game is over. */
  { readonly kind: 'won'; readonly winner: Seat; readonly moves: number } | { readonly kind: 'draw' };

/** What a worker answers: what is known of a position, or why nothing is. */
export type Judged = { readonly evaluation: Evaluation } | { readonly problem: string };

export type Grade = 'mistake' | 'blunder';

/** Judges a move by the chances of whoever made it, before and after, and by whether it is the best that is known. */
export type Grader = (before: number, after: number, isBest: boolean) => Grade | null;

export interface Analysis {
  readonly game: PlayedGame;
  /** By how many steps have been made, from 0 on; `null` where nothing is known yet. */
  readonly evaluations: readonly (Evaluation | null)[];
}

export function newAnalysis(game: PlayedGame): Analysis {
  return { game, evaluations: Array.from({ length: game.steps.length + 1 }, () => null) };
}

/** The same analysis where the game is the same or has gone on, else a new one. */
export function analysisOf(game: PlayedGame, known: Analysis | null): Analysis {
  if (!known) return newAnalysis(game);
  const { rules, first, steps } = known.game;
  const text = (of: PlayedGame) => JSON.stringify([of.rules, of.first, of.steps.slice(0, steps.length)]);
  if (text(game) !== text({ rules, first, steps })) return newAnalysis(game);
  if (game.steps.length === steps.length) return known;
  const { evaluations } = newAnalysis(game);
  return { game, evaluations: evaluations.map((none, at) => known.evaluations[at] ?? none) };
}

export function withEvaluation(analysis: Analysis, at: number, evaluation: Evaluation): Analysis {
  return at in analysis.evaluations
    ? { ...analysis, evaluations: analysis.evaluations.with(at, evaluation) }
    : analysis;
}

/** The position that is judged next: the one that is looked at, or else the first; `null` when all are. */
export function nextOpen({ evaluations }: Analysis, at: number, taken: ReadonlySet<number>): number | null {
  const isOpen = (index: number) => evaluations[index] === null && !taken.has(index);
  if (isOpen(at)) return at;
  const first = evaluations.findIndex((_, index) => isOpen(index));
  return first === -1 ? null : first;
}

/** Who makes or made each step; `null` for a step that the rules refuse. */
export function moversOf(rules: Rules, { rules: game, first, steps }: PlayedGame): (Seat | null)[] {
  return steps.map((step, index) => {
    if (typeof step !== 'number') return step.leaves;
    const before = rules.replay(game, steps.slice(0, index), first);
    return typeof before === 'string' ? null : turnOf(before);
  });
}

/** What is to be said of each step, from before the first one on, of which nothing is. */
export function gradesOf(
  { game, evaluations }: Analysis,
  movers: readonly (Seat | null)[],
  grade: Grader,
): (Grade | null)[] {
  return evaluations.map((after, at) => {
    const [before, step, mover] = [evaluations[at - 1], game.steps[at - 1], movers[at - 1]];
    if (!before || !after || !mover || typeof step !== 'number') return null;
    return grade(chanceOf(before, mover), chanceOf(after, mover), before.line[0] === step);
  });
}

/** A seat's chance to win, in thousandths. */
export const chanceOf = ({ chances }: Evaluation, seat: Seat): number => chances[SEATS.indexOf(seat)] ?? 0;
