/** The chances of all players after each step as a graph: areas on top of each other, X's at the bottom. */

import { svg, type TemplateResult } from 'lit-html';
import type { Seat } from '../rules/game';
import type { Grade } from './analysis';

export interface Graph {
  readonly seats: readonly Seat[];
  /** By step, from before the first one on, and by seat, in thousandths; `null` where nothing is known yet. */
  readonly chances: readonly (readonly number[] | null)[];
  /** By step. */
  readonly grades: readonly (Grade | null)[];
  readonly at: number;
}

const HEIGHT = 1000;

export function graph({ seats, chances, grades, at }: Graph): TemplateResult {
  const last = Math.max(chances.length - 1, 1);
  return svg`
    <svg class="graph__picture" viewBox="0 0 ${last} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
      ${seats.map((seat, index) => svg`<path class="graph__area mark--${seat}" d=${area(chances, index)} />`)}
      <path class="graph__middle" d="M0 ${HEIGHT / 2}H${last}" />
      ${grades.map((grade, step) => grade && svg`<path class="graph__grade graph__grade--${grade}" d="M${step} ${HEIGHT / 10}h0" />`)}
      <path class="graph__now" d="M${at} 0V${HEIGHT}" />
    </svg>
  ` as TemplateResult;
}

/** The share of one seat between the steps whose chances are known. */
export function area(chances: Graph['chances'], seat: number): string {
  const below = (of: readonly number[], count: number) =>
    HEIGHT - of.slice(0, count).reduce((sum, share) => sum + share, 0);
  return chances
    .map((to, step) => {
      const from = chances[step - 1];
      if (!from || !to) return '';
      const [low, high] = [seat, seat + 1];
      return `M${step - 1} ${below(from, low)}L${step} ${below(to, low)}V${below(to, high)}L${step - 1} ${below(from, high)}Z`;
    })
    .join('');
}
