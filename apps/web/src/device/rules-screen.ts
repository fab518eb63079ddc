/** The rules of a game, explained in a few steps with pictures that the rules themselves have drawn. */

import { html, type TemplateResult } from 'lit-html';
import { type Example, examplePicture, type GameName } from '../boards/boards';
import type { DeviceStrings, Explanation } from '../i18n/device';
import { CLASSIC, type GameRules, type Rules } from '../rules/game';
import { button } from '../ui/controls';

const FIRST: GameRules = { kind: 'ultimate', capture: 'first' };
const ANY: GameRules = { kind: 'ultimate', capture: 'any' };
const CLOSING: GameRules = { kind: 'ultimate', capture: 'closing' };
const FIVE: GameRules = { kind: 'grid', rows: 9, cols: 9, inARow: 5, players: 2 };
const THREE_PLAYERS: GameRules = { kind: 'grid', rows: 5, cols: 5, inARow: 4, players: 3 };

const EXAMPLES = {
  ultimate: {
    goal: { game: FIRST, moves: [] },
    sent: { game: FIRST, moves: [32] },
    captured: { game: FIRST, moves: [0, 1, 3, 10, 30, 19, 57] },
    both: { game: ANY, moves: [0, 9, 27, 10, 30, 11, 34, 3, 1, 5, 24, 54, 2] },
    closing: { game: CLOSING, moves: [0, 1, 3, 10, 30, 19, 57] },
    win: {
      game: FIRST,
      moves: [35, 15, 47, 69, 46, 67, 48, 65, 34, 22, 57, 10, 40, 41, 33, 9, 45, 72, 56, 16, 32],
    },
    draw: { game: FIRST, moves: [0, 1, 3, 2, 6, 9, 27, 10, 30, 11, 33, 18, 54, 19, 57, 20, 60] },
  },
  classic: {
    goal: { game: CLASSIC, moves: [0, 1, 4, 2, 8] },
    draw: { game: CLASSIC, moves: [0, 1, 2, 4, 3, 5, 7, 6, 8] },
  },
  boards: {
    goal: { game: FIVE, moves: [20, 21, 30, 31, 40, 22, 50, 23, 60] },
    players: { game: THREE_PLAYERS, moves: [12, 6, 8, 11, 7, 18] },
  },
} as const satisfies { [G in GameName]: Record<keyof DeviceStrings['explained'][G], Example> };

export function rulesScreen(
  strings: DeviceStrings,
  rules: Rules,
  game: GameName,
  back: () => void,
): TemplateResult {
  const explained: Record<string, Explanation> = strings.explained[game];
  const examples: Record<string, Example> = EXAMPLES[game];
  return html`
    <section class="sheet sheet--wide stack">
      <div class="bar">
        ${button(strings.back, back, { isFirst: true })}
        <h1 class="bar__title">${strings.rulesOf(game)}</h1>
        <span></span>
      </div>
      <div class="columns">
        ${Object.entries(explained).map(([step, { heading, text, picture }]) => {
          const example = examples[step];
          return html`
            <article class="card stack">
              ${example ? examplePicture(rules, example, picture) : ''}
              <h2>${heading}</h2>
              <p>${text}</p>
            </article>
          `;
        })}
      </div>
    </section>
  `;
}
