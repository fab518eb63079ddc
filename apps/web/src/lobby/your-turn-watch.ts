/** Watches for turns of who plays here, whatever is on the screen: title, icon, notification, and a list one key away. */

import './your-turn-watch.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import { shortAccountId } from '../chain/account-id';
import { type Freshness, judge, NOTHING_SEEN } from '../chain/freshness';
import { Poller } from '../chain/poller';
import type { GameView } from '../contract/arena';
import type { Language } from '../i18n/languages';
import { LOBBY_TEXTS, type LobbyStrings } from '../i18n/lobby';
import { button } from '../ui/controls';
import { switchField } from '../ui/fields';
import { modal } from '../ui/modal';
import { addressOf, type Route } from '../ui/routes';
import type { ScreenContext } from '../ui/screen';
import { TAB } from '../ui/tab';
import { gameLine } from './game-line';
import { Notifications } from './notifications';
import { TabIcon } from './tab-icon';
import { type MyGames, newTurns, noGamesYet, partArgs, turnsIn, withPart } from './your-turn';

/** In polls: how often turns are looked for beside another screen, and while the window is hidden. */
const BESIDE = 5;
const HIDDEN = 10;

/** The key T, also on a Russian keyboard. */
const KEYS = ['t', 'T', 'е', 'Е'];

export class YourTurnWatch {
  /** The games of who plays here, as far as they are known; `null` when nobody does. */
  mine: MyGames | null = null;
  private seen: Freshness = NOTHING_SEEN;
  private route: Route | null = null;
  private listed = false;
  /** The first poll does not wait, whether it succeeds or not. */
  private isFirst = true;
  private readonly poller = new Poller(
    () => this.poll(),
    () => this.pause(),
    true,
  );
  private readonly icon = new TabIcon();
  private readonly notifications = new Notifications();
  private language: Language = 'en';

  constructor(private readonly context: ScreenContext) {
    document.addEventListener('visibilitychange', () => this.poller.later());
  }

  /** Another screen is shown, or none of the arena's; the lobby reads the account's games itself and passes them on. */
  setRoute(route: Route | null): void {
    this.route = route;
    this.listed = false;
    this.poller.later();
  }

  /** Takes in the account's games, whoever has read them. */
  update(mine: MyGames | null): void {
    const before = this.mine;
    this.mine = mine;
    this.signal();
    if (!before || !mine || before.accountId !== mine.accountId) return;
    for (const game of newTurns(before, mine)) if (this.isWorthNotifying(game)) void this.notify(game);
  }

  key(key: string): boolean {
    if (!KEYS.includes(key) || !this.mine) return false;
    if (!this.listed && document.querySelector('dialog[open]')) return false;
    this.list(!this.listed);
    return true;
  }

  template(language: Language): TemplateResult | typeof nothing {
    this.language = language;
    const strings = LOBBY_TEXTS[language];
    const me = this.context.caller()?.accountId ?? null;
    if (me !== (this.mine?.accountId ?? null)) this.setAccount(me);
    if (!this.mine) return nothing;
    const turns = turnsIn(this.mine);
    const elsewhere = turns.filter(({ game_id }) => !this.isOnScreen(game_id));
    return html`
      ${elsewhere.length > 0 && !this.isLobby ? html`<div class="turns">${this.button(strings, elsewhere.length)}</div>` : nothing}
      ${this.listed ? this.dialog(strings, turns) : nothing}
    `;
  }

  /** Opens the list; the lobby always shows it, other screens when another game waits. */
  button(strings: LobbyStrings, waiting?: number): TemplateResult | typeof nothing {
    if (!this.mine) return nothing;
    const text = strings.turnsWait(waiting ?? turnsIn(this.mine).length);
    return html`<button type="button" class="button button--small" title=${strings.turnsKey} aria-keyshortcuts="t" @click=${() => this.list(true)}>${text}</button>`;
  }

  private dialog(strings: LobbyStrings, turns: readonly GameView[]): TemplateResult {
    const close = () => this.list(false);
    const { network } = this.context;
    const line = (game: GameView) => html`
      <li>
        <a class="choice turn-link" href=${addressOf({ kind: 'game', gameId: game.game_id })} @click=${close}>
          ${gameLine(game, { strings, me: this.mine?.accountId ?? null, botId: network.botId })}
        </a>
      </li>
    `;
    return modal({
      text: strings.turnsTitle,
      content: html`
        ${turns.length > 0 ? html`<ul class="stack">${turns.map(line)}</ul>` : html`<p class="hint">${strings.noTurns}</p>`}
        ${this.notifySwitch(strings)}
      `,
      closed: close,
      buttons: button(strings.closeDialog, close, { look: 'normal' }),
    });
  }

  private notifySwitch(strings: LobbyStrings): TemplateResult | typeof nothing {
    const { permission } = this.notifications;
    if (permission === 'unsupported') return nothing;
    if (permission === 'denied') return html`<p class="hint">${strings.notifyDenied}</p>`;
    const turn = (on: boolean) => void this.turnNotifications(on);
    return switchField('notify', strings.notifyMe, strings.notifyHint, permission === 'on', turn);
  }

  private async turnNotifications(on: boolean): Promise<void> {
    await this.notifications.turn(on);
    this.poller.later();
    this.context.changed();
  }

  private list(listed: boolean): void {
    this.listed = listed;
    this.context.changed();
  }

  private setAccount(accountId: string | null): void {
    this.mine = accountId === null ? null : noGamesYet(accountId);
    this.isFirst = true;
    this.signal();
    this.poller.later();
  }

  private signal(): void {
    const count = this.mine ? turnsIn(this.mine).length : 0;
    TAB.before = count > 0 ? `(${count}) ` : '';
    this.icon.show(count > 0);
    this.context.changed();
  }

  /** A game that somebody is looking at needs no notification. */
  private isWorthNotifying({ game_id }: GameView): boolean {
    return !this.isOnScreen(game_id) || document.hidden || !document.hasFocus();
  }

  private get isLobby(): boolean {
    return this.route?.kind === 'lobby' || this.route?.kind === 'watch';
  }

  private isOnScreen(gameId: string): boolean {
    return this.route?.kind === 'game' && this.route.gameId === gameId;
  }

  private notify({ game_id, players }: GameView): Promise<void> {
    const strings = LOBBY_TEXTS[this.language];
    const names = players.map((player) => (player === null ? strings.freeSeat : shortAccountId(player)));
    const tag = `tic-tac-toe-${this.context.network.arenaId}-${game_id}`;
    const address = addressOf({ kind: 'game', gameId: game_id });
    return this.notifications.show(strings.notification(game_id), names.join(' · '), tag, address);
  }

  /** How long until the next poll; `null` while the lobby polls, or nobody wants to know. */
  private pause(): number | null {
    const { pollMs } = this.context.network;
    if (!this.mine) return null;
    if (document.hidden) return this.notifications.permission === 'on' ? HIDDEN * pollMs : null;
    if (this.isLobby) return null;
    return this.isFirst && this.mine.games === null ? 0 : BESIDE * pollMs;
  }

  private async poll(): Promise<void> {
    const { mine } = this;
    if (!mine) return;
    this.isFirst = false;
    try {
      const { value, height } = await this.context.reader.read('get_games_of', partArgs(mine));
      const { kind, freshness } = judge(this.seen, height);
      this.seen = freshness;
      if (this.mine === mine && kind !== 'outdated') this.update(withPart(mine, value));
    } catch {
      // The screen says that the node does not answer; the next poll tries again.
    }
  }
}
