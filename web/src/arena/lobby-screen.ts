/** The lobby: games of who plays here, open ones and ones to watch, and what can be done with them. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { shortAccountId } from '../chain/account-id';
import { Unreachable } from '../chain/reading';
import type { CallOutcome } from '../chain/signer';
import type { GameView } from '../contract/arena';
import { LOBBY_TEXTS } from '../i18n/arena-lobby';
import type { LobbyStrings } from '../i18n/arena-lobby/en';
import type { Strings } from '../i18n/en';
import type { Language } from '../i18n/languages';
import { modal } from '../ui/modal';
import { messageArea } from '../ui/parts';
import { type ArenaCaller, type ArenaRefusal, arenaRefusal } from './arena';
import { CreateForm } from './create-form';
import { type CreatePlan, playersOf, rulesOf } from './create-plan';
import { Invite } from './invite';
import { actionsOn, type GameAction, gameLine } from './lobby-game';
import {
  answered,
  hasNext,
  hasPrevious,
  type Lobby,
  newLobby,
  nextQuestion,
  pageOf,
  pageTurned,
  seenBy,
  shownGames,
  type Turned,
  viewOf,
  withNews,
} from './lobby-lists';
import { pages } from './pages';
import { addressOf } from './places';
import type { Screen, Surroundings } from './screen';
import { Storage } from './storage';
import { refusalText } from './words';
import { isTurnOf } from './your-turn';
import type { YourTurnWatch } from './your-turn-watch';

/** What is on its way. */
type Sending =
  | { readonly kind: 'create' | 'withdraw' }
  | { readonly kind: GameAction; readonly gameId: string };

type Problem =
  | { readonly kind: 'refused'; readonly refusal: ArenaRefusal }
  | { readonly kind: 'unreadable'; readonly text: string };

const ONE_YOCTO = 1n;

export class LobbyScreen implements Screen {
  private lobby: Lobby;
  private offline = false;
  private problem: Problem | null = null;
  private sending: Sending | null = null;
  /** What is asked before it is done. */
  private question: { readonly action: 'decline' | 'close'; readonly game: GameView } | null = null;
  private creating = false;
  private watching = false;
  private asking = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly form: CreateForm;
  private readonly storage: Storage;
  private readonly invite: Invite;

  constructor(
    private readonly surroundings: Surroundings,
    private readonly turns: YourTurnWatch,
  ) {
    this.lobby = newLobby(this.me, turns.mine);
    this.form = new CreateForm(surroundings);
    this.storage = new Storage(surroundings);
    this.invite = new Invite(surroundings.changed);
  }

  start(): void {
    if (this.watching) return;
    this.watching = true;
    void this.storage.read(this.me);
    void this.tick();
  }

  stop(): void {
    this.watching = false;
    clearTimeout(this.timer);
  }

  key(): boolean {
    return false;
  }

  template(strings: Strings, language: Language): TemplateResult {
    const texts = LOBBY_TEXTS[language];
    this.follow();
    return html`
      <section class="lobby">
        <div class="lobby__head">
          <h2 tabindex="-1" data-first>${texts.lobby}</h2>
          ${this.surroundings.network.indexerUrl === null ? nothing : html`<a class="button button--small" href=${addressOf({ kind: 'leaders' })}>${texts.leaders}</a>`}
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
        ${this.surroundings.whoTemplate(strings, language)} ${this.resultsLink(texts)}
        ${this.storage.template({
          strings: texts,
          language,
          withdrawing: this.sending?.kind === 'withdraw',
          withdraw: () => void this.withdraw(),
        })}
      </aside>
      ${this.dialog(texts)} ${this.invite.template(language)}
    `;
  }

  private resultsLink(texts: LobbyStrings): TemplateResult | typeof nothing {
    const { me } = this;
    if (me === null || this.surroundings.network.indexerUrl === null) return nothing;
    return html`<a class="button button--small" href=${addressOf({ kind: 'player', accountId: me })}>${texts.yourResults}</a>`;
  }

  private get me(): string | null {
    return this.surroundings.caller()?.accountId ?? null;
  }

  /** Whoever plays here may have changed since the last drawing. */
  private follow(): void {
    if (this.me === (this.lobby.mine?.accountId ?? null)) return;
    this.lobby = seenBy(this.lobby, this.me);
    this.problem = null;
    if (!this.watching) return;
    void this.storage.read(this.me);
    this.hurry();
  }

  private message(strings: Strings, language: Language) {
    const dismiss = () => {
      this.problem = null;
      this.surroundings.changed();
    };
    const shown = { dismiss, dismissLabel: strings.dismiss };
    if (this.problem?.kind === 'refused') {
      return { ...shown, key: this.problem, text: refusalText(this.problem.refusal, strings, language) };
    }
    if (this.problem)
      return { ...shown, key: this.problem.text, text: strings.unreadable(this.problem.text) };
    return this.offline ? { key: 'offline', text: strings.offline, dismiss: null, dismissLabel: '' } : null;
  }

  private createForm(strings: LobbyStrings, language: Language, host: string): TemplateResult {
    const { arenaId, botId } = this.surroundings.network;
    return this.form.template({
      strings,
      language,
      names: { host, arenaId, botId },
      known: this.surroundings.identity.known.filter((account) => account !== host),
      account: this.storage.account,
      busy: this.sending?.kind === 'create',
      create: (plan, deposit) => void this.create(plan, deposit),
      cancel: () => this.showForm(false),
    });
  }

  private list(list: Turned, strings: LobbyStrings): TemplateResult {
    const games = shownGames(this.lobby, list);
    return html`
      <section class="list" aria-labelledby="list-${list}">
        <h3 id="list-${list}">${strings.lists[list]}</h3>
        ${list === 'mine' && this.me === null ? html`<p class="hint">${strings.signInForGames}</p>` : this.games(games, list, strings)}
        ${this.pageButtons(list, strings)}
      </section>
    `;
  }

  private games(games: readonly GameView[] | null, list: Turned, strings: LobbyStrings): TemplateResult {
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
    const { botId } = this.surroundings.network;
    const gameId = game.game_id;
    const place = { kind: 'game', gameId } as const;
    const playing = me !== null && game.players.includes(me);
    const turn = me !== null && isTurnOf(game, me);
    const verb = turn ? strings.play : playing ? strings.open : strings.watch;
    const over = game.status === 'won' || game.status === 'draw';
    return html`
      <li class="row ${turn ? 'row--urgent' : ''}" data-game=${gameId}>
        ${gameLine(game, { strings, me, botId })}
        <span class="row__buttons">
          <a class="button button--small ${turn ? 'button--primary' : ''}" aria-label=${strings.inGame(verb, gameId)} href=${addressOf(place)}>${verb}</a>
          ${
            playing && game.status === 'waiting'
              ? html`<button type="button" class="button button--small" aria-label=${strings.inGame(strings.invite, gameId)} @click=${() => this.invite.open(gameId)}>${strings.invite}</button>`
              : nothing
          }
          ${
            over
              ? html`<a class="button button--small" aria-label=${strings.inGame(strings.replay, gameId)} href=${addressOf({ ...place, kind: 'replay' })}>${strings.replay}</a>`
              : nothing
          }
          ${actionsOn(game, me).map((action) => this.actionButton(action, game, strings))}
        </span>
      </li>
    `;
  }

  private actionButton(action: GameAction, game: GameView, strings: LobbyStrings): TemplateResult {
    const { sending } = this;
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

  private pageButtons(list: Turned, strings: LobbyStrings): TemplateResult | typeof nothing {
    const [previous, next] = [hasPrevious(this.lobby, list), hasNext(this.lobby, list)];
    if (!previous && !next) return nothing;
    const turn = (by: -1 | 1) => () => this.turnPage(list, by);
    return pages({
      strings,
      name: strings.lists[list],
      page: pageOf(this.lobby, list) + 1,
      previous: previous ? turn(-1) : null,
      next: next ? turn(1) : null,
    });
  }

  private dialog(strings: LobbyStrings): TemplateResult | typeof nothing {
    if (!this.question) return nothing;
    const { action, game } = this.question;
    const host = shortAccountId(game.players[0] ?? '');
    const close = () => this.ask(null);
    return modal({
      text:
        action === 'close'
          ? strings.closeQuestion(game.game_id)
          : strings.declineQuestion(game.game_id, host),
      closed: close,
      buttons: html`
        <button type="button" class="button" @click=${close}>${strings.cancel}</button>
        <button type="button" class="button button--primary" @click=${() => void this.act(action, game.game_id)}>${strings.yes}</button>
      `,
    });
  }

  private ask(question: LobbyScreen['question']): void {
    this.question = question;
    this.surroundings.changed();
  }

  private showForm(shown: boolean): void {
    this.creating = shown;
    this.surroundings.changed();
    if (shown)
      queueMicrotask(() => this.surroundings.root().querySelector<HTMLElement>('.create input')?.focus());
  }

  private turnPage(list: Turned, by: -1 | 1): void {
    this.lobby = pageTurned(this.lobby, list, by);
    this.surroundings.changed();
    this.hurry();
  }

  private async create(plan: CreatePlan, deposit: bigint): Promise<void> {
    const { network, open } = this.surroundings;
    const outcome = await this.send({ kind: 'create' }, (caller) => {
      const names = { host: caller.accountId, arenaId: network.arenaId, botId: network.botId };
      const players = playersOf(plan, names);
      return caller.call(
        'create',
        { players, rules: rulesOf(plan), turn_seconds: plan.turnSeconds },
        deposit,
      );
    });
    if (!outcome) return;
    this.form.reset();
    this.creating = false;
    this.surroundings.changed();
    if (typeof outcome.value === 'string') open({ kind: 'game', gameId: outcome.value });
  }

  private async act(action: GameAction, gameId: string): Promise<void> {
    this.ask(null);
    const method = action === 'join' ? 'join' : 'close';
    const outcome = await this.send({ kind: action, gameId }, (caller) =>
      caller.call(method, { game_id: gameId }),
    );
    if (outcome && action === 'join') this.surroundings.open({ kind: 'game', gameId });
  }

  private async withdraw(): Promise<void> {
    await this.send({ kind: 'withdraw' }, (caller) => caller.call('storage_withdraw', {}, ONE_YOCTO));
  }

  /** Sends a call and tells what came of it; `null` when it did not happen. */
  private async send(
    sending: Sending,
    call: (caller: ArenaCaller) => Promise<CallOutcome>,
  ): Promise<CallOutcome | null> {
    const caller = this.surroundings.caller();
    if (!caller || this.sending) return null;
    this.sending = sending;
    this.problem = null;
    this.surroundings.changed();
    const outcome = await call(caller).catch((cause: unknown) => this.fail(cause));
    if (outcome && outcome.failure !== null) this.fail(outcome.failure);
    this.sending = null;
    this.lobby = withNews(this.lobby);
    this.surroundings.changed();
    void this.storage.read(this.me);
    this.hurry();
    return outcome?.failure === null ? outcome : null;
  }

  private fail(cause: unknown): null {
    this.problem = { kind: 'refused', refusal: arenaRefusal(cause) };
    return null;
  }

  private hurry(): void {
    if (this.watching) void this.tick();
  }

  /** Asks the one question of a tick; what is urgent is asked for without a pause in between. */
  private async tick(): Promise<void> {
    clearTimeout(this.timer);
    const question = nextQuestion(this.lobby);
    if (!question || this.asking) return;
    this.asking = true;
    try {
      const { method, args } = viewOf(question);
      const { value, height } = await this.surroundings.reader.read(method, args);
      this.lobby = answered(this.lobby, question, value, height);
      this.offline = false;
      if (this.problem?.kind === 'unreadable') this.problem = null;
      this.turns.hear(this.lobby.mine);
    } catch (cause) {
      this.offline = cause instanceof Unreachable;
      if (!this.offline)
        this.problem = { kind: 'unreadable', text: cause instanceof Error ? cause.message : String(cause) };
    }
    this.asking = false;
    this.surroundings.changed();
    if (!this.watching) return;
    const soon = this.lobby.urgent.length > 0 && !this.offline && !this.problem;
    this.timer = setTimeout(() => void this.tick(), soon ? 0 : this.surroundings.network.pollMs);
  }
}
