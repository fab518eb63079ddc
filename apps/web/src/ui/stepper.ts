/** A number with buttons for one less and one more, and the numbers of a board of one's own. */

import './stepper.css';
import { html, type TemplateResult } from 'lit-html';
import { type BoardChoice, FEWEST_IN_A_ROW, PLAYERS, SIZES } from '../rules/board-choice';
import { button } from './controls';

interface Strings extends Readonly<Record<'rows' | 'cols' | 'inARow', string>> {
  /** What the number of players is called; without it they are chosen elsewhere. */
  readonly people?: string;
  fewer(label: string): string;
  more(label: string): string;
}

export function boardSteppers<B extends Omit<BoardChoice, 'players'> & { readonly players?: number }>(
  strings: Strings,
  board: B,
  change: (change: Partial<B>) => void,
): TemplateResult {
  const stepper = (key: keyof BoardChoice, label: string, least: number, most: number) => {
    const value = board[key] ?? least;
    const step = (sign: string, name: string, to: number) =>
      button(sign, () => change({ [key]: to } as Partial<B>), {
        label: name,
        disabled: to < least || to > most,
      });
    return html`
      <div class="stepper" role="group" aria-label=${label}>
        <span>${label}</span>
        ${step('−', strings.fewer(label), value - 1)}
        <output class="stepper__value">${value}</output>
        ${step('+', strings.more(label), value + 1)}
      </div>
    `;
  };
  return html`
    <div class="columns">
      ${stepper('rows', strings.rows, SIZES.smallest, SIZES.largest)}
      ${stepper('cols', strings.cols, SIZES.smallest, SIZES.largest)}
      ${stepper('inARow', strings.inARow, FEWEST_IN_A_ROW, Math.max(board.rows, board.cols))}
      ${strings.people === undefined ? '' : stepper('players', strings.people, PLAYERS.fewest, PLAYERS.most)}
    </div>
  `;
}
