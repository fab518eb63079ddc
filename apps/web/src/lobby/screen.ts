/** The lobby: games of who plays here, open ones and ones to watch, and what can be done with them. */

import '../ui/list.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { boardPicture } from '../boards/boards';
import { shortAccountId } from '../chain/account-id';
import type { CallOutcome } from '../chain/signer';
import type { GameView } from '../contract/arena';
import type { Language, Strings } from '../i18n/languages';
import { LOBBY_TEXTS, type LobbyStrings } from '../i18n/lobby';
import { arenaEvent, arenaTable } from '../table/arena';
import { Invite } from '../table/invite';
import { refusalText } from '../table/words';
import { button, select } from '../ui/controls';
import { question } from '../ui/modal';
import { pageButtons } from '../ui/page-buttons';
import { type Message, messageArea } from '../ui/parts';
import { addressOf } from '../ui/routes';
import type { Screen, ScreenContext } from '../ui/screen';
import { WISH } from '../ui/wish';
import { LobbyController } from './controller';
import { CreateForm } from './create-form';
import { type CreatePlan, FIRST_PLAN, type GameChoice, rulesOf, withGame } from './create-plan';
import { actionsOn, type GameAction, gameLine } from './game-line';
import { hasNext, type PagedList, pageOf, shownGames } from './lists';
import { Storage } from './storage';
import { missingDeposit, readCost } from './storage-cost';
import { isTurnOf } from './your-turn';
import type { YourTurnWatch } from './your-turn-watch';

/** Games for two that need no further choice. */
const QUICK = ['classic', 'ultimate', 'gomoku', 'four'] as const satisfies readonly GameChoice[];

export class LobbyScreen implements Screen {
  private quick: (typeof QUICK)[number] = 'classic';
  /** What is asked before it is done. */
  private question: { readonly action: 'decline' | 'close'; readonly game: GameView } | null = null;
  private creating = false;
  /** Whether somebody has asked for a game against the bot before they came here. */
  private wantsBot: boolean;
  private readonly controller: LobbyController;
  private readonly form: CreateForm;
  private readonly storage: Storage;
  private readonly invite: Invite;

  constructor(
    private readonly context: ScreenContext,
    private readonly turns: YourTurnWatch,
    private readonly lists: readonly PagedList[],
  ) {
    this.wantsBot = WISH.playBot;
    WISH.playBot = false;
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

  template(strings: Strings, language: Language): TemplateResult {
    const texts = LOBBY_TEXTS[language];
    this.controller.follow();
    this.grantWish();
    return html`
      <section class="lobby stack">
        <div class="lobby__head flow">
          <h2 tabindex="-1" data-first>${texts.lobby}</h2>
          ${this.context.network.indexerUrl === null ? nothing : html`<a class="button button--small" href=${addressOf({ kind: 'leaders' })}>${texts.leaders}</a>`}
          ${this.turns.button(texts)}
          ${this.me === null || this.creating ? nothing : button(texts.create, () => this.showForm(true))}
        </div>
        ${messageArea(strings, this.message(strings, language))}
        ${this.me === null || this.creating ? nothing : this.quickPlay(texts, this.me)}
        ${this.creating && this.me !== null ? this.createForm(texts, language, this.me) : nothing}
        ${this.lists.map((list) => this.list(list, texts))}
      </section>
      <aside class="panel stack ${this.me === null ? 'panel--first' : ''}">
        ${this.context.identityTemplate(strings, language)} ${this.resultsLink(texts)}
        ${this.storage.template(texts, language, this.withdrawButton(texts))}
      </aside>
      ${this.dialog(texts)} ${this.invite.template(language)}
    `;
  }

  private withdrawButton(texts: LobbyStrings): TemplateResult {
    const disabled = this.controller.sending?.kind === 'withdraw';
    const text = disabled ? texts.withdrawing : texts.withdraw;
    return button(text, () => void this.controller.withdraw(), { disabled });
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
    const dismiss = () => this.controller.dismiss();
    if (problem?.kind === 'refused') {
      const text = refusalText(problem.refusal, { strings, language, contract: 'arena' });
      return { key: problem, text, dismiss };
    }
    // The same problem again is not announced again.
    if (problem) return { key: problem.text, text: strings.unreadable(problem.text), dismiss };
    return offline ? { key: 'offline', text: strings.offline } : null;
  }

  /** A game at once: one that somebody has opened by these rules, or else a new one. */
  private quickPlay(strings: LobbyStrings, me: string): TemplateResult {
    const { botId } = this.context.network;
    const disabled = this.controller.sending !== null || !this.storage.account;
    const botButton = (id: string) =>
      button(strings.playBot, () => this.playBot(me, id), { look: 'normal', disabled });
    return html`
      <section class="card flow quick" aria-labelledby="quick">
        <h3 id="quick" class="visually-hidden">${strings.playNow}</h3>
        ${select({
          label: strings.chooseGame,
          options: QUICK,
          chosen: this.quick,
          textOf: (game) => strings.games[game].name,
          choose: (game) => {
            this.quick = game;
          },
        })}
        ${button(strings.playNow, () => this.playNow(me), { look: 'primary', disabled })}
        ${botId === null ? nothing : botButton(botId)}
      </section>
    `;
  }

  private async playNow(me: string): Promise<void> {
    const plan = withGame(FIRST_PLAN, this.quick);
    const rules = JSON.stringify(rulesOf(plan));
    const fits = ({ players, ...game }: GameView) =>
      players.length === 2 && !players.includes(me) && JSON.stringify(game.rules) === rules;
    const waiting = this.controller.lobby.open.games?.find(fits);
    await (waiting ? this.act('join', waiting.game_id) : this.createAtOnce(plan));
  }

  /** Two players have one game at a time; where there is one, it is gone on with. */
  private async playBot(me: string, botId: string): Promise<void> {
    const { mine } = this.controller.lobby;
    const known = mine?.games?.find(({ players: [host, guest] }) => host === me && guest === botId);
    if (known) this.context.open({ kind: 'game', gameId: known.game_id });
    else await this.createAtOnce({ ...withGame(FIRST_PLAN, this.quick), seats: [{ kind: 'bot' }] });
  }

  /** Begins the game against the bot that was asked for, once it is known who plays and what they have. */
  private grantWish(): void {
    const { me } = this;
    const { botId } = this.context.network;
    const isKnown = this.storage.account && this.controller.lobby.mine?.games;
    if (!this.wantsBot || me === null || botId === null || !isKnown) return;
    this.wantsBot = false;
    queueMicrotask(() => void this.playBot(me, botId));
  }

  private async createAtOnce(plan: CreatePlan): Promise<void> {
    const cost = await readCost(this.context.reader, plan);
    const { account } = this.storage;
    if (cost !== null && account) await this.create(plan, missingDeposit(cost, account));
  }

  private createForm(strings: LobbyStrings, language: Language, host: string): TemplateResult {
    return this.form.template({
      strings,
      language,
      host,
      account: this.storage.account,
      busy: this.controller.sending?.kind === 'create',
      create: (plan, deposit) => void this.create(plan, deposit),
      cancel: () => this.showForm(false),
    });
  }

  private list(list: PagedList, strings: LobbyStrings): TemplateResult {
    const { lobby } = this.controller;
    const games = shownGames(lobby, list);
    return html`
      <section class="list stack" aria-labelledby="list-${list}">
        <h3 id="list-${list}">${strings.lists[list]}</h3>
        ${list === 'mine' && this.me === null ? html`<p class="hint">${strings.signInForGames}</p>` : this.games(games, list, strings)}
        ${pageButtons(strings, strings.lists[list], {
          page: pageOf(lobby, list) + 1,
          hasNext: hasNext(lobby, list),
          turn: (by) => this.controller.turnPage(list, by),
        })}
      </section>
    `;
  }

  private games(games: readonly GameView[] | null, list: PagedList, strings: LobbyStrings): TemplateResult {
    if (!games) return html`<p class="hint">${strings.reading}</p>`;
    if (games.length === 0) return html`<p class="hint">${strings.empty[list]}</p>`;
    return html`
      <ul class="stack">
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
    const playing = me !== null && game.players.includes(me);
    const turn = me !== null && isTurnOf(game, me);
    const verb = turn ? strings.play : playing ? strings.open : strings.watch;
    const over = game.status === 'won' || game.status === 'draw';
    const labelled = (action: string) => strings.inGame(action, gameId);
    const link = (text: string, kind: 'game' | 'replay', look = '') =>
      html`<a class="button button--small ${look}" aria-label=${labelled(text)} href=${addressOf({ kind, gameId })}>${text}</a>`;
    const invite = () =>
      button(strings.invite, () => this.invite.open(gameId), { label: labelled(strings.invite) });
    return html`
      <li class="card row flow ${turn ? 'row--urgent' : ''}" data-game=${gameId}>
        <span class="thumbnail" aria-hidden="true">${boardPicture(arenaTable(game, this.context.rules).position, '')}</span>
        ${gameLine(game, { strings, me, botId })}
        <span class="flow">
          ${link(verb, 'game', turn ? 'button--primary' : '')}
          ${playing && game.status === 'waiting' ? invite() : nothing} ${over ? link(strings.replay, 'replay') : nothing}
          ${actionsOn(game, me, this.hasJoined(gameId)).map((action) => this.actionButton(action, game, strings))}
        </span>
      </li>
    `;
  }

  private hasJoined(gameId: string): boolean {
    return this.context.entered.get(gameId)?.call === 'join';
  }

  private actionButton(action: GameAction, game: GameView, strings: LobbyStrings): TemplateResult {
    const { sending } = this.controller;
    const gameId = game.game_id;
    const busy =
      sending !== null && 'gameId' in sending && sending.gameId === gameId && sending.kind === action;
    const press = () => (action === 'join' ? void this.act(action, gameId) : this.ask({ action, game }));
    const label = strings.inGame(strings[action], gameId);
    return button(busy ? strings.busy : strings[action], press, { label, disabled: sending !== null });
  }

  private dialog(strings: LobbyStrings): TemplateResult | typeof nothing {
    if (!this.question) return nothing;
    const { action, game } = this.question;
    const { game_id: id, players } = game;
    const declining = () => strings.declineQuestion(id, shortAccountId(players[0] ?? ''));
    return question({
      strings,
      text: action === 'close' ? strings.closeQuestion(id) : declining(),
      closed: () => this.ask(null),
      confirm: () => void this.act(action, id),
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
    if (gameId === null) return;
    this.enter(gameId, 'create', outcome);
  }

  private async act(action: GameAction, gameId: string): Promise<void> {
    this.ask(null);
    const outcome = await this.controller.act(action, gameId);
    if (outcome && action === 'join') this.enter(gameId, action, outcome);
  }

  private enter(gameId: string, call: 'create' | 'join', { hash, url }: CallOutcome): void {
    if (hash) this.context.entered.set(gameId, { hash, url, call, succeeded: true });
    this.context.open({ kind: 'game', gameId });
  }
}

/** The id of the game that a call has created: some wallets return its value, some its logs, some neither. */
function createdIn({ value, logs }: CallOutcome): string | null {
  if (typeof value === 'string') return value;
  return logs.map(arenaEvent).find((found) => found?.event.kind === 'created')?.gameId ?? null;
}
