/** A game of the arena: board, players, whose turn it is, and what can be done with the game. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { Boards, canZoom, isSmallWindow, keysOf, moveText } from '../boards/boards';
import { shortAccountId } from '../chain/account-id';
import type { GameView } from '../contract/arena';
import { ARENA_TEXTS } from '../i18n/arena';
import type { ArenaStrings } from '../i18n/arena/en';
import { LOBBY_TEXTS } from '../i18n/arena-lobby';
import { DEVICE_TEXTS } from '../i18n/device';
import type { Strings } from '../i18n/en';
import type { Language } from '../i18n/languages';
import type { Position } from '../rules/game';
import { transactions } from '../ui/details';
import { modal } from '../ui/modal';
import { headline, type Message, messageArea, type SeatProps, seats } from '../ui/parts';
import { GameController } from './controller';
import { Invite } from './invite';
import { addressOf, LOBBY } from './places';
import { positionOf, seatAt } from './position';
import type { Screen, Surroundings } from './screen';
import {
  type Action,
  actionsFor,
  type GameSession,
  headlineOf,
  pendingCell,
  seatNumberOf,
  secondsLeft,
} from './session';
import { headlineText, noticeText, timeText, toneOf } from './words';

const SECOND_MS = 1_000;

/** The texts of the language that the page is drawn in. */
interface Texts {
  readonly strings: Strings;
  readonly texts: ArenaStrings;
  readonly language: Language;
}

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
    const texts = { strings, texts: ARENA_TEXTS[language], language };
    const { game } = this.session;
    const zoomed = this.zoomed && game && canZoom(positionOf(game));
    return html`
      <section class="play play--framed play--arena ${zoomed ? 'play--zoomed' : ''}">
        ${this.bar(texts)}
        ${game ? this.table(texts, game) : this.headline(texts, null)}
        ${messageArea(this.message(texts))}
        ${game ? html`<div class="actions">${this.actions(texts, game)}</div>` : nothing}
        ${game ? html`<p class="footer">${keysOf(positionOf(game), DEVICE_TEXTS[language])}</p>` : nothing}
      </section>
      <aside class="panel">
        ${this.surroundings.whoTemplate(strings, language)}
        ${this.details(texts)}
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

  private bar({ texts }: Texts): TemplateResult {
    const { gameId } = this;
    return html`
      <div class="bar">
        <a class="button button--small" data-first href=${addressOf(LOBBY)}>← ${texts.lobby}</a>
        <h2 class="bar__title">${texts.gameNumber(gameId)}</h2>
        <a class="button button--small" href=${addressOf({ kind: 'replay', gameId })}>${texts.replay}</a>
      </div>
    `;
  }

  private headline({ strings, texts, language }: Texts, game: GameView | null): TemplateResult {
    const head = headlineOf(this.session, this.me);
    return headline(
      headlineText(head, strings, texts),
      game ? this.lastMoveText(game, language) : '',
      toneOf(head),
    );
  }

  private table(texts: Texts, game: GameView): TemplateResult {
    const { strings, language } = texts;
    const position = positionOf(game);
    const { pending, lastMove } = this.session;
    const me = seatNumberOf(game, this.me);
    const told = DEVICE_TEXTS[language];
    const sent = (label: string, isPending: boolean) =>
      isPending ? `${label}, ${texts.texts.beingSent}` : label;
    return html`
      ${seats(
        strings.players,
        game.players.map((player, index) => this.seat(texts, game, player, index + 1)),
      )}
      ${this.headline(texts, game)}
      ${this.clockLine(texts, game)}
      <div class="board-frame">
        ${this.boards.template({
          strings: {
            gridCell: (row, col, mark, isPending) => sent(told.gridCell(row, col, mark, false), isPending),
            miniCell: (field, inner, mark, legal, isPending) =>
              sent(told.miniCell(field, inner, mark, legal && !isPending, false), isPending),
          },
          name: strings.board,
          position,
          pending: pendingCell(this.session),
          lastMove: pending ? null : lastMove,
          advised: null,
          yours: me !== null && game.turn === me && !pending,
          press: (cell) => this.press(cell),
        })}
      </div>
    `;
  }

  private seat({ strings, texts }: Texts, game: GameView, player: string | null, number: number): SeatProps {
    const wins = game.score.wins[number - 1] ?? 0;
    const notes = [
      player !== null && player === this.me ? strings.you : null,
      player !== null && player === this.surroundings.network.botId ? texts.bot : null,
      game.winner === number ? texts.winner : null,
      game.out.includes(number) ? texts.out : null,
      wins > 0 ? texts.wins(wins) : null,
    ];
    return {
      mark: seatAt(number),
      name: player ?? texts.freeSeat,
      note: notes.filter(Boolean).join(' · ') || null,
      active: game.turn === number && !this.session.pending,
    };
  }

  private clockLine({ texts }: Texts, game: GameView): TemplateResult | typeof nothing {
    const left = secondsLeft(game, Date.now());
    if (left === null) return nothing;
    const text = left === 0 ? texts.timeOver : texts.timeLeft(timeText(left, texts.units));
    return html`<p class="clock ${left <= 10 ? 'clock--short' : ''}" role="timer">${text}</p>`;
  }

  private lastMoveText(game: GameView, language: Language): string {
    const { lastMove, pending } = this.session;
    if (lastMove === null || pending) return '';
    const after = positionOf(game);
    return moveText(DEVICE_TEXTS[language], before(after, lastMove), after, lastMove);
  }

  private message({ strings, language }: Texts): Message | null {
    const { link, notice, game } = this.session;
    if (link === 'offline') return { key: link, text: strings.offline, dismiss: null, dismissLabel: '' };
    const dismiss = () => {
      if (game) this.boards.focus(positionOf(game));
      this.controller.dismiss();
    };
    return (
      notice && {
        key: notice,
        text: noticeText(notice, strings, language),
        dismiss,
        dismissLabel: strings.dismiss,
      }
    );
  }

  private actions({ texts, language }: Texts, game: GameView): TemplateResult {
    const busy = this.session.pending !== null;
    const over = game.status === 'won' || game.status === 'draw';
    const isMain = (action: Action) =>
      action === 'join' || action === 'claim_timeout' || (action === 'restart' && over);
    const button = (action: Action) => html`
      <button
        type="button"
        class="button ${isMain(action) ? 'button--primary' : 'button--small'}"
        ?disabled=${busy}
        @click=${() => this.controller.ask(this.surroundings.caller(), action)}
      >${texts.actions[this.nameOf(action, game)]}</button>
    `;
    const zoomButton = html`<button type="button" class="button button--small" aria-pressed=${this.zoomed} @click=${() => this.zoom()}>${this.zoomed ? texts.zoomOut : texts.zoomIn}</button>`;
    const inviteButton = html`<button type="button" class="button button--small" @click=${() => this.invite.open(game.game_id)}>${LOBBY_TEXTS[language].invite}</button>`;
    return html`
      ${actionsFor(game, this.me, Date.now()).map(button)} ${inviteButton}
      ${canZoom(positionOf(game)) ? zoomButton : nothing}
    `;
  }

  private nameOf(action: Action, game: GameView): keyof ArenaStrings['actions'] {
    if (action === 'close' && game.players[0] !== this.me) return 'decline';
    return action === 'restart' && game.status !== 'in_progress' ? 'next_round' : action;
  }

  private question({ texts }: Texts, game: GameView): TemplateResult | typeof nothing {
    const { question } = this.session;
    if (!question) return nothing;
    const close = () => this.closeQuestion(game);
    const confirm = () => {
      this.boards.focus(positionOf(game));
      void this.controller.act(this.surroundings.caller(), question);
    };
    const { ask, note } = texts.question(question, {
      underWay: game.status === 'in_progress',
      limited: game.turn_seconds !== null,
      nextRound: game.round + 1,
      player: shortAccountId(game.players[(game.turn ?? 1) - 1] ?? ''),
      declining: game.players[0] !== this.me,
    });
    return modal({
      text: ask,
      content: html`<p class="hint">${note}</p>`,
      closed: close,
      buttons: html`
        <button type="button" class="button" @click=${close}>${texts.cancel}</button>
        <button type="button" class="button button--primary" @click=${confirm}>${texts.yes}</button>
      `,
    });
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

  private details({ strings, texts, language }: Texts): TemplateResult {
    const lobby = LOBBY_TEXTS[language];
    const { game, sent } = this.session;
    const { network } = this.surroundings;
    const fact = (name: string, value: string | number) => html`<dt>${name}</dt><dd>${value}</dd>`;
    const limit = (seconds: number | null) =>
      seconds === null ? texts.noTimeLimit : lobby.duration(seconds);
    return html`
      <section class="card card--quiet">
        <h2>${strings.details}</h2>
        <dl class="facts">
          ${
            game
              ? [
                  fact(texts.rulesLabel, lobby.rules(positionOf(game).rules)),
                  fact(texts.round, game.round),
                  fact(strings.moves, game.moves),
                  fact(texts.draws, game.score.draws),
                  fact(texts.timeLimit, limit(game.turn_seconds)),
                ]
              : nothing
          }
          ${fact(strings.network, strings.networkName[network.id])}
          ${fact(texts.arena, network.arenaId)}
        </dl>
        ${transactions(
          strings,
          sent.map(({ call, ...rest }) => {
            const name = texts.calls[call];
            return { ...rest, text: rest.succeeded ? name : texts.refusedCall(name) };
          }),
        )}
      </section>
    `;
  }
}

/** The position before its latest mark, as far as the words for that mark look at it. */
function before(after: Position, cell: number): Position {
  const mark = after.cells[cell]?.mark;
  if (!mark) return after;
  const outcome = { kind: 'in_progress', next: mark } as const;
  if (!('fields' in after)) return { ...after, outcome };
  const fields = after.fields.map((field) => {
    const captures = field.captures.filter(({ cells }) => !cells.includes(cell));
    return { ...field, captures, owners: captures.map(({ seat }) => seat) };
  });
  return { ...after, outcome, fields };
}
