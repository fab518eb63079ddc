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
  const step = (key: keyof BoardChoice, label: string, least: number, most: number) =>
    stepper(strings, label, board[key] ?? least, least, most, (value) =>
      change({ [key]: value } as Partial<B>),
    );
  return html`
    <div class="columns">
      ${step('rows', strings.rows, SIZES.smallest, SIZES.largest)}
      ${step('cols', strings.cols, SIZES.smallest, SIZES.largest)}
      ${step('inARow', strings.inARow, FEWEST_IN_A_ROW, Math.max(board.rows, board.cols))}
      ${strings.people === undefined ? '' : step('players', strings.people, PLAYERS.fewest, PLAYERS.most)}
    </div>
  `;
}

function stepper(
  strings: Strings,
  label: string,
  value: number,
  least: number,
  most: number,
  change: (value: number) => void,
): TemplateResult {
  const step = (sign: string, name: string, next: number) =>
    button(sign, () => change(next), { label: name, disabled: next < least || next > most });
  return html`
    <div class="stepper" role="group" aria-label=${label}>
      <span>${label}</span>
      ${step('−', strings.fewer(label), value - 1)}
      <output class="stepper__value">${value}</output>
      ${step('+', strings.more(label), value + 1)}
    </div>
  `;
}
