/** A group of radio buttons, each a whole line to press. */

import './choices.css';
import { html, nothing, type TemplateResult } from 'lit-html';

export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly about?: string;
  /** The whole name of what the label shortens. */
  readonly title?: string;
}

export interface ChoicesProps<T> {
  readonly name: string;
  /** The id of the heading that names the group. */
  readonly labelledBy: string;
  readonly choices: readonly Choice<T>[];
  readonly chosen: T | null;
  readonly choose: (value: T) => void;
}

export function choices<T>(props: ChoicesProps<T>): TemplateResult {
  const { name, labelledBy, choices: all, chosen, choose } = props;
  return html`
    <div class="choices columns" role="radiogroup" aria-labelledby=${labelledBy}>
      ${all.map(
        ({ value, label, about, title }) => html`
          <label class="choice">
            <input type="radio" name=${name} .checked=${value === chosen} @change=${() => choose(value)} />
            <span title=${title ?? nothing}>${label}${about ? html`<small class="hint choice__about">${about}</small>` : nothing}</span>
          </label>
        `,
      )}
    </div>
  `;
}
