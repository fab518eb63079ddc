/** Going through the moves of a game: buttons, keys and a slider, alike in replays and analyses. */

import './stepping.css';
import { html, type TemplateResult } from 'lit-html';
import type { DeviceStrings } from '../i18n/device';
import { softDisabledButton } from './controls';

export interface Stepping {
  readonly texts: DeviceStrings['stepping'];
  /** How many steps have been made, of how many. */
  readonly at: number;
  readonly length: number;
  readonly go: (to: number) => void;
}

/** Buttons that step back, and what stands between them and those that step forward. */
export function stepButtons(stepping: Stepping, between: TemplateResult): TemplateResult {
  const { texts, at, length, go } = stepping;
  const step = (sign: string, label: string, to: number) =>
    softDisabledButton(sign, to !== at && to >= 0 && to <= length ? () => go(to) : null, label);
  return html`
    <div class="stepping-buttons">
      ${step('⏮', texts.first, 0)} ${step('◀', texts.back, at - 1)} ${between}
      ${step('▶', texts.forward, at + 1)} ${step('⏭', texts.last, length)}
    </div>
  `;
}

/** `said` is what screen readers hear of the step, `name` what they call the slider. */
export function stepSlider({ at, length, go }: Stepping, name: string, said: string): TemplateResult {
  const input = ({ target }: Event) => go(Number((target as HTMLInputElement).value));
  return html`<input type="range" class="step-slider" min="0" max=${length} .value=${String(at)} aria-label=${name} aria-valuetext=${said} @input=${input} />`;
}

/** Where a key leads: arrows by one step, Home and End to the ends. */
export function stepByKey(key: string, at: number, length: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: length,
  };
  return steps[key] ?? null;
}
