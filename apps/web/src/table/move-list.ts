/** The moves of a table's round beside its board, and stepping back through them; what happens meanwhile waits. */

import '../ui/moves.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import { moveText } from '../boards/boards';
import { markPicture } from '../boards/marks';
import { DEVICE_TEXTS } from '../i18n/device';
import { cellText, type Position, type Rules, SIGNS, type Step } from '../rules/game';
import { button, softDisabledButton } from '../ui/controls';
import { headline } from '../ui/parts';
import { keepingKnown, type Moves, movesOf, positionAfter } from './moves';
import type { Table } from './table';
import type { Texts } from './words';

/** Reads what happened in the round of a table, from its first move on; `null` where that is not found. */
export type ReadRound = (table: Table, signal: AbortSignal) => Promise<readonly Step[] | null>;

export interface RoundReader {
  /** One quick question, which need not wait until somebody asks for it. */
  readonly atOnce: ReadRound | null;
  /** A search that may take a while. */
  readonly onRequest: ReadRound;
}

/** A position that somebody has stepped back to. */
export interface PastPosition {
  readonly position: Position;
  readonly lastMove: number | null;
  readonly headline: TemplateResult;
}

export class MoveList {
  /** The round that is looked at, and how many of its known moves; `null` for now. */
  private at: { readonly round: bigint; readonly count: number } | null = null;
  /** The moves as they were last told in full. */
  private known: { readonly round: bigint; readonly moves: Moves } | null = null;
  private record: { readonly round: bigint; readonly steps: readonly Step[] } | null = null;
  /** The round whose earlier moves were asked for last. */
  private asked: bigint | null = null;
  private isReading = false;
  private cancel = new AbortController();

  constructor(
    private readonly rules: Rules,
    private readonly reader: RoundReader | null,
    private readonly changed: () => void,
  ) {}

  stop(): void {
    this.cancel.abort();
    this.cancel = new AbortController();
    this.asked = null;
    this.isReading = false;
  }

  /** What is looked at; `null` for now. */
  past(texts: Texts, table: Table): PastPosition | null {
    const count = this.countAt(table);
    if (count === null) return null;
    const moves = this.movesOf(table);
    const after = (known: number) => positionAfter(this.rules, table.position.rules, moves, known);
    const position = after(count);
    if (!position) return null;
    const cell = this.cellAt(table);
    const before = cell === null ? null : after(count - 1);
    const happened = before && moveText(DEVICE_TEXTS[texts.language], before, position, cell ?? 0);
    const [number, all] = [moves.earlier + count, moves.earlier + moves.steps.length];
    const text = number === 0 ? DEVICE_TEXTS[texts.language].stepping.start : texts.texts.moveOf(number, all);
    return { position, lastMove: cell, headline: headline(text, happened ?? '', 'busy') };
  }

  isPast(table: Table): boolean {
    return this.countAt(table) !== null;
  }

  /** The cell of the move that is looked at; `null` where none was marked. */
  cellAt(table: Table): number | null {
    const { steps } = this.movesOf(table);
    const step = steps[(this.countAt(table) ?? steps.length) - 1];
    return typeof step === 'number' ? step : null;
  }

  /** All steps of the round from its beginning; `null` where they are not known. */
  whole(table: Table): readonly Step[] | null {
    const { earlier, later, steps } = this.movesOf(table);
    return earlier + later === 0 ? steps : null;
  }

  /** Buttons that step back and forth; the way back to now is the next step there is. */
  controls({ texts }: Texts, table: Table): TemplateResult {
    const { length } = this.movesOf(table).steps;
    const count = this.countAt(table) ?? length;
    const step = (sign: string, label: string, to: number) =>
      softDisabledButton(sign, to >= 0 && to <= length ? () => this.go(table, to) : null, label);
    return html`
      <span class="stepping">${step('◀', texts.stepBack, count - 1)} ${step('▶', texts.stepForward, count + 1)}</span>
      ${count < length ? button(texts.toNow, () => this.go(table, length), { look: 'primary' }) : nothing}
    `;
  }

  /** The moves in order; the one that is looked at is marked. */
  template(texts: Texts, table: Table): TemplateResult {
    const moves = this.movesOf(table);
    const count = this.countAt(table) ?? moves.steps.length + moves.later;
    const atOnce = this.asked === table.round ? null : this.reader?.atOnce;
    if (moves.earlier + moves.later > 0 && atOnce) void this.read(table, atOnce);
    const lines = moves.steps.map((step, index) =>
      this.line(texts, table, step, index + 1, index + 1 === count),
    );
    const later = html`<li class="hint">${texts.texts.laterMoves(moves.later)}</li>`;
    const none = moves.steps.length + moves.earlier + moves.later === 0;
    return html`
      <section class="card stack move-list">
        <h2>${texts.texts.moves}</h2>
        ${moves.earlier > 0 ? this.earlier(texts, table, moves) : nothing}
        ${none ? html`<p class="hint">${texts.texts.noMoves}</p>` : html`<ol class="moves" start=${moves.earlier + 1}>${lines}${moves.later > 0 ? later : nothing}</ol>`}
      </section>
    `;
  }

  private earlier({ texts }: Texts, table: Table, { earlier }: Moves): TemplateResult {
    const { onRequest } = this.reader ?? {};
    return html`
      <p class="hint flow">
        ${texts.earlierMoves(earlier)}
        ${onRequest ? button(texts.showEarlier, () => void this.read(table, onRequest), { disabled: this.isReading }) : nothing}
      </p>
    `;
  }

  private line({ texts }: Texts, table: Table, step: Step, count: number, isShown: boolean): TemplateResult {
    const { position, clock } = table;
    const { earlier } = this.movesOf(table);
    const seat = typeof step === 'number' ? (position.cells[step]?.mark ?? 'X') : step.leaves;
    const what =
      typeof step === 'number' ? cellText(position.rules, step) : clock ? texts.out : texts.resigned;
    return html`
      <li>
        <button type="button" class="move" aria-current=${isShown ? 'step' : nothing} @click=${() => this.go(table, count)}>
          <span class="move__number">${earlier + count}.</span> ${markPicture(seat)}<span class="visually-hidden">${SIGNS[seat]}</span> ${what}
        </button>
      </li>
    `;
  }

  private movesOf(table: Table): Moves {
    const { round } = table;
    const now = movesOf(this.rules, table, this.record?.round === round ? this.record.steps : null);
    const moves = this.known?.round === round ? keepingKnown(this.known.moves, now) : now;
    if (moves === now) this.known = { round, moves };
    return moves;
  }

  private countAt(table: Table): number | null {
    return this.at?.round === table.round && this.at.count < this.movesOf(table).steps.length
      ? this.at.count
      : null;
  }

  private go(table: Table, count: number): void {
    const isNow = count === this.movesOf(table).steps.length;
    this.at = isNow ? null : { round: table.round, count };
    this.changed();
  }

  /** What cannot be read stays as it was; the replay says why. */
  private async read(table: Table, readRound: ReadRound): Promise<void> {
    if (this.isReading) return;
    const { round } = table;
    this.asked = round;
    this.isReading = true;
    const { signal } = this.cancel;
    const steps = await readRound(table, signal).catch(() => null);
    if (signal.aborted) return;
    this.isReading = false;
    if (steps) this.record = { round, steps };
    this.changed();
  }
}
