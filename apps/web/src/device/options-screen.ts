/** The options screen: changes count only when they are saved. */

import { html, type TemplateResult } from 'lit-html';
import type { DeviceStrings } from '../i18n/device';
import { CAPTURES } from '../rules/game';
import { choices } from '../ui/choices';
import { button } from '../ui/controls';
import { switchField } from '../ui/fields';
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
  const heading = `${strings.capture} · ${strings.games.ultimate.name}`;
  return html`
    <section class="sheet stack">
      <div class="bar">
        ${button(strings.back, back, { isFirst: true })}
        <h1 class="bar__title">${strings.options}</h1>
        ${button(strings.save, save, { look: 'primary small' })}
      </div>
      <div class="card stack">
        <h2>${heading}</h2>
        ${choices({
          name: 'capture',
          label: heading,
          options: CAPTURES,
          textOf: (capture) => strings.captures[capture],
          chosen: draft.capture,
          choose: (capture) => change({ ...draft, capture }),
        })}
      </div>
      <div class="card stack">
        ${switchField('confirm-turn', strings.confirmTurn, strings.confirmTurnHint, draft.confirmTurn, (confirmTurn) => change({ ...draft, confirmTurn }))}
      </div>
    </section>
  `;
}
