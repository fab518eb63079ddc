/** The arena: finds the chain, and shows the screen that the address names. */

import { html, type TemplateResult } from 'lit-html';
import { arenaCaller } from '../chain/arena';
import { readerOf } from '../chain/caller';
import type { Language, Strings } from '../i18n/languages';
import { PlayerScreen } from '../leaders/player-screen';
import { LeadersScreen } from '../leaders/screen';
import { LobbyScreen } from '../lobby/screen';
import { YourTurnWatch } from '../lobby/your-turn-watch';
import { replayReader, roundReader } from '../replay/open';
import { ReplayScreen } from '../replay/screen';
import { ArenaTableScreen } from '../table/arena-screen';
import type { OpenChain } from '../ui/chain-access';
import type { Page, PageParts } from '../ui/page';
import { placeholder } from '../ui/parts';
import { addressOf, LOBBY, type Route, routeAt } from '../ui/routes';
import type { Screen, ScreenContext } from '../ui/screen';
import { chainFailureText } from '../ui/words';
import { MoveKey } from './move-key';

export class ArenaPage implements Page {
  private route: Route = LOBBY;
  private screen: Screen | null = null;
  private context: ScreenContext | null = null;
  private turns: YourTurnWatch | null = null;

  constructor(private readonly parts: PageParts) {}

  start(path: string): void {
    this.route = routeAt(path);
    this.parts.access.enter((open) => this.opened(open));
  }

  stop(): void {
    this.parts.access.leave();
    this.screen?.stop();
    this.turns?.setRoute(null);
  }

  navigate(path: string): void {
    const route = routeAt(path);
    if (addressOf(route) === addressOf(this.route)) return;
    this.route = route;
    if (this.context && this.turns) this.show(this.context, this.turns);
    window.scrollTo(0, 0);
    queueMicrotask(() => {
      this.parts.root().querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true });
    });
  }

  key(key: string): boolean {
    // An open dialog has the keyboard to itself; of its keys the list of turns knows its own.
    const underDialog = this.parts.root().querySelector('dialog[open], :popover-open') !== null;
    return (!underDialog && this.screen?.key?.(key)) || (this.turns?.key(key) ?? false);
  }

  template(strings: Strings, language: Language): TemplateResult {
    if (this.screen)
      return html`${this.turns?.template(language)} ${this.screen.template(strings, language)}`;
    const text = this.parts.access.failed ? chainFailureText(strings) : strings.connecting;
    return placeholder(text, 'gameId' in this.route);
  }

  private opened(open: OpenChain): void {
    this.context ??= this.contextIn(open);
    this.turns ??= new YourTurnWatch(this.context);
    this.show(this.context, this.turns);
  }

  private contextIn({ chain: { network, view, keys }, identity }: OpenChain): ScreenContext {
    const { arenaId } = network;
    if (arenaId === null) throw new Error('this page was built without an arena');
    const { rules, root, changed } = this.parts;
    const key = new MoveKey({ arenaId, keys, changed });
    const signer = () => identity.signer && key.signerFor(identity.signer);
    return {
      network: { ...network, arenaId },
      reader: readerOf(view, arenaId),
      identity,
      identityTemplate: (strings, language, folded) =>
        html`${identity.template(strings, folded)} ${key.template(identity.signer, strings, language)}`,
      signer,
      caller: () => {
        const caller = signer();
        return caller && arenaCaller(caller, arenaId);
      },
      entered: new Map(),
      rules,
      root,
      changed,
      open: (route) => {
        location.hash = addressOf(route);
      },
    };
  }

  private show(context: ScreenContext, turns: YourTurnWatch): void {
    this.screen?.stop();
    this.screen = screenAt(this.route, context, turns);
    turns.setRoute(this.route);
    this.screen.start();
    this.parts.changed();
  }
}

function screenAt(route: Route, context: ScreenContext, turns: YourTurnWatch): Screen {
  switch (route.kind) {
    case 'lobby':
      return new LobbyScreen(context, turns, ['mine', 'open', 'watched']);
    case 'watch':
      return new LobbyScreen(context, turns, ['watched', 'open', 'mine']);
    case 'game':
      return new ArenaTableScreen(context, route.gameId, roundReader(context.network, route.gameId));
    case 'replay':
      return new ReplayScreen(context, route.gameId, replayReader(context.network, route.gameId));
    case 'leaders':
      return new LeadersScreen(context);
    case 'player':
      return new PlayerScreen(context, route.accountId);
  }
}
