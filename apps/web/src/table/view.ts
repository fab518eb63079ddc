/** A table on the screen: board, players, whose turn it is, and what can be done, whichever contract keeps it. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { Boards } from '../boards/boards';
import { Poller } from '../chain/poller';
import type { SentTransaction, Signer } from '../chain/signer';
import { cueOf, give } from '../ui/feedback';
import { question } from '../ui/modal';
import type { PageParts } from '../ui/page';
import { headline, type Message, messageArea, seats } from '../ui/parts';
import type { TableAdapter } from './adapter';
import { TableController } from './controller';
import { MoveList, type PastPosition, type RoundReader } from './move-list';
import {
  actionButton,
  cellTexts,
  isNextStep,
  lastMoveText,
  menu,
  questionAbout,
  seatProps,
  toLobby,
  type Viewer,
} from './parts';
import { pendingCell, type Session, shownTable } from './session';
import {
  type Action,
  type ArenaAction,
  actionsFor,
  isFull,
  isOver,
  isTurnOf,
  seatsOf,
  secondsLeft,
  type Table,
} from './table';
import { headlineOf, noticeText, type Texts } from './words';

export interface TableViewParts extends Omit<PageParts, 'access'> {
  readonly adapter: TableAdapter;
  readonly pollMs: () => number;
  /** An account that plays by itself, if one is known. */
  readonly botId: string | null;
  /** What is shown where there is no table; `null` for nothing. */
  readonly empty: Table | null;
  /** The account that plays here, `null` for somebody who just watches. */
  readonly signer: () => Signer | null;
  /** What this window has sent for the table already. */
  readonly sent?: readonly SentTransaction[];
  /** Tells the moves that were made before this window came. */
  readonly roundReader?: RoundReader;
}

const SECOND_MS = 1_000;

const SIGNS_OF_LIFE = ['pointerover', 'keydown'] as const;

export class TableView {
  private readonly controller: TableController;
  private readonly boards: Boards;
  readonly moveList: MoveList;
  /** What a board that is shown in part was last moved to; `undefined` before it was drawn. */
  private centredOn: number | null | undefined;
  /** The table that was heard of last, also after it was closed, and the block. */
  private heard: Table | null = null;
  private heardAt = 0;
  /** Time passes on the screen between two answers of the chain, too. */
  private readonly clock = new Poller(
    () => this.tick(),
    () => SECOND_MS,
  );

  /** Whoever has a seat and moves the mouse will sign, and should not wait for the code then. */
  private readonly prepareToSign = () => {
    if (this.me !== null) void import('../chain/account-signer').catch(() => {});
  };

  constructor(private readonly parts: TableViewParts) {
    const { sent } = parts;
    this.controller = new TableController({ ...parts, changed: () => this.sessionChanged() }, sent);
    this.boards = new Boards(parts.root);
    this.moveList = new MoveList(parts.rules, parts.roundReader ?? null, () => this.stepped());
  }

  start(): void {
    this.controller.start();
    for (const event of SIGNS_OF_LIFE) addEventListener(event, this.prepareToSign);
    this.clock.start();
  }

  stop(): void {
    for (const event of SIGNS_OF_LIFE) removeEventListener(event, this.prepareToSign);
    this.controller.stop();
    this.clock.stop();
    this.moveList.stop();
  }

  get session(): Session {
    return this.controller.session;
  }

  get me(): string | null {
    return this.parts.signer()?.accountId ?? null;
  }

  /** Whether somebody who plays here has a seat in a game that has begun. */
  get isPlaying(): boolean {
    const { table } = this.session;
    return Boolean(table && isFull(table) && seatsOf(table, this.me).length > 0);
  }

  /** The table as it is shown, `null` when there is none. */
  get shown(): Table | null {
    return shownTable(this.session, this.parts.rules) ?? this.parts.empty;
  }

  act(action: Action): Promise<void> {
    return this.controller.act(this.parts.signer(), action);
  }

  key(key: string): boolean {
    const { shown } = this;
    const cell = shown && this.boards.cellOfKey(shown.position, key);
    if (cell !== null) this.press(cell);
    return cell !== null;
  }

  /** For when a button that had the focus goes away. */
  focus(): void {
    this.boards.focus();
  }

  scrollIntoSight(): void {
    this.boards.scrollIntoSight();
  }

  /** Whether only a part of the board is shown. */
  isZoomed(table: Table | null): boolean {
    return table !== null && this.boards.isZoomed(table.position);
  }

  /** The sentence above the board. */
  headline(texts: Texts): TemplateResult {
    const { text, tone } = headlineOf(this.session, this.me, texts, this.heard);
    return headline(text, lastMoveText(texts, this.session), tone);
  }

  /** Players with the clock, sentence and board, as it is or as it was where somebody has stepped back. */
  board(texts: Texts, table: Table, sentence = this.headline(texts)): TemplateResult {
    const past = this.moveList.past(texts, table);
    return html`${this.players(texts, table)} ${past?.headline ?? sentence} ${this.frame(texts, table, past)}`;
  }

  players(texts: Texts, table: Table): TemplateResult {
    const all = table.position.seats.map((seat) => seatProps(texts, table, seat, this.viewer));
    return seats(texts.strings.players, all);
  }

  private frame(texts: Texts, table: Table, past: PastPosition | null): TemplateResult {
    const { pending } = this.session;
    const now = {
      position: table.position,
      pending: pendingCell(this.session),
      lastMove: pending ? null : (table.last?.cell ?? null),
      yours: isTurnOf(table, this.me) && !pending,
    };
    return this.boards.template({
      strings: cellTexts(texts),
      name: texts.strings.board,
      ...(past ?? now),
      press: (cell) => this.press(cell),
    });
  }

  message(texts: Texts): TemplateResult {
    return messageArea(texts.strings, this.messageOf(texts));
  }

  /** What the arena lets people do with the game: the next step, and a menu with the rest and `more`. */
  actions(texts: Texts, table: Table, more: TemplateResult): TemplateResult {
    const isNext = (action: ArenaAction) => isNextStep(action, table);
    const button = (action: ArenaAction) => {
      // Nobody loses anything by a free seat or by the round after one that is over, so nobody is asked twice.
      const press = () =>
        isNext(action) && action !== 'claim_timeout'
          ? this.act({ kind: action })
          : this.controller.ask(this.parts.signer(), action);
      return actionButton(texts, action, table, this.viewer, press);
    };
    const hasJoined = this.session.sent.some(({ call, succeeded }) => call === 'join' && succeeded);
    const actions = actionsFor(table, this.me, Date.now(), hasJoined);
    const next = this.moveList.isPast(table) ? [] : actions.filter(isNext);
    const others = actions.filter((action) => !isNext(action));
    const zoomed = () => {
      this.parts.changed();
      queueMicrotask(() => this.boards.centreOn(table.last?.cell ?? null));
    };
    return html`
      ${isFull(table) ? this.moveList.controls(texts, table) : nothing} ${next.map(button)}
      ${isOver(table) ? toLobby(texts, next.length === 0) : nothing} ${this.boards.zoomButton(texts.texts, table.position, zoomed)}
      ${menu(texts, html`${more} ${others.map(button)}`)}
    `;
  }

  question(texts: Texts, table: Table): TemplateResult | typeof nothing {
    const { question: kind } = this.session;
    if (!kind) return nothing;
    const closed = () => {
      if (!this.session.question) return;
      this.controller.closeQuestion();
      queueMicrotask(() => this.focus());
    };
    const confirm = () => {
      this.focus();
      void this.act({ kind });
    };
    return question({ ...questionAbout(texts, kind, table, this.me), closed, confirm });
  }

  private get viewer(): Viewer {
    return { me: this.me, botId: this.parts.botId, busy: this.session.pending !== null };
  }

  private press(cell: number): void {
    // Before the chain has answered there is nothing to play, nor on a board that was.
    const { table } = this.session;
    if (table && this.moveList.isPast(table)) return;
    if (this.session.link !== 'connecting') void this.act({ kind: 'move', cell });
  }

  private messageOf(texts: Texts): Message | null {
    const { link, notice } = this.session;
    if (link === 'offline') return { key: link, text: texts.strings.offline };
    if (!notice) return null;
    const dismiss = () => {
      this.focus();
      this.controller.dismiss();
    };
    return { key: notice, text: noticeText(notice, texts), dismiss };
  }

  private sessionChanged(): void {
    this.parts.changed();
    const { table } = this.session;
    this.cue(table ?? null);
    const last = table?.last?.cell ?? null;
    if (!table || last === this.centredOn) return;
    this.centredOn = last;
    queueMicrotask(() => this.boards.centreOn(last));
  }

  /** Lets people hear what is new, above all that it is their turn. */
  private cue(table: Table | null): void {
    const before = this.heard;
    const { height } = this.session;
    // Blocks count from the beginning again where the whole chain was started anew, and nobody has closed anything.
    this.heard = table ?? (height < this.heardAt ? null : before);
    this.heardAt = height;
    if (!before || !table || before.round !== table.round || before.position === table.position) return;
    const cue = cueOf(before.position, table.position);
    const isMine = isTurnOf(table, this.me) && !isTurnOf(before, this.me);
    if (cue) give(isMine && cue === 'mark' ? 'turn' : cue);
  }

  /** After a step through the moves. */
  private stepped(): void {
    this.parts.changed();
    const { table } = this.session;
    const cell = table ? this.moveList.cellAt(table) : null;
    if (cell !== null) queueMicrotask(() => this.boards.centreOn(cell));
  }

  private tick(): void {
    const { table } = this.session;
    if (table && secondsLeft(table, Date.now()) !== null) this.parts.changed();
  }
}
