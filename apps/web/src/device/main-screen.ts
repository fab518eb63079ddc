/** The main screen of playing on one device: which game, against whom, and what leads on from here. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { markPicture } from '../boards/marks';
import { LEVELS } from '../computer/computer';
import type { DeviceStrings } from '../i18n/device';
import { changeBoard } from '../rules/board-choice';
import { playersOf, SEATS } from '../rules/game';
import { type Choice, choices } from '../ui/choices';
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
        <h2 id="choose-game">${strings.chooseGame}</h2>
        ${choices({
          name: 'game',
          labelledBy: 'choose-game',
          choices: GAMES.map((game) => ({
            value: game,
            label: strings.games[game].name,
            about: strings.games[game].about,
          })),
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
  const own: Choice<Preset | 'own'> = { value: 'own', label: strings.ownBoard };
  const presets = (Object.keys(PRESETS) as Preset[]).map((name) => ({
    value: name,
    label: strings.presets[name],
  }));
  const take = (name: Preset | 'own') => {
    // A board of one's own begins with one that no preset has.
    const next =
      name === 'own' ? { ...board, ...(preset ? { rows: 10, cols: 10, inARow: 5 } : {}) } : PRESETS[name];
    change({ ...plan, board: next });
  };
  return html`
    <h3 id="choose-board" class="visually-hidden">${strings.games.boards.name}</h3>
    ${choices<Preset | 'own'>({
      name: 'preset',
      labelledBy: 'choose-board',
      choices: [...presets, own],
      chosen: preset ?? 'own',
      choose: take,
    })}
    ${boardSteppers(strings, board, (next) => change({ ...plan, board: changeBoard(board, next) }))}
  `;
}

function opponentForm({ strings, plan, change }: MainScreenProps): TemplateResult {
  const againstComputer = html`
    <h3 id="choose-level">${strings.level}</h3>
    ${choices({
      name: 'level',
      labelledBy: 'choose-level',
      choices: LEVELS.map((level) => ({ value: level, label: strings.levels[level] })),
      chosen: plan.level,
      choose: (level) => change({ ...plan, level }),
    })}
    <h3 id="choose-first">${strings.begins}</h3>
    ${choices({
      name: 'first',
      labelledBy: 'choose-first',
      choices: [
        { value: false, label: strings.youBegin },
        { value: true, label: strings.computerBegins },
      ],
      chosen: plan.computerBegins,
      choose: (computerBegins) => change({ ...plan, computerBegins }),
    })}
  `;
  return html`
    <h2 id="choose-opponent">${strings.opponent}</h2>
    ${choices({
      name: 'opponent',
      labelledBy: 'choose-opponent',
      choices: [
        { value: 'person' as const, label: strings.person },
        { value: 'computer' as const, label: strings.computer },
      ],
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
              class="input"
              type="text"
              name="name-${mark}"
              maxlength=${LONGEST_NAME}
              autocomplete="off"
              spellcheck="false"
              placeholder=${alone ? strings.youBegin : strings.seats[mark]}
              .value=${plan.names[seat] ?? ''}
              @change=${(event: Event) => rename(seat, (event.target as HTMLInputElement).value.trim())}
            />
          </label>
        `,
      )}
    </div>
  `;
}
