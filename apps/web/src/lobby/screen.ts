/** The lobby: games of who plays here, open ones and ones to watch, and what can be done with them. */

import '../ui/list.css';
import './screen.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { shortAccountId } from '../chain/account-id';
import type { CallOutcome } from '../chain/signer';
import type { GameView } from '../contract/arena';
import type { Strings } from '../i18n/en';
import type { Language } from '../i18n/languages';
import { LOBBY_TEXTS } from '../i18n/lobby';
import type { LobbyStrings } from '../i18n/lobby/en';
import { arenaEvent } from '../table/arena';
import { Invite } from '../table/invite';
import { refusalText } from '../table/words';
import { question } from '../ui/modal';
import { pages } from '../ui/page-buttons';
import { type Message, messageArea } from '../ui/parts';
import { addressOf } from '../ui/routes';
import type { Screen, ScreenContext } from '../ui/screen';
import { LobbyController } from './controller';
import { CreateForm } from './create-form';
import type { CreatePlan } from './create-plan';
import { actionsOn, type GameAction, gameLine } from './game-line';
import { hasNext, hasPrevious, type PagedList, pageOf, shownGames } from './lists';
import { Storage } from './storage';
import { isTurnOf } from './your-turn';
import type { YourTurnWatch } from './your-turn-watch';

export class LobbyScreen implements Screen {
  /** What is asked before it is done. */
  private question: { readonly action: 'decline' | 'close'; readonly game: GameView } | null = null;
  private creating = false;
  private readonly controller: LobbyController;
  private readonly form: CreateForm;
  private readonly storage: Storage;
  private readonly invite: Invite;

  constructor(
    private readonly context: ScreenContext,
    private readonly turns: YourTurnWatch,
  ) {
    this.form = new CreateForm(context);
    this.storage = new Storage(context);
    this.invite = new Invite(context.changed);
    this.controller = new LobbyController(
      {
        ...context,
        onMyGames: (mine) => turns.update(mine),
        balanceChanged: (accountId) => void this.storage.read(accountId),
      },
      turns.mine,
    );
  }

  start(): void {
    this.controller.start();
  }

  stop(): void {
    this.controller.stop();
  }

  key(): boolean {
    return false;
  }

  template(strings: Strings, language: Language): TemplateResult {
    const texts = LOBBY_TEXTS[language];
    this.controller.follow();
    return html`
      <section class="lobby">
        <div class="lobby__head">
          <h2 tabindex="-1" data-first>${texts.lobby}</h2>
          ${this.context.network.indexerUrl === null ? nothing : html`<a class="button button--small" href=${addressOf({ kind: 'leaders' })}>${texts.leaders}</a>`}
          ${this.turns.button(texts)}
          ${
            this.me === null || this.creating
              ? nothing
              : html`<button type="button" class="button button--primary" @click=${() => this.showForm(true)}>${texts.create}</button>`
          }
        </div>
        ${messageArea(this.message(strings, language))}
        ${this.creating && this.me !== null ? this.createForm(texts, language, this.me) : nothing}
        ${(['mine', 'open', 'watched'] as const).map((list) => this.list(list, texts))}
      </section>
      <aside class="panel ${this.me === null ? 'panel--first' : ''}">
        ${this.context.identityTemplate(strings, language)} ${this.resultsLink(texts)}
        ${this.storage.template({
          strings: texts,
          language,
          withdrawing: this.controller.sending?.kind === 'withdraw',
          withdraw: () => void this.controller.withdraw(),
        })}
      </aside>
      ${this.dialog(texts)} ${this.invite.template(language)}
    `;
  }

  private resultsLink(texts: LobbyStrings): TemplateResult | typeof nothing {
    const { me } = this;
    if (me === null || this.context.network.indexerUrl === null) return nothing;
    return html`<a class="button button--small" href=${addressOf({ kind: 'player', accountId: me })}>${texts.yourResults}</a>`;
  }

  private get me(): string | null {
    return this.controller.me;
  }

  private message(strings: Strings, language: Language): Message | null {
    const { problem, offline } = this.controller;
    const shown = { key: problem, dismiss: () => this.controller.dismiss(), dismissLabel: strings.dismiss };
    if (problem?.kind === 'refused')
      return { ...shown, text: refusalText(problem.refusal, { strings, language, contract: 'arena' }) };
    // The same problem again is not announced again.
    if (problem) return { ...shown, key: problem.text, text: strings.unreadable(problem.text) };
    return offline ? { key: 'offline', text: strings.offline, dismiss: null, dismissLabel: '' } : null;
  }

  private createForm(strings: LobbyStrings, language: Language, host: string): TemplateResult {
    const { arenaId, botId } = this.context.network;
    return this.form.template({
      strings,
      language,
      names: { host, arenaId, botId },
      known: this.context.identity.known.filter((account) => account !== host),
      account: this.storage.account,
      busy: this.controller.sending?.kind === 'create',
      create: (plan, deposit) => void this.create(plan, deposit),
      cancel: () => this.showForm(false),
    });
  }

  private list(list: PagedList, strings: LobbyStrings): TemplateResult {
    const games = shownGames(this.controller.lobby, list);
    return html`
      <section class="list" aria-labelledby="list-${list}">
        <h3 id="list-${list}">${strings.lists[list]}</h3>
        ${list === 'mine' && this.me === null ? html`<p class="hint">${strings.signInForGames}</p>` : this.games(games, list, strings)}
        ${this.pageButtons(list, strings)}
      </section>
    `;
  }

  private games(games: readonly GameView[] | null, list: PagedList, strings: LobbyStrings): TemplateResult {
    if (!games) return html`<p class="hint">${strings.reading}</p>`;
    if (games.length === 0) return html`<p class="hint">${strings.empty[list]}</p>`;
    return html`
      <ul class="rows">
        ${repeat(
          games,
          ({ game_id }) => game_id,
          (game) => this.row(game, strings),
        )}
      </ul>
    `;
  }

  private row(game: GameView, strings: LobbyStrings): TemplateResult {
    const { me } = this;
    const { botId } = this.context.network;
    const gameId = game.game_id;
    const route = { kind: 'game', gameId } as const;
    const playing = me !== null && game.players.includes(me);
    const turn = me !== null && isTurnOf(game, me);
    const verb = turn ? strings.play : playing ? strings.open : strings.watch;
    const over = game.status === 'won' || game.status === 'draw';
    return html`
      <li class="row ${turn ? 'row--urgent' : ''}" data-game=${gameId}>
        ${gameLine(game, { strings, me, botId })}
        <span class="row__buttons">
          <a class="button button--small ${turn ? 'button--primary' : ''}" aria-label=${strings.inGame(verb, gameId)} href=${addressOf(route)}>${verb}</a>
          ${
            playing && game.status === 'waiting'
              ? html`<button type="button" class="button button--small" aria-label=${strings.inGame(strings.invite, gameId)} @click=${() => this.invite.open(gameId)}>${strings.invite}</button>`
              : nothing
          }
          ${
            over
              ? html`<a class="button button--small" aria-label=${strings.inGame(strings.replay, gameId)} href=${addressOf({ ...route, kind: 'replay' })}>${strings.replay}</a>`
              : nothing
          }
          ${actionsOn(game, me).map((action) => this.actionButton(action, game, strings))}
        </span>
      </li>
    `;
  }

  private actionButton(action: GameAction, game: GameView, strings: LobbyStrings): TemplateResult {
    const { sending } = this.controller;
    const gameId = game.game_id;
    const busy =
      sending !== null && 'gameId' in sending && sending.gameId === gameId && sending.kind === action;
    const press = () => (action === 'join' ? void this.act(action, gameId) : this.ask({ action, game }));
    return html`
      <button type="button" class="button button--small" aria-label=${strings.inGame(strings[action], gameId)} ?disabled=${sending !== null} @click=${press}>
        ${busy ? strings.busy : strings[action]}
      </button>
    `;
  }

  private pageButtons(list: PagedList, strings: LobbyStrings): TemplateResult | typeof nothing {
    const { lobby } = this.controller;
    const [previous, next] = [hasPrevious(lobby, list), hasNext(lobby, list)];
    const turn = (by: -1 | 1) => () => this.controller.turnPage(list, by);
    return pages({
      strings,
      name: strings.lists[list],
      page: pageOf(lobby, list) + 1,
      previous: previous ? turn(-1) : null,
      next: next ? turn(1) : null,
    });
  }

  private dialog(strings: LobbyStrings): TemplateResult | typeof nothing {
    if (!this.question) return nothing;
    const { action, game } = this.question;
    const host = shortAccountId(game.players[0] ?? '');
    return question({
      strings,
      text:
        action === 'close'
          ? strings.closeQuestion(game.game_id)
          : strings.declineQuestion(game.game_id, host),
      closed: () => this.ask(null),
      confirm: () => void this.act(action, game.game_id),
    });
  }

  private ask(question: LobbyScreen['question']): void {
    this.question = question;
    this.context.changed();
  }

  private showForm(shown: boolean): void {
    this.creating = shown;
    this.context.changed();
    if (shown) queueMicrotask(() => this.context.root().querySelector<HTMLElement>('.create input')?.focus());
  }

  private async create(plan: CreatePlan, deposit: bigint): Promise<void> {
    const outcome = await this.controller.create(plan, deposit);
    if (!outcome) return;
    this.form.reset();
    this.showForm(false);
    const gameId = createdIn(outcome);
    if (gameId !== null) this.context.open({ kind: 'game', gameId });
  }

  private async act(action: GameAction, gameId: string): Promise<void> {
    this.ask(null);
    const outcome = await this.controller.act(action, gameId);
    if (outcome && action === 'join') this.context.open({ kind: 'game', gameId });
  }
}

/** The id of the game that a call has created: some wallets return its value, some its logs, some neither. */
function createdIn({ value, logs }: CallOutcome): string | null {
  if (typeof value === 'string') return value;
  return logs.map(arenaEvent).find((found) => found?.event.kind === 'created')?.gameId ?? null;
}
