/** What is pressed or chosen from a list, alike on every screen. */

import { html, nothing, type TemplateResult } from 'lit-html';

interface ButtonProps {
  readonly look?: 'small' | 'normal' | 'large' | 'primary' | 'primary small' | 'primary large';
  /** What screen readers call it, where its text is not enough. */
  readonly label?: string;
  readonly disabled?: boolean;
  /** Whether the keyboard begins here when the screen opens. */
  readonly isFirst?: boolean;
}

export function button(text: string, press: () => void, props: ButtonProps = {}): TemplateResult {
  const { look = 'small', label, disabled = false, isFirst = false } = props;
  const looks = look.replace(/\w+/g, 'button--$&');
  return html`<button type="button" class="button ${looks}" aria-label=${label ?? nothing} ?disabled=${disabled} ?data-first=${isFirst} @click=${press}>${text}</button>`;
}

/** A button that can be out of use without losing the focus; `press` is `null` then. */
export function softDisabledButton(text: string, press: (() => void) | null, label?: string): TemplateResult {
  const name = label ?? nothing;
  return html`<button type="button" class="button button--small" aria-label=${name} title=${name} aria-disabled=${press ? 'false' : 'true'} @click=${() => press?.()}>${text}</button>`;
}

/** One of several options. */
export interface ChoiceProps<T> {
  /** What screen readers call the choice. */
  readonly label: string;
  readonly options: readonly T[];
  readonly chosen: T;
  readonly textOf: (option: T) => string;
  readonly choose: (option: T) => void;
}

export function select<T>({ label, options, chosen, textOf, choose }: ChoiceProps<T>): TemplateResult {
  const changed = ({ target }: Event) => {
    const option = options[(target as HTMLSelectElement).selectedIndex];
    if (option !== undefined) choose(option);
  };
  return html`
    <select class="select" aria-label=${label} @change=${changed}>
      ${options.map((option) => html`<option ?selected=${option === chosen}>${textOf(option)}</option>`)}
    </select>
  `;
}
