/** The screen of one game of the arena. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { keysOf } from '../boards/boards';
import { DEVICE_TEXTS } from '../i18n/device';
import type { Strings } from '../i18n/en';
import type { Language } from '../i18n/languages';
import { LOBBY_TEXTS } from '../i18n/lobby';
import { addressOf, LOBBY } from '../ui/routes';
import type { Screen, ScreenContext } from '../ui/screen';
import { arenaAdapter } from './arena';
import { Invite } from './invite';
import { details } from './parts';
import { TableView } from './view';
import { type Texts, textsIn } from './words';

export class ArenaTableScreen implements Screen {
  private readonly view: TableView;
  private readonly invite: Invite;

  constructor(
    private readonly context: ScreenContext,
    private readonly gameId: string,
  ) {
    const { reader, network, rules } = context;
    const adapter = arenaAdapter(reader, network.arenaId, gameId, rules);
    const { botId, pollMs } = network;
    this.view = new TableView({ ...context, adapter, botId, empty: null, pollMs: () => pollMs });
    this.invite = new Invite(context.changed);
  }

  start(): void {
    this.view.start();
  }

  stop(): void {
    this.view.stop();
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
      <section class="play play--framed play--arena ${view.isZoomed(table) ? 'play--zoomed' : ''}">
        ${this.bar(texts)}
        ${table ? view.board(texts, table) : view.headline(texts)}
        ${view.message(texts)}
        ${
          table
            ? html`
              <div class="actions">${view.actions(texts, table)} ${this.inviteButton(language)}</div>
              <p class="footer">${keysOf(table.position, DEVICE_TEXTS[language])}</p>
            `
            : nothing
        }
      </section>
      <aside class="panel">
        ${this.context.identityTemplate(strings, language)}
        ${details(texts, view.session, this.context.network)}
      </aside>
      ${table ? view.question(texts, table) : nothing} ${this.invite.template(language)}
    `;
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

  private inviteButton(language: Language): TemplateResult {
    return html`<button type="button" class="button button--small" @click=${() => this.invite.open(this.gameId)}>${LOBBY_TEXTS[language].invite}</button>`;
  }
}
