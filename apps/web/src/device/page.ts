/** Playing on one device: keeps what was chosen and what is played, and shows one of its screens. */

import './page.css';
import type { TemplateResult } from 'lit-html';
import { Boards, type GameName, gameNameOf, moveText } from '../boards/boards';
import type { Computer } from '../computer/computer';
import { DEVICE_TEXTS } from '../i18n/device';
import type { Strings } from '../i18n/en';
import type { Language } from '../i18n/languages';
import type { Rules } from '../rules/game';
import { remember, remembered } from '../settings';
import type { Page } from '../ui/page';
import type { Message } from '../ui/parts';
import { gameScreen } from './game-screen';
import { mainScreen } from './main-screen';
import {
  canUndo,
  computerToMove,
  isUnderWay,
  type Match,
  type MatchEvent,
  newMatch,
  positionOf,
  reduce,
  restoreMatch,
  saveMatch,
} from './match';
import { optionsScreen } from './options-screen';
import { GAMES, type Options, type Plan, restoreOptions, restorePlan } from './plan';
import { rulesScreen } from './rules-screen';

type Screen = { kind: 'main' } | { kind: 'options' } | { kind: 'game' } | { kind: 'rules'; game: GameName };

const MAIN: Screen = { kind: 'main' };
const ADDRESS = '#device';
/** A move that comes at once is easily overlooked. */
const SHORTEST_THOUGHT_MS = 400;

export interface DevicePageParts {
  readonly rules: Rules;
  readonly computer: Computer;
  readonly root: () => ParentNode;
  readonly changed: () => void;
}

export class DevicePage implements Page {
  private readonly boards: Boards;
  private screen: Screen = MAIN;
  private plan: Plan = restorePlan(remembered('device-plan'));
  private options: Options = restoreOptions(remembered('device-options'));
  /** The options as chosen but not saved. */
  private draft: Options = this.options;
  private match: Match | null;
  private thinking: 'move' | 'hint' | null = null;
  /** Counts what was thought about and what was given up, so that an answer that comes too late is known. */
  private thought = 0;
  private computerFailed = false;

  constructor(private readonly parts: DevicePageParts) {
    this.boards = new Boards(parts.root);
    this.match = restoreMatch(parts.rules, remembered('device-match'));
  }

  get fillsWindow(): boolean {
    return this.screen.kind !== 'main';
  }

  start(path: string): void {
    this.show(screenAt(path));
  }

  stop(): void {
    this.stopThinking();
  }

  /** The address has changed, by the back button or by a link. */
  navigate(path: string): void {
    const next = screenAt(path);
    if (this.screen.kind === 'game' && next.kind === 'main' && this.holdsBack()) return;
    this.show(next);
    this.focusFirst();
  }

  key(key: string): boolean {
    // An open dialog has the keyboard to itself.
    if (this.match?.dialog) return false;
    if (key === 'Escape') return this.escape();
    if (this.screen.kind !== 'game' || !this.match) return false;
    const cell = this.boards.cellOfKey(positionOf(this.parts.rules, this.match), key);
    if (cell !== null) this.send({ type: 'pressed', cell });
    return cell !== null;
  }

  template(strings: Strings, language: Language): TemplateResult {
    switch (this.screen.kind) {
      case 'main':
        return this.mainTemplate(language);
      case 'options':
        return this.optionsTemplate(language);
      case 'rules':
        return this.rulesTemplate(language, this.screen.game);
      case 'game':
        return this.match ? this.gameTemplate(strings, language, this.match) : this.mainTemplate(language);
    }
  }

  private mainTemplate(language: Language): TemplateResult {
    const { match, parts } = this;
    return mainScreen({
      strings: DEVICE_TEXTS[language],
      plan: this.plan,
      canContinue: match !== null && isUnderWay(parts.rules, match),
      change: (plan) => this.changePlan(plan),
      start: () => this.startGame(),
      resume: () => this.open({ kind: 'game' }),
      openOptions: () => this.open({ kind: 'options' }),
      openRules: () => this.open({ kind: 'rules', game: this.plan.game }),
    });
  }

  private optionsTemplate(language: Language): TemplateResult {
    return optionsScreen({
      strings: DEVICE_TEXTS[language],
      draft: this.draft,
      change: (draft) => {
        this.draft = draft;
        this.parts.changed();
      },
      back: () => this.leave(),
      save: () => {
        this.options = this.draft;
        remember('device-options', JSON.stringify(this.options));
        this.leave();
      },
    });
  }

  private rulesTemplate(language: Language, game: GameName): TemplateResult {
    const { rules } = this.parts;
    return rulesScreen({ strings: DEVICE_TEXTS[language], rules, game, back: () => this.leave() });
  }

  private gameTemplate(strings: Strings, language: Language, match: Match): TemplateResult {
    const { rules } = this.parts;
    const position = positionOf(rules, match);
    const texts = DEVICE_TEXTS[language];
    return gameScreen({
      strings: texts,
      match,
      position,
      boards: this.boards,
      lastMoveText: this.lastMoveText(language, match),
      thinking: this.thinking,
      canUndo: canUndo(rules, match),
      message: this.message(strings, language, match),
      boardName: strings.board,
      playersName: strings.players,
      press: (cell) => this.send({ type: 'pressed', cell }),
      finishTurn: () => this.sendFromButton({ type: 'turn_finished' }),
      undo: () => this.sendFromButton({ type: 'undone' }),
      hint: () => this.askForHint(),
      zoomed: () => {
        this.parts.changed();
        this.centreBoard();
      },
      exit: () => this.exit(),
      confirmExit: () => this.dropMatch(),
      closeDialog: () => this.closeDialog(),
      startAgain: () => this.sendFromButton({ type: 'started_again' }),
      openRules: () => this.open({ kind: 'rules', game: gameNameOf(match.rules) }),
    });
  }

  private lastMoveText(language: Language, match: Match): string {
    const { rules } = this.parts;
    const cell = match.moves.at(-1);
    if (cell === undefined) return '';
    const before = positionOf(rules, { ...match, moves: match.moves.slice(0, -1) });
    const after = positionOf(rules, match);
    const texts = DEVICE_TEXTS[language];
    const move = moveText(texts, before, after, cell);
    if (after.outcome.kind === 'won') return `${move} ${texts.won(after.outcome.winner)}.`;
    return after.outcome.kind === 'draw' ? `${move} ${texts.draw}.` : move;
  }

  private message(strings: Strings, language: Language, match: Match): Message | null {
    const texts = DEVICE_TEXTS[language];
    const shown = { dismissLabel: strings.dismiss };
    if (this.computerFailed) {
      const dismiss = () => {
        this.computerFailed = false;
        this.letComputerMove();
        this.parts.changed();
      };
      return { ...shown, key: 'computer', text: texts.computerNotLoaded, dismiss };
    }
    if (!match.refusal) return null;
    const dismiss = () => this.sendFromButton({ type: 'dismissed' });
    return { ...shown, key: match, text: texts.refusal[match.refusal], dismiss };
  }

  private changePlan(plan: Plan): void {
    this.plan = plan;
    remember('device-plan', JSON.stringify(plan));
    this.parts.changed();
  }

  private startGame(): void {
    this.setMatch(newMatch(this.plan, this.options));
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
    if (isOver(history.state)) {
      history.back();
      return;
    }
    history.replaceState(null, '', ADDRESS);
    this.show(MAIN);
    this.focusFirst();
  }

  private show(screen: Screen): void {
    if (screen.kind === 'game') this.match ??= newMatch(this.plan, this.options);
    if (screen.kind === 'options') this.draft = this.options;
    if (screen.kind === 'game' && this.screen.kind === 'main') this.boards.resetZoom();
    this.screen = screen;
    this.computerFailed = false;
    this.parts.changed();
    if (screen.kind === 'game') this.letComputerMove();
    else this.stopThinking();
    window.scrollTo(0, 0);
    this.centreBoard();
  }

  /** The button that was pressed is gone, so the keyboard goes to where one would begin on this screen. */
  private focusFirst(): void {
    queueMicrotask(() => {
      const { match, screen, parts } = this;
      if (screen.kind === 'game' && match) this.boards.focus(positionOf(parts.rules, match));
      else parts.root().querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true });
    });
  }

  /** After the drawing that has been asked for. */
  private centreBoard(): void {
    queueMicrotask(() => this.boards.centreOn(this.match?.moves.at(-1) ?? null));
  }

  private escape(): boolean {
    if (this.screen.kind === 'main') return false;
    if (this.screen.kind === 'game') this.exit();
    else this.leave();
    return true;
  }

  /** What "Exit" and Escape do: ask while the game is under way, leave at once after it. */
  private exit(): void {
    if (!this.match || this.match.dialog) return;
    if (isUnderWay(this.parts.rules, this.match)) this.send({ type: 'exit_asked' });
    else this.dropMatch();
  }

  /** Whether the back button may not leave the game yet: it closes a dialog or asks, as Exit does. */
  private holdsBack(): boolean {
    const { match } = this;
    if (!match) return false;
    const underWay = isUnderWay(this.parts.rules, match);
    if (!match.dialog && !underWay) {
      this.setMatch(null);
      return false;
    }
    history.forward();
    this.send({ type: match.dialog ? 'dialog_closed' : 'exit_asked' });
    return true;
  }

  private dropMatch(): void {
    this.setMatch(null);
    this.leave();
  }

  private closeDialog(): void {
    if (this.match?.dialog) this.sendFromButton({ type: 'dialog_closed' });
  }

  /** After a press on a button that goes away or may become disabled. */
  private sendFromButton(event: MatchEvent): void {
    this.send(event);
    const { match } = this;
    if (match) queueMicrotask(() => this.boards.focus(positionOf(this.parts.rules, match)));
  }

  private send(event: MatchEvent): void {
    if (!this.match) return;
    const before = this.match.moves.length;
    this.setMatch(reduce(this.parts.rules, this.match, event));
    if (this.match.moves.length !== before) this.stopThinking();
    this.letComputerMove();
  }

  private setMatch(match: Match | null): void {
    if (!match) this.stopThinking();
    this.match = match;
    remember('device-match', match && saveMatch(match));
    this.parts.changed();
  }

  private letComputerMove(): void {
    const { match, parts } = this;
    if (!match || this.thinking || this.computerFailed) return;
    const level = computerToMove(parts.rules, match);
    if (level) void this.think('move', match, level);
  }

  private askForHint(): void {
    if (this.match && !this.thinking) void this.think('hint', this.match, 'strong');
  }

  private async think(about: 'move' | 'hint', match: Match, level: Plan['level']): Promise<void> {
    this.thinking = about;
    this.thought += 1;
    this.parts.changed();
    const { thought } = this;
    const movesMade = match.moves.length;
    try {
      const question = { game: match.rules, moves: match.moves, level };
      const [cell] = await Promise.all([this.parts.computer.think(question), pause(SHORTEST_THOUGHT_MS)]);
      if (thought !== this.thought) return;
      this.thinking = null;
      this.send({ type: about === 'move' ? 'computer_moved' : 'hinted', cell, movesMade });
      queueMicrotask(() => this.boards.centreOn(cell));
    } catch {
      if (thought !== this.thought) return;
      this.thinking = null;
      this.computerFailed = true;
      this.parts.changed();
    }
  }

  private stopThinking(): void {
    if (!this.thinking) return;
    this.parts.computer.stop();
    this.thinking = null;
    this.thought += 1;
  }
}

/** Whether the screen was opened over another one, so that going back stays on the page. */
function isOver(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'over' in state;
}

function addressOf(screen: Screen): string {
  if (screen.kind === 'main') return ADDRESS;
  return screen.kind === 'rules' ? `${ADDRESS}/rules/${screen.game}` : `${ADDRESS}/${screen.kind}`;
}

function screenAt(path: string): Screen {
  const [name, game] = path.split('/');
  if (name === 'game' || name === 'options') return { kind: name };
  const known = GAMES.find((candidate) => candidate === game);
  return name === 'rules' && known ? { kind: 'rules', game: known } : MAIN;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
