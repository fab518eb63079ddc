/** A group of radio buttons, each a whole line to press. */

import './choices.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ChoiceProps } from './controls';

interface ChoicesProps<T> extends ChoiceProps<T> {
  readonly name: string;
  /** What stands below the text of an option. */
  readonly aboutOf?: (option: T) => string;
  /** The whole name of what the text shortens. */
  readonly titleOf?: (option: T) => string | null;
}

export function choices<T>(props: ChoicesProps<T>): TemplateResult {
  const { name, label, options, chosen, textOf, aboutOf, titleOf, choose } = props;
  const about = (option: T) => aboutOf && html`<small class="hint choice__about">${aboutOf(option)}</small>`;
  return html`
    <div class="choices columns" role="radiogroup" aria-label=${label}>
      ${options.map(
        (option) => html`
          <label class="choice">
            <input type="radio" name=${name} .checked=${option === chosen} @change=${() => choose(option)} />
            <span title=${titleOf?.(option) ?? nothing}>${textOf(option)}${about(option)}</span>
          </label>
        `,
      )}
    </div>
  `;
}
