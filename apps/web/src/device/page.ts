/** Playing on one device: keeps what was chosen and what is played, and shows one of its screens. */

import './page.css';
import { html, type TemplateResult } from 'lit-html';
import type { PlayedGame } from '../analysis/analysis';
import { OpenedAnalysis } from '../analysis/opened';
import { type GameName, gameNameOf } from '../boards/boards';
import { WorkerComputer } from '../computer/computer';
import { DEVICE_TEXTS, type DeviceStrings } from '../i18n/device';
import type { Language, Strings } from '../i18n/languages';
import { remember, remembered } from '../settings';
import type { Page, PageParts } from '../ui/page';
import { GameScreen, nameAt } from './game-screen';
import { mainScreen } from './main-screen';
import { type Match, restoreMatch } from './match';
import { optionsScreen } from './options-screen';
import { GAMES, type Options, type Plan, restoreOptions, restorePlan } from './plan';
import { rulesScreen } from './rules-screen';

/** `chosen` is what the way to the main screen has chosen already. */
type Screen =
  | { kind: 'main'; chosen?: Partial<Plan> }
  | { kind: 'options' }
  | { kind: 'game' }
  /** Of the game on this device, or of the front door's. */
  | { kind: 'analysis'; of: 'device' | 'home' }
  | { kind: 'rules'; game: GameName };

const MAIN: Screen = { kind: 'main' };
const ADDRESS = '#device';

export class DevicePage implements Page {
  private screen: Screen = MAIN;
  private plan: Plan = restorePlan(remembered('device-plan'));
  private options: Options = restoreOptions(remembered('device-options'));
  /** The options as chosen but not saved. */
  private draft: Options = this.options;
  private readonly game: GameScreen;
  private readonly analysis: OpenedAnalysis;
  private analysed: Match | null = null;

  constructor(private readonly parts: PageParts) {
    this.game = new GameScreen({
      ...parts,
      computer: new WorkerComputer(),
      memory: 'device-match',
      leave: () => this.leave(),
      openRules: (game) => this.open({ kind: 'rules', game }),
      openAnalysis: () => this.open({ kind: 'analysis', of: 'device' }),
    });
    this.analysis = new OpenedAnalysis(parts);
  }

  get fillsWindow(): boolean {
    return this.screen.kind !== 'main';
  }

  start(path: string): void {
    this.show(screenAt(path));
  }

  stop(): void {
    this.game.stopThinking();
    this.analysis.close();
  }

  /** The address has changed, by the back button or by a link. */
  navigate(path: string): void {
    const next = screenAt(path);
    if (this.screen.kind === 'game' && next.kind === 'main' && this.game.holdsBack()) return;
    this.show(next);
    this.focusFirst();
  }

  key(key: string): boolean {
    // An open dialog has the keyboard to itself.
    if (this.game.hasDialog) return false;
    if (key === 'Escape') return this.escape();
    if (this.screen.kind === 'analysis') return this.analysis.key(key);
    return this.screen.kind === 'game' && this.game.key(key);
  }

  template(strings: Strings, language: Language): TemplateResult {
    const texts = DEVICE_TEXTS[language];
    switch (this.screen.kind) {
      case 'main':
        return this.mainTemplate(texts);
      case 'options':
        return optionsScreen({
          strings: texts,
          draft: this.draft,
          change: (draft) => {
            this.draft = draft;
            this.parts.changed();
          },
          back: () => this.leave(),
          save: () => this.saveOptions(),
        });
      case 'rules':
        return rulesScreen(texts, this.parts.rules, this.screen.game, () => this.leave());
      case 'game':
        return this.game.template(strings, language) ?? this.mainTemplate(texts);
      case 'analysis':
        return this.analysisTemplate(strings, language) ?? this.mainTemplate(texts);
    }
  }

  private analysisTemplate(strings: Strings, language: Language): TemplateResult | null {
    const { analysed } = this;
    if (!analysed) return null;
    const texts = DEVICE_TEXTS[language];
    return html`
      <h1 class="visually-hidden">${texts.games[gameNameOf(analysed.rules)].name}</h1>
      ${this.analysis.template({
        strings,
        language,
        game: playedGame(analysed),
        nameOf: (seat) => nameAt(texts, analysed, seat),
        close: () => this.leave(),
      })}
    `;
  }

  private mainTemplate(strings: DeviceStrings): TemplateResult {
    return mainScreen({
      strings,
      plan: this.plan,
      canContinue: this.game.isUnderWay,
      change: (plan) => this.changePlan(plan),
      start: () => this.startGame(),
      resume: () => this.open({ kind: 'game' }),
      openOptions: () => this.open({ kind: 'options' }),
      openRules: () => this.open({ kind: 'rules', game: this.plan.game }),
    });
  }

  private changePlan(plan: Plan): void {
    this.plan = plan;
    remember('device-plan', JSON.stringify(plan));
    this.parts.changed();
  }

  private saveOptions(): void {
    this.options = this.draft;
    remember('device-options', JSON.stringify(this.options));
    this.leave();
  }

  private startGame(): void {
    this.game.begin(this.plan, this.options);
    this.open({ kind: 'game' });
  }

  /** Opens a screen over the one that is shown; the back button leads back. */
  private open(screen: Screen): void {
    history.pushState({ over: true }, '', addressOf(screen));
    this.show(screen);
    this.focusFirst();
  }

  /** Closes the screen that is shown. Somebody who came by its address has no screen below it. */
  private leave(): void {
    if (this.screen.kind === 'analysis' && this.screen.of === 'home') {
      location.hash = '';
      return;
    }
    if (isOver(history.state)) {
      history.back();
      return;
    }
    history.replaceState(null, '', ADDRESS);
    this.show(MAIN);
    this.focusFirst();
  }

  private show(screen: Screen): void {
    const fromMain = this.screen.kind === 'main';
    this.screen = screen;
    if (screen.kind === 'main' && screen.chosen) {
      history.replaceState(history.state, '', ADDRESS);
      this.changePlan({ ...this.plan, ...screen.chosen });
    }
    this.parts.changed();
    if (screen.kind === 'options') this.draft = this.options;
    if (screen.kind === 'game') this.game.show(this.plan, this.options, fromMain);
    else this.game.stopThinking();
    if (screen.kind === 'analysis') this.openAnalysis(screen.of);
    else this.analysis.close();
    window.scrollTo(0, 0);
  }

  private openAnalysis(of: 'device' | 'home'): void {
    this.analysed = restoreMatch(this.parts.rules, remembered(`${of}-match`));
    if (this.analysed) void this.analysis.open(playedGame(this.analysed));
  }

  /** The button that was pressed is gone, so the keyboard goes to where one would begin on this screen. */
  private focusFirst(): void {
    queueMicrotask(() => {
      if (this.screen.kind === 'game') this.game.focus();
      else this.parts.root().querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true });
    });
  }

  private escape(): boolean {
    if (this.screen.kind === 'main') return false;
    if (this.screen.kind === 'game') this.game.exit();
    else this.leave();
    return true;
  }
}

/** Whether the screen was opened over another one, so that going back stays on the page. */
function isOver(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'over' in state;
}

/** X always begins on one device. */
const playedGame = ({ rules, moves }: Match): PlayedGame => ({ rules, first: 'X', steps: moves });

function addressOf(screen: Screen): string {
  if (screen.kind === 'main') return ADDRESS;
  return screen.kind === 'rules' ? `${ADDRESS}/rules/${screen.game}` : `${ADDRESS}/${screen.kind}`;
}

/** What the front door's ways to the main screen choose. */
const CHOSEN: Readonly<Record<string, Partial<Plan>>> = {
  ultimate: { game: 'ultimate' },
  two: { opponent: 'person' },
  computer: { game: 'classic', opponent: 'computer' },
};

function screenAt(path: string): Screen {
  const [name = '', game] = path.split('/');
  const chosen = CHOSEN[name];
  if (chosen) return { kind: 'main', chosen };
  if (name === 'game' || name === 'options') return { kind: name };
  if (name === 'analysis') return { kind: name, of: game === 'home' ? game : 'device' };
  const known = GAMES.find((candidate) => candidate === game);
  return name === 'rules' && known ? { kind: 'rules', game: known } : MAIN;
}
