/** Two people on one device. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { type Cell, colOf, rowOf } from '../cell';
import type { Mark } from '../contract/tic_tac_toe';
import type { Strings } from '../i18n/en';
import { type HotSeat, NEW_HOT_SEAT, playHotSeat, restoreHotSeat } from '../rules/hot-seat';
import { marksOf, type Outcome, type Rules } from '../rules/rules';
import { remember, remembered } from '../settings';
import type { BoardView } from './board';
import type { Page } from './page';
import { headline, messageArea, seats } from './parts';

export class HotSeatPage implements Page {
  private rules: Rules | null = null;
  /** The one attempt to load the rules; `null` before it and after it failed. */
  private loading: Promise<void> | null = null;
  private failedToLoad = false;
  private game: HotSeat = NEW_HOT_SEAT;

  constructor(
    private readonly board: BoardView,
    private readonly changed: () => void,
  ) {}

  start(): Promise<void> {
    this.loading ??= this.load();
    return this.loading;
  }

  stop(): void {
    // Nothing goes on while nobody plays.
  }

  play(cell: Cell): void {
    if (this.rules) this.become(playHotSeat(this.rules, this.game, cell));
  }

  template(strings: Strings): TemplateResult {
    const outcome = this.rules?.outcome(this.game.board) ?? null;
    const next = outcome?.kind === 'in_progress' ? outcome.next : null;
    const over = outcome?.kind === 'won' || outcome?.kind === 'draw';
    const text = outcome ? headlineText(outcome, strings) : this.waitingText(strings);
    const seat = (mark: Mark) => ({ mark, name: strings.seat[mark], note: null, active: next === mark });
    return html`
      <section class="play">
        ${seats(strings.players, [seat('X'), seat('O')])}
        ${headline(text, this.lastMoveText(strings), outcome ? toneOf(outcome) : 'busy')}
        ${this.board.template({
          strings,
          marks: marksOf(this.game.board),
          pending: null,
          lastMove: this.game.lastMove,
          line: outcome?.kind === 'won' ? outcome.line : null,
          hint: next,
          play: (cell) => this.play(cell),
        })}
        ${messageArea(this.message(strings))}
        <div class="actions">
          ${
            over
              ? html`<button type="button" class="button button--primary" @click=${() => this.continueWith(NEW_HOT_SEAT)}>${strings.newGame}</button>`
              : nothing
          }
        </div>
      </section>
    `;
  }

  private async load(): Promise<void> {
    try {
      const { loadRules } = await import('../rules/load');
      this.rules = await loadRules();
      this.game = restoreHotSeat(this.rules, remembered('hot-seat'));
    } catch {
      this.loading = null;
      this.failedToLoad = true;
    }
    this.changed();
  }

  /** Without the rules nothing can be played, so the page doesn't ask anybody to move. */
  private waitingText(strings: Strings): string {
    return this.failedToLoad ? strings.notLoaded : strings.loading;
  }

  private message(strings: Strings) {
    const { refusal } = this.game;
    if (!refusal) return null;
    const dismiss = () => this.continueWith({ ...this.game, refusal: null });
    return { key: this.game, text: strings.refusal[refusal], dismiss, dismissLabel: strings.dismiss };
  }

  private lastMoveText(strings: Strings): string {
    const { board, lastMove } = this.game;
    const mark = lastMove === null ? null : marksOf(board)[lastMove];
    return lastMove !== null && mark ? strings.played(mark, rowOf(lastMove) + 1, colOf(lastMove) + 1) : '';
  }

  /** After a click on a button that goes away. */
  private continueWith(game: HotSeat): void {
    this.board.focus();
    this.become(game);
  }

  private become(game: HotSeat): void {
    this.game = game;
    remember('hot-seat', String(game.board));
    this.changed();
  }
}

function headlineText(outcome: Outcome, strings: Strings): string {
  switch (outcome.kind) {
    case 'in_progress':
      return strings.turn(outcome.next);
    case 'won':
      return strings.won(outcome.winner);
    case 'draw':
      return strings.draw;
  }
}

function toneOf(outcome: Outcome) {
  if (outcome.kind === 'draw') return 'plain';
  return outcome.kind === 'won' ? outcome.winner : outcome.next;
}
