/** Fields that several forms have: an account, and a switch with a sentence about it. */

import './switch.css';
import { html, nothing, type TemplateResult } from 'lit-html';

export interface AccountInputProps {
  readonly id: string;
  /** What screen readers call it, where no label does. */
  readonly label?: string;
  /** The id of the list of accounts to suggest. */
  readonly list: string;
  readonly placeholder: string;
  readonly value: string;
  /** What is wrong with it, to stand below it. */
  readonly problem: string | null;
  /** What stands beside it. */
  readonly beside?: TemplateResult | typeof nothing;
  change(value: string): void;
}

export function accountInput(props: AccountInputProps): TemplateResult {
  const { id, label, list, placeholder, value, problem, beside, change } = props;
  return html`
    <div class="field__row">
      <input
        class="input" id=${id} list=${list} autocomplete="off" autocapitalize="none" spellcheck="false"
        placeholder=${placeholder} aria-label=${label ?? nothing} .value=${value}
        aria-invalid=${problem ? 'true' : 'false'} aria-describedby=${problem ? `${id}-problem` : nothing}
        @input=${(event: InputEvent) => change((event.target as HTMLInputElement).value.trim())}
      />
      ${beside ?? nothing}
    </div>
    ${problem ? html`<p class="problem" id="${id}-problem">${problem}</p>` : nothing}
  `;
}

export function switchField(
  id: string,
  label: string,
  hint: string,
  on: boolean,
  turn: (on: boolean) => void,
): TemplateResult {
  return html`
    <label class="switch">
      <span>${label}</span>
      <input
        type="checkbox" role="switch" .checked=${on} aria-describedby="${id}-hint"
        @change=${(event: Event) => turn((event.target as HTMLInputElement).checked)}
      />
    </label>
    <p id="${id}-hint" class="hint">${hint}</p>
  `;
}
