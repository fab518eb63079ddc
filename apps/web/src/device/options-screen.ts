/** The options screen: changes count only when they are saved. */

import '../ui/switch.css';
import { html, type TemplateResult } from 'lit-html';
import type { DeviceStrings } from '../i18n/device/en';
import { CAPTURES } from '../rules/game';
import { choices } from '../ui/choices';
import type { Options } from './plan';

export interface OptionsScreenProps {
  readonly strings: DeviceStrings;
  /** As chosen so far, saved or not. */
  readonly draft: Options;
  change(draft: Options): void;
  readonly back: () => void;
  readonly save: () => void;
}

export function optionsScreen({ strings, draft, change, back, save }: OptionsScreenProps): TemplateResult {
  return html`
    <section class="sheet">
      <div class="bar">
        <button type="button" data-first class="button button--small" @click=${back}>${strings.back}</button>
        <h1 class="bar__title">${strings.options}</h1>
        <button type="button" class="button button--small button--primary" @click=${save}>${strings.save}</button>
      </div>
      <div class="card">
        <h2 id="choose-capture">${strings.capture} · ${strings.games.ultimate.name}</h2>
        ${choices({
          name: 'capture',
          labelledBy: 'choose-capture',
          choices: CAPTURES.map((capture) => ({ value: capture, label: strings.captures[capture] })),
          chosen: draft.capture,
          choose: (capture) => change({ ...draft, capture }),
        })}
      </div>
      <div class="card">
        <label class="switch">
          <span>${strings.confirmTurn}</span>
          <input
            type="checkbox"
            role="switch"
            .checked=${draft.confirmTurn}
            aria-describedby="confirm-turn-hint"
            @change=${(event: Event) => change({ ...draft, confirmTurn: (event.target as HTMLInputElement).checked })}
          />
        </label>
        <p id="confirm-turn-hint" class="hint">${strings.confirmTurnHint}</p>
      </div>
    </section>
  `;
}
