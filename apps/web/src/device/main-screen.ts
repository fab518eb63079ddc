/** The main screen of playing on one device: which game, against whom, and what leads on from here. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { markPicture } from '../boards/marks';
import { LEVELS } from '../computer/computer';
import type { DeviceStrings } from '../i18n/device';
import { changeBoard } from '../rules/board-choice';
import { playersOf, SEATS } from '../rules/game';
import { choices } from '../ui/choices';
import { button } from '../ui/controls';
import { boardSteppers } from '../ui/stepper';
import {
  FIRST_OPTIONS,
  GAMES,
  LONGEST_NAME,
  type Plan,
  PRESETS,
  type Preset,
  presetOf,
  rulesOf,
} from './plan';

export interface MainScreenProps {
  readonly strings: DeviceStrings;
  readonly plan: Plan;
  /** Whether a game was left without an exit, such as by closing the window. */
  readonly canContinue: boolean;
  change(plan: Plan): void;
  readonly start: () => void;
  readonly resume: () => void;
  readonly openOptions: () => void;
  readonly openRules: () => void;
}

export function mainScreen(props: MainScreenProps): TemplateResult {
  const { strings, canContinue } = props;
  return html`
    <section class="setup stack">
      <div class="card stack">
        <h2>${strings.chooseGame}</h2>
        ${choices({
          name: 'game',
          label: strings.chooseGame,
          options: GAMES,
          textOf: (game) => strings.games[game].name,
          aboutOf: (game) => strings.games[game].about,
          chosen: props.plan.game,
          choose: (game) => props.change({ ...props.plan, game }),
        })}
        ${props.plan.game === 'boards' ? boardForm(props) : nothing}
      </div>
      <div class="card stack">${opponentForm(props)} ${nameForm(props)}</div>
      <div class="setup__start stack">
        ${canContinue ? button(strings.continueGame, props.resume, { look: 'primary large' }) : nothing}
        ${button(strings.startGame, props.start, { look: canContinue ? 'large' : 'primary large', isFirst: true })}
      </div>
      <div class="setup__more columns">
        ${button(strings.options, props.openOptions, { look: 'normal' })}
        ${button(strings.rules, props.openRules, { look: 'normal' })}
      </div>
    </section>
  `;
}

function boardForm({ strings, plan, change }: MainScreenProps): TemplateResult {
  const { board } = plan;
  const preset = presetOf(board);
  const names = Object.keys(PRESETS) as Preset[];
  const take = (name: Preset | 'own') => {
    // A board of one's own begins with one that no preset has.
    const next =
      name === 'own' ? { ...board, ...(preset ? { rows: 10, cols: 10, inARow: 5 } : {}) } : PRESETS[name];
    change({ ...plan, board: next });
  };
  return html`
    ${choices<Preset | 'own'>({
      name: 'preset',
      label: strings.games.boards.name,
      options: [...names, 'own'],
      textOf: (name) => (name === 'own' ? strings.ownBoard : strings.presets[name]),
      chosen: preset ?? 'own',
      choose: take,
    })}
    ${boardSteppers(strings, board, (next) => change({ ...plan, board: changeBoard(board, next) }))}
  `;
}

function opponentForm({ strings, plan, change }: MainScreenProps): TemplateResult {
  const againstComputer = html`
    <h3>${strings.level}</h3>
    ${choices({
      name: 'level',
      label: strings.level,
      options: LEVELS,
      textOf: (level) => strings.levels[level],
      chosen: plan.level,
      choose: (level) => change({ ...plan, level }),
    })}
    <h3>${strings.begins}</h3>
    ${choices({
      name: 'first',
      label: strings.begins,
      options: [false, true],
      textOf: (computer) => (computer ? strings.computerBegins : strings.youBegin),
      chosen: plan.computerBegins,
      choose: (computerBegins) => change({ ...plan, computerBegins }),
    })}
  `;
  return html`
    <h2>${strings.opponent}</h2>
    ${choices({
      name: 'opponent',
      label: strings.opponent,
      options: ['person', 'computer'] as const,
      textOf: (opponent) => strings[opponent],
      chosen: plan.opponent,
      choose: (opponent) => change({ ...plan, opponent }),
    })}
    ${plan.opponent === 'computer' ? againstComputer : nothing}
  `;
}

function nameForm({ strings, plan, change }: MainScreenProps): TemplateResult {
  const alone = plan.opponent === 'computer';
  const seats = SEATS.slice(0, alone ? 1 : playersOf(rulesOf(plan, FIRST_OPTIONS)));
  const rename = (seat: number, name: string) =>
    change({ ...plan, names: plan.names.map((old, index) => (index === seat ? name : old)) });
  return html`
    <h3>${alone ? strings.yourName : strings.names}</h3>
    <div class="columns">
      ${seats.map(
        (mark, seat) => html`
          <label class="field__row">
            ${alone ? nothing : markPicture(mark)}
            <span class="visually-hidden">${alone ? strings.yourName : strings.seats[mark]}</span>
            <input
              class="input" type="text" name="name-${mark}" maxlength=${LONGEST_NAME} autocomplete="off" spellcheck="false"
              placeholder=${alone ? strings.youBegin : strings.seats[mark]} .value=${plan.names[seat] ?? ''}
              @change=${(event: Event) => rename(seat, (event.target as HTMLInputElement).value.trim())}
            />
          </label>
        `,
      )}
    </div>
  `;
}
