/** A game of the arena: board, players, whose turn it is, and what can be done with the game. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { Boards, canZoom, isSmallWindow, keysOf } from '../boards/boards';
import type { GameView } from '../contract/arena';
import { LOBBY_TEXTS } from '../i18n/arena-lobby';
import { DEVICE_TEXTS } from '../i18n/device';
import type { Strings } from '../i18n/en';
import type { Language } from '../i18n/languages';
import { headline, type Message, messageArea, seats } from '../ui/parts';
import { LOBBY } from '../ui/routes';
import type { Screen, Surroundings } from '../ui/screen';
import { GameController } from './controller';
import { Invite } from './invite';
import {
  actionButton,
  cellTexts,
  clockLine,
  gameBar,
  gameDetails,
  lastMoveText,
  question,
  seatOf,
  type Texts,
  textsIn,
} from './parts';
import { positionOf } from './position';
import { actionsFor, type GameSession, headlineOf, pendingCell, seatNumberOf, secondsLeft } from './session';
import { headlineText, noticeText, toneOf } from './words';

const SECOND_MS = 1_000;

export class GameScreen implements Screen {
  private readonly controller: GameController;
  private readonly boards: Boards;
  private readonly invite: Invite;
  private zoomed = isSmallWindow();
  /** What a board that is shown in part was last moved to; `undefined` before it was drawn. */
  private centredOn: number | null | undefined;
  private clock: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly surroundings: Surroundings,
    private readonly gameId: string,
  ) {
    const { reader, network, changed, root } = surroundings;
    const parts = { gameId, reader, pollMs: network.pollMs, changed: () => this.sessionChanged() };
    this.controller = new GameController(parts);
    this.boards = new Boards(root);
    this.invite = new Invite(changed);
  }

  start(): void {
    this.controller.start();
    this.clock = setInterval(() => this.tick(), SECOND_MS);
  }

  stop(): void {
    this.controller.stop();
    clearInterval(this.clock);
  }

  key(key: string): boolean {
    const { game } = this.session;
    if (key === 'Escape') {
      this.surroundings.open(LOBBY);
      return true;
    }
    if (!game) return false;
    const cell = this.boards.cellOfKey(positionOf(game), key);
    if (cell !== null) this.press(cell);
    return cell !== null;
  }

  template(strings: Strings, language: Language): TemplateResult {
    const texts = textsIn(strings, language);
    const { session } = this;
    const { game } = session;
    const zoomed = this.zoomed && game && canZoom(positionOf(game));
    return html`
      <section class="play play--framed play--arena ${zoomed ? 'play--zoomed' : ''}">
        ${gameBar(texts, this.gameId)}
        ${game ? this.table(texts, game) : this.headline(texts)}
        ${messageArea(this.message(texts))}
        ${game ? html`<div class="actions">${this.actions(texts, game)}</div>` : nothing}
        ${game ? html`<p class="footer">${keysOf(positionOf(game), DEVICE_TEXTS[language])}</p>` : nothing}
      </section>
      <aside class="panel">
        ${this.surroundings.whoTemplate(strings, language)}
        ${gameDetails(texts, session, this.surroundings.network)}
      </aside>
      ${game ? this.question(texts, game) : nothing} ${this.invite.template(language)}
    `;
  }

  private get session(): GameSession {
    return this.controller.session;
  }

  private get me(): string | null {
    return this.surroundings.identity.signer?.accountId ?? null;
  }

  private sessionChanged(): void {
    const { game, lastMove } = this.session;
    this.surroundings.changed();
    if (!game || lastMove === this.centredOn) return;
    this.centredOn = lastMove;
    queueMicrotask(() => this.boards.centreOn(lastMove));
  }

  /** Time passes on the screen between two answers of the chain, too. */
  private tick(): void {
    const { game } = this.session;
    if (game && secondsLeft(game, Date.now()) !== null) this.surroundings.changed();
  }

  private press(cell: number): void {
    void this.controller.play(this.surroundings.caller(), cell);
  }

  private headline(texts: Texts): TemplateResult {
    const head = headlineOf(this.session, this.me);
    const text = headlineText(head, texts.strings, texts.texts);
    return headline(text, lastMoveText(texts, this.session), toneOf(head));
  }

  private table(texts: Texts, game: GameView): TemplateResult {
    const { pending, lastMove } = this.session;
    const { me } = this;
    const mine = seatNumberOf(game, me);
    const onlooker = { me, botId: this.surroundings.network.botId, busy: pending !== null };
    return html`
      ${seats(
        texts.strings.players,
        game.players.map((_, index) => seatOf(texts, game, index + 1, onlooker)),
      )}
      ${this.headline(texts)}
      ${clockLine(texts, game, Date.now())}
      <div class="board-frame">
        ${this.boards.template({
          strings: cellTexts(texts),
          name: texts.strings.board,
          position: positionOf(game),
          pending: pendingCell(this.session),
          lastMove: pending ? null : lastMove,
          advised: null,
          yours: mine !== null && game.turn === mine && !pending,
          press: (cell) => this.press(cell),
        })}
      </div>
    `;
  }

  private message({ strings, language }: Texts): Message | null {
    const { link, notice, game } = this.session;
    if (link === 'offline') return { key: link, text: strings.offline, dismiss: null, dismissLabel: '' };
    if (!notice) return null;
    const dismiss = () => {
      if (game) this.boards.focus(positionOf(game));
      this.controller.dismiss();
    };
    const text = noticeText(notice, strings, language);
    return { key: notice, text, dismiss, dismissLabel: strings.dismiss };
  }

  private actions(texts: Texts, game: GameView): TemplateResult {
    const { me } = this;
    const busy = this.session.pending !== null;
    const buttons = actionsFor(game, me, Date.now()).map((action) => {
      const press = () => this.controller.ask(this.surroundings.caller(), action);
      return actionButton(texts, { action, game, me, busy, press });
    });
    const { zoomOut, zoomIn } = texts.texts;
    const zoomButton = html`<button type="button" class="button button--small" aria-pressed=${this.zoomed} @click=${() => this.zoom()}>${this.zoomed ? zoomOut : zoomIn}</button>`;
    const inviteButton = html`<button type="button" class="button button--small" @click=${() => this.invite.open(game.game_id)}>${LOBBY_TEXTS[texts.language].invite}</button>`;
    return html`${buttons} ${inviteButton} ${canZoom(positionOf(game)) ? zoomButton : nothing}`;
  }

  private question(texts: Texts, game: GameView): TemplateResult | typeof nothing {
    const { question: action } = this.session;
    if (!action) return nothing;
    const close = () => this.closeQuestion(game);
    const confirm = () => {
      this.boards.focus(positionOf(game));
      void this.controller.act(this.surroundings.caller(), action);
    };
    return question(texts, { action, game, me: this.me, close, confirm });
  }

  private closeQuestion(game: GameView): void {
    if (!this.session.question) return;
    this.controller.closeQuestion();
    queueMicrotask(() => this.boards.focus(positionOf(game)));
  }

  private zoom(): void {
    this.zoomed = !this.zoomed;
    this.surroundings.changed();
    queueMicrotask(() => this.boards.centreOn(this.session.lastMove));
  }
}
