/** The game on chain: board, players, turn, new game, who you are, what was sent. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { numberOfKey } from '../boards/cell-focus';
import type { GridBoard } from '../boards/grid-board';
import { type Caller, gameCaller, gameReader } from '../chain/one-game';
import type { Chain } from '../chain/open';
import type { Mark } from '../contract/tic_tac_toe';
import type { Strings } from '../i18n/en';
import type { ChainAccess, OpenChain } from '../ui/chain-access';
import type { Page } from '../ui/page';
import { headline, type Message, messageArea, seats } from '../ui/parts';
import { chainFailureText } from '../ui/words';
import { CELLS, colOf, rowOf, SIZE } from './cell';
import { details } from './details';
import { NewGameForm } from './new-game-form';
import { Controller } from './one-game-controller';
import {
  headlineOf,
  NEW_SESSION,
  pendingCell,
  type Session,
  shownLine,
  shownMarks,
} from './one-game-session';
import { headlineText, noticeText, toneOf } from './one-game-words';

export class ChainPage implements Page {
  readonly fillsWindow = false;
  private controller: Controller | null = null;
  private readonly form: NewGameForm;
  private formOpen = false;
  private shown = false;

  constructor(
    private readonly access: ChainAccess,
    private readonly board: GridBoard,
    private readonly changed: () => void,
  ) {
    this.form = new NewGameForm(changed);
    document.addEventListener('visibilitychange', () => this.follow());
  }

  start(): void {
    this.shown = true;
    this.access.enter((open) => this.opened(open));
  }

  stop(): void {
    this.shown = false;
    this.access.leave();
    this.follow();
  }

  arrive(): void {
    // The game on chain has one address.
  }

  key(key: string): boolean {
    const number = numberOfKey(key);
    if (number !== null) this.press(number);
    return number !== null;
  }

  template(strings: Strings): TemplateResult {
    const { open } = this.access;
    return html`${this.playArea(strings)} ${open ? this.panel(strings, open) : nothing}`;
  }

  private press(number: number): void {
    const cell = CELLS.find((known) => known === number);
    if (cell !== undefined) void this.controller?.play(this.caller, cell);
  }

  private get session(): Session {
    return this.controller?.session ?? NEW_SESSION;
  }

  private get caller(): Caller | null {
    const { open } = this.access;
    const signer = open?.identity.signer;
    return signer ? gameCaller(signer, open.chain.network) : null;
  }

  private get me(): string | null {
    return this.caller?.accountId ?? null;
  }

  private opened({ chain: { network, view } }: OpenChain): void {
    const read = gameReader(view, network);
    this.controller ??= new Controller({ read, pollMs: network.pollMs, changed: this.changed });
    this.follow();
  }

  /** Follows the chain only while somebody can see it. */
  private follow(): void {
    if (this.shown && document.visibilityState === 'visible') this.controller?.start();
    else this.controller?.stop();
  }

  private playArea(strings: Strings): TemplateResult {
    const { session, me } = this;
    const { game, pending } = session;
    const head = headlineOf(session, me);
    const text = this.access.failed ? chainFailureText(strings) : headlineText(head, strings);
    const [p1, p2] =
      pending?.kind === 'new_game' ? [pending.p1, pending.p2] : [game?.p1 ?? null, game?.p2 ?? null];
    const next = pending ? null : (game?.next ?? null);
    const [marks, sent] = [shownMarks(session), pendingCell(session)];
    const seat = (mark: Mark, name: string | null) => ({
      mark,
      name: name ?? strings.nobodyYet,
      note: name !== null && name === me ? strings.you : null,
      active: next?.mark === mark,
    });
    return html`
      <section class="play">
        ${seats(strings.players, [seat('X', p1), seat('O', p2)])}
        ${headline(text, this.lastMoveText(strings), toneOf(head))}
        ${this.board.template({
          name: strings.board,
          rows: SIZE,
          cols: SIZE,
          marks,
          pending: sent,
          lastMove: pending ? null : session.lastMove,
          advised: null,
          line: shownLine(session) ?? [],
          hint: next && next.player === me ? next.mark : null,
          label: (row, col, cell) => strings.cell(row, col, marks[cell] ?? null, cell === sent),
          press: (cell) => this.press(cell),
        })}
        ${messageArea(this.message(strings))}
        <div class="actions">${this.newGameButton(strings)}</div>
      </section>
    `;
  }

  private newGameButton(strings: Strings): TemplateResult | typeof nothing {
    const { game, pending } = this.session;
    if (!game || game.status === 'in_progress' || pending) return nothing;
    return html`<button type="button" class="button button--primary" @click=${() => this.startGame(game.p1, game.p2)}>${strings.newGame}</button>`;
  }

  private message(strings: Strings): Message | null {
    const { link, notice } = this.session;
    const dismiss = () => {
      this.board.focus();
      this.controller?.dismiss();
    };
    if (link === 'offline') return { key: link, text: strings.offline, dismiss: null, dismissLabel: '' };
    return (
      notice && { key: notice, text: noticeText(notice, strings), dismiss, dismissLabel: strings.dismiss }
    );
  }

  private lastMoveText(strings: Strings): string {
    const { lastMove, pending } = this.session;
    const mark = lastMove === null ? null : shownMarks(this.session)[lastMove];
    if (lastMove === null || !mark || pending) return '';
    return strings.played(mark, rowOf(lastMove) + 1, colOf(lastMove) + 1);
  }

  private panel(strings: Strings, { chain, identity }: OpenChain): TemplateResult {
    return html`
      <aside class="panel">
        ${identity.template(strings)}
        ${this.newGameSection(strings, chain)}
        ${details({ strings, network: chain.network, session: this.session })}
      </aside>
    `;
  }

  private newGameSection(strings: Strings, chain: Chain): TemplateResult | typeof nothing {
    const { game, pending } = this.session;
    if (game === undefined) return nothing;
    if (game !== null && !this.formOpen) {
      return html`<button type="button" class="button" @click=${() => this.openForm(true)}>${strings.otherPlayers}</button>`;
    }
    if (this.form.isBlank()) this.suggestPlayers(chain);
    return html`
      <section class="card">
        <h2>${strings.newGameTitle}</h2>
        ${this.form.template({
          strings,
          contractId: chain.network.contractId,
          me: this.me,
          known: this.knownAccounts(chain),
          replacesGame: game?.status === 'in_progress',
          busy: pending !== null,
          start: (p1, p2) => this.startGame(p1, p2),
          cancel: game === null ? null : () => this.openForm(false),
        })}
      </section>
    `;
  }

  private startGame(p1: string, p2: string): void {
    this.formOpen = false;
    this.board.focus();
    this.board.scrollIntoSight();
    void this.controller?.newGame(this.caller, p1, p2);
  }

  private openForm(open: boolean): void {
    this.formOpen = open;
    if (open && this.access.open) this.suggestPlayers(this.access.open.chain);
    this.changed();
  }

  private suggestPlayers(chain: Chain): void {
    const { game } = this.session;
    const [first, second] = chain.players.map(({ accountId }) => accountId);
    const opponent = [first, second].find((id) => id !== this.me);
    this.form.suggest(game?.p1 ?? this.me ?? first ?? '', game?.p2 ?? opponent ?? '');
  }

  private knownAccounts(chain: Chain): string[] {
    const { game } = this.session;
    const accounts = [this.me, game?.p1, game?.p2, ...chain.players.map(({ accountId }) => accountId)];
    return [...new Set(accounts.filter((id) => typeof id === 'string'))];
  }
}
