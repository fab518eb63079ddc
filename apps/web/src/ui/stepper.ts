/** A number with buttons for one less and one more. */

import './stepper.css';
import { html, type TemplateResult } from 'lit-html';

export interface StepperProps {
  readonly strings: { fewer(label: string): string; more(label: string): string };
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  change(value: number): void;
}

export function stepper({ strings, label, value, least, most, change }: StepperProps): TemplateResult {
  return html`
    <div class="stepper" role="group" aria-label=${label}>
      <span class="stepper__label">${label}</span>
      <button type="button" class="stepper__button" aria-label=${strings.fewer(label)} ?disabled=${value <= least} @click=${() => change(value - 1)}>−</button>
      <output class="stepper__value">${value}</output>
      <button type="button" class="stepper__button" aria-label=${strings.more(label)} ?disabled=${value >= most} @click=${() => change(value + 1)}>+</button>
    </div>
  `;
}
