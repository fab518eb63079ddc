/** The analysis of a game on the screen: stepping through it with chances, verdicts and best lines. */

import '../ui/moves.css';
import './view.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import { Boards, moveText } from '../boards/boards';
import { markPicture } from '../boards/marks';
import type { Ghost } from '../boards/shown-board';
import { ANALYSIS_TEXTS, type AnalysisStrings } from '../i18n/analysis';
import { DEVICE_TEXTS, type DeviceStrings } from '../i18n/device';
import type { Language, Strings } from '../i18n/languages';
import { cellText, type Position, type Rules, type Seat, SIGNS, turnOf } from '../rules/game';
import { button } from '../ui/controls';
import type { PageParts } from '../ui/page';
import { headline, messageArea, seats } from '../ui/parts';
import { type Stepping, stepButtons, stepByKey, stepSlider } from '../ui/stepping';
import {
  chanceOf,
  type Evaluation,
  type Grade,
  type Grader,
  gradesOf,
  moversOf,
  type PlayedGame,
} from './analysis';
import { Analyst } from './analyst';
import { graph } from './graph';

export interface Shown {
  readonly strings: Strings;
  readonly language: Language;
  /** What people are called, by seat. */
  readonly nameOf: (seat: Seat) => string | null;
}

interface Texts extends Shown {
  readonly texts: AnalysisStrings;
  readonly device: DeviceStrings;
}

/** As chess players write them. */
const GRADE_SIGNS: Readonly<Record<Grade, string>> = { mistake: '?', blunder: '??' };

/** So many moves of the best line are on the board. */
const LINE_SHOWN = 5;

export class AnalysisView {
  private readonly analyst: Analyst;
  private readonly boards: Boards;
  private readonly rules: Rules;
  private readonly changed: () => void;
  private found: { readonly game: PlayedGame; readonly movers: readonly (Seat | null)[] } | null = null;

  constructor(
    { rules, root, changed }: Pick<PageParts, 'rules' | 'root' | 'changed'>,
    game: PlayedGame,
    at: number,
    private readonly grade: Grader,
  ) {
    this.rules = rules;
    this.changed = changed;
    this.boards = new Boards(root);
    this.analyst = new Analyst(game, changed);
    this.go(at);
    this.analyst.think();
  }

  /** The position that is looked at, counted in steps. */
  get at(): number {
    return this.analyst.at;
  }

  show(game: PlayedGame): void {
    this.analyst.show(game);
  }

  stop(): void {
    this.analyst.stop();
  }

  key(key: string): boolean {
    const to = stepByKey(key, this.at, this.length);
    if (to === null) return false;
    this.go(to);
    return true;
  }

  /** What belongs to the board; the rest of the screen stands around it. */
  board(shown: Shown): TemplateResult {
    const texts = textsIn(shown);
    const position = this.positionAt(this.at);
    if (!position) return html``;
    const { known } = this;
    const turn = turnOf(position);
    const step = this.game.steps[this.at - 1];
    const [best, ...line] = this.line(position);
    const tone = known?.proven?.kind === 'won' ? known.proven.winner : 'plain';
    return html`
      ${headline(this.sentence(texts, position), this.description(texts, position), tone)}
      ${seats(
        shown.strings.players,
        position.seats.map((mark) => ({
          mark,
          name: shown.nameOf(mark),
          note: known && texts.texts.percent(chanceOf(known, mark)),
          active: turn === mark,
        })),
      )}
      ${this.boards.template({
        strings: texts.device,
        name: shown.strings.board,
        position,
        lastMove: typeof step === 'number' ? step : null,
        advised: best?.cell ?? null,
        line,
      })}
      ${this.message(texts)} ${this.graph(texts, position)}
      <div class="actions flow">${this.controls(texts)}</div>
    `;
  }

  /** The moves, each with what is to be said of it. */
  moves(shown: Shown): TemplateResult {
    const texts = textsIn(shown);
    const grades = this.grades();
    return html`
      <section class="card stack move-list">
        <h2>${texts.texts.moves}</h2>
        <ol class="moves moves--judged">${this.game.steps.map((_, index) => this.move(texts, index + 1, grades))}</ol>
      </section>
    `;
  }

  private get game(): PlayedGame {
    return this.analyst.analysis.game;
  }

  private get length(): number {
    return this.game.steps.length;
  }

  /** What is known of the position that is looked at. */
  private get known(): Evaluation | null {
    return this.analyst.analysis.evaluations[this.at] ?? null;
  }

  private positionAt(at: number, more: readonly number[] = []): Position | null {
    const { rules, steps, first } = this.game;
    const position = this.rules.replay(rules, [...steps.slice(0, at), ...more], first);
    return typeof position === 'string' ? null : position;
  }

  /** Found once for each game, since it takes as many replays as there are steps. */
  private movers(): readonly (Seat | null)[] {
    if (this.found?.game !== this.game)
      this.found = { game: this.game, movers: moversOf(this.rules, this.game) };
    return this.found.movers;
  }

  private grades(): (Grade | null)[] {
    return gradesOf(this.analyst.analysis, this.movers(), this.grade);
  }

  /** The best moves from here on, each with the mark that it would be. */
  private line(position: Position): Ghost[] {
    const cells = turnOf(position) ? (this.known?.line.slice(0, LINE_SHOWN) ?? []) : [];
    const after = this.positionAt(this.at, cells);
    return cells.flatMap((cell) => {
      const mark = after?.cells[cell]?.mark;
      return mark ? [{ cell, mark }] : [];
    });
  }

  /** Where we are, what is to be said of the latest move, and how it ends or must end. */
  private sentence({ texts, device }: Texts, { outcome }: Position): string {
    const { at, length } = this;
    const grade = this.grades()[at];
    const where = at === 0 ? device.stepping.start : device.stepping.step(at, length);
    const result = outcome.kind === 'won' ? device.won(outcome.winner) : device.draw;
    const end = outcome.kind === 'in_progress' ? provenText(texts, this.known) : result;
    return [where, grade && texts.grades[grade], end].filter(Boolean).join(' · ');
  }

  /** What screen readers hear besides. */
  private description({ texts, device }: Texts, position: Position): string {
    const step = this.game.steps[this.at - 1];
    const before = this.positionAt(this.at - 1);
    const moved = before && typeof step === 'number' ? moveText(device, before, position, step) : '';
    const cells = this.line(position).map(({ cell }) => cellText(position.rules, cell));
    return [moved, cells.length > 0 ? `${texts.best(cells.join('; '))}.` : ''].filter(Boolean).join(' ');
  }

  private stepping({ device }: Texts): Stepping {
    return { texts: device.stepping, at: this.at, length: this.length, go: (to) => this.go(to) };
  }

  private message({ strings }: Texts): TemplateResult {
    const failed = { key: 'failed', text: strings.analysisNotLoaded };
    return messageArea(strings, this.analyst.state === 'failed' ? failed : null);
  }

  private graph(texts: Texts, position: Position): TemplateResult {
    const { seats: all } = position;
    const chances = this.analyst.analysis.evaluations.map((known) => known?.chances ?? null);
    const said = `${this.sentence(texts, position)}. ${chancesText(texts.texts, all, this.known)}`;
    return html`
      <div class="graph">
        ${graph({ seats: all, chances, grades: this.grades(), at: this.at })}
        ${stepSlider(this.stepping(texts), texts.texts.graph, said)}
      </div>
    `;
  }

  private controls(all: Texts): TemplateResult {
    const { texts } = all;
    const { analyst } = this;
    const { evaluations } = analyst.analysis;
    const count = evaluations.filter(Boolean).length;
    const isDone = count === evaluations.length;
    const label = { thinking: texts.stop, stopped: texts.goOn, failed: all.strings.tryAgain }[analyst.state];
    const press = () => (analyst.state === 'thinking' ? analyst.stop() : analyst.think());
    return html`
      ${stepButtons(
        this.stepping(all),
        html`
          <span class="analysis__progress hint">
            <progress max=${evaluations.length} .value=${count} aria-label=${all.strings.analysis}></progress>
            <span>${texts.done(count, evaluations.length)}</span>
          </span>
        `,
      )}
      <span class=${isDone ? 'invisible' : ''}>${button(label, press)}</span>
    `;
  }

  private move({ texts }: Texts, at: number, grades: readonly (Grade | null)[]): TemplateResult {
    const { steps, rules } = this.game;
    const [step, seat] = [steps[at - 1], this.movers()[at - 1]];
    if (step === undefined || !seat) return html``;
    const known = this.analyst.analysis.evaluations[at];
    const grade = grades[at] ?? null;
    const best = this.analyst.analysis.evaluations[at - 1]?.line[0];
    const better = grade && best !== undefined ? texts.best(cellText(rules, best)) : '';
    return html`
      <li>
        <button type="button" class="move ${grade ? `move--${grade}` : ''}" aria-current=${at === this.at ? 'step' : nothing} @click=${() => this.go(at)}>
          <span class="move__number">${at}.</span> ${markPicture(seat)}<span class="visually-hidden">${SIGNS[seat]}</span>
          <span>${typeof step === 'number' ? cellText(rules, step) : texts.leaves(seat)}</span>
          <span class="move__chance">${known ? texts.percent(chanceOf(known, seat)) : html`<span class="visually-hidden">${texts.unknown}</span>`}</span>
          ${grade ? html`<strong class="move__grade" title=${`${texts.grades[grade]}. ${better}`}><span aria-hidden="true">${GRADE_SIGNS[grade]}</span><span class="visually-hidden">${texts.grades[grade]}. ${better}</span></strong>` : nothing}
        </button>
      </li>
    `;
  }

  private go(to: number): void {
    this.analyst.at = Math.min(Math.max(to, 0), this.length);
    this.changed();
  }
}

const textsIn = (shown: Shown): Texts => ({
  ...shown,
  texts: ANALYSIS_TEXTS[shown.language],
  device: DEVICE_TEXTS[shown.language],
});

/** What happens if nobody errs, where that is proven. */
function provenText(texts: AnalysisStrings, known: Evaluation | null): string {
  if (!known?.proven) return '';
  if (known.proven.kind === 'draw') return texts.draw;
  return texts.winsIn(known.proven.winner, known.proven.moves);
}

function chancesText(texts: AnalysisStrings, all: readonly Seat[], known: Evaluation | null): string {
  if (!known) return texts.unknown;
  return all.map((seat) => `${SIGNS[seat]} ${texts.percent(chanceOf(known, seat))}`).join(', ');
}
