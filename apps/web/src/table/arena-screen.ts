/** The screen of one game of the arena. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { gameNameOf, keysOf } from '../boards/boards';
import { DEVICE_TEXTS } from '../i18n/device';
import type { Language, Strings } from '../i18n/languages';
import { LOBBY_TEXTS } from '../i18n/lobby';
import { button } from '../ui/controls';
import { addressOf, LOBBY } from '../ui/routes';
import type { Screen, ScreenContext } from '../ui/screen';
import { arenaAdapter } from './arena';
import { Invite } from './invite';
import type { RoundReader } from './move-list';
import { details, toLobby } from './parts';
import { isFull, marksIn, seatsOf, type Table } from './table';
import { TableView } from './view';
import { type Texts, textsIn } from './words';

export class ArenaTableScreen implements Screen {
  private readonly view: TableView;
  private readonly invite: Invite;

  constructor(
    private readonly context: ScreenContext,
    private readonly gameId: string,
    roundReader: RoundReader,
  ) {
    const { reader, network, rules } = context;
    const adapter = arenaAdapter(reader, network, gameId, rules);
    const { botId, pollMs } = network;
    const entry = context.entered.get(gameId);
    const sent = entry ? [entry] : [];
    this.view = new TableView({
      ...context,
      adapter,
      botId,
      empty: null,
      sent,
      roundReader,
      pollMs: () => pollMs,
    });
    this.invite = new Invite(context.changed);
  }

  start(): void {
    this.view.start();
  }

  stop(): void {
    this.view.stop();
    const joined = this.view.session.sent.find(({ call, succeeded }) => call === 'join' && succeeded);
    if (joined) this.context.entered.set(this.gameId, joined);
  }

  key(key: string): boolean {
    if (key !== 'Escape') return this.view.key(key);
    this.context.open(LOBBY);
    return true;
  }

  template(strings: Strings, language: Language): TemplateResult {
    const texts = textsIn(strings, language, 'arena');
    const { view } = this;
    const table = view.shown;
    return html`
      <section class="play ${view.isZoomed(table) ? 'play--zoomed' : ''}">
        ${this.bar(texts, table)}
        ${table ? this.content(texts, table) : view.headline(texts)}
        ${view.message(texts)}
        ${
          table
            ? html`
              <div class="actions flow">
                ${this.guestButton(strings, table)} ${view.actions(texts, table, this.more(table, language))}
              </div>
              <p class="keys">${this.isWaiting(table) ? nothing : keysOf(table.position, DEVICE_TEXTS[language])}</p>
            `
            : view.session.table === null
              ? html`<div class="actions flow">${toLobby(texts, true)}</div>`
              : nothing
        }
      </section>
      <aside class="panel stack">
        ${this.context.identityTemplate(strings, language, view.isPlaying)}
        ${table && isFull(table) ? view.moveList.template(texts, table) : nothing}
        ${details(texts, view.session, this.context.network)}
      </aside>
      ${table ? view.question(texts, table) : nothing} ${this.invite.template(language)}
    `;
  }

  /** Whoever comes by an invitation can take the free seat without a wallet. */
  private guestButton(strings: Strings, table: Table): TemplateResult | typeof nothing {
    const { view, context } = this;
    if (isFull(table) || seatsOf(table, view.me).length > 0) return nothing;
    return context.identity.guestButton(strings, () => void view.act({ kind: 'join' }));
  }

  /** Whether somebody who plays here waits for others. */
  private isWaiting(table: Table): boolean {
    return !isFull(table) && seatsOf(table, this.view.me).length > 0;
  }

  /** Until every seat is taken those who wait have an invitation to send, and no board to press in vain. */
  private content(texts: Texts, table: Table): TemplateResult {
    const { view, invite } = this;
    if (!this.isWaiting(table)) return view.board(texts, table);
    return html`
      ${view.players(texts, table)} ${view.headline(texts)}
      ${invite.inPlaceOfBoard(this.gameId, texts.language)}
    `;
  }

  private bar({ texts }: Texts, table: Table | null): TemplateResult {
    const { gameId } = this;
    // Without a move there is nothing to replay; the link has its room, so that the title does not move later.
    const isNew = table !== null && table.round === 1n && marksIn(table.position) === 0;
    return html`
      <div class="bar">
        <a class="button button--small" data-first href=${addressOf(LOBBY)}>← ${texts.lobby}</a>
        <h2 class="bar__title">${texts.gameNumber(gameId)}</h2>
        <a class="button button--small ${isNew ? 'invisible' : ''}" href=${addressOf({ kind: 'replay', gameId })}>${texts.replay}</a>
      </div>
    `;
  }

  private more({ position }: Table, language: Language): TemplateResult {
    return html`
      <a class="button" href="#device/rules/${gameNameOf(position.rules)}">${DEVICE_TEXTS[language].rules}</a>
      ${button(LOBBY_TEXTS[language].invite, () => this.invite.open(this.gameId), { look: 'normal' })}
    `;
  }
}
