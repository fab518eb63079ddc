/** Keeps the lobby up to date: queries the arena once a poll, sends calls, reports every change to the screen. */

import type { ArenaCaller } from '../chain/arena';
import { Unreachable } from '../chain/caller';
import { Poller } from '../chain/poller';
import { type Refusal, refusalFrom } from '../chain/refusal';
import type { CallOutcome } from '../chain/signer';
import type { ScreenContext } from '../ui/screen';
import { type CreatePlan, playersOf, rulesOf } from './create-plan';
import type { GameAction } from './game-line';
import {
  answered,
  type Lobby,
  newLobby,
  nextQuery,
  type PagedList,
  pageTurned,
  seenBy,
  withChanges,
} from './lists';
import type { MyGames } from './your-turn';

/** What is on its way. */
export type Sending =
  | { readonly kind: 'create' | 'withdraw' }
  | { readonly kind: GameAction; readonly gameId: string };

export type Problem =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The node answers, but not with games. */
  | { readonly kind: 'unreadable'; readonly text: string };

export interface LobbyContext extends Pick<ScreenContext, 'reader' | 'caller' | 'changed'> {
  readonly network: Pick<ScreenContext['network'], 'arenaId' | 'botId' | 'pollMs'>;
  /** The account's games as they have just been read. */
  onMyGames(mine: MyGames | null): void;
  /** Something was sent, or somebody else plays here: the storage balance may be another. */
  balanceChanged(accountId: string | null): void;
}

const ONE_YOCTO = 1n;

export class LobbyController {
  lobby: Lobby;
  offline = false;
  problem: Problem | null = null;
  sending: Sending | null = null;
  private readonly poller: Poller;

  constructor(
    private readonly context: LobbyContext,
    known: MyGames | null,
  ) {
    this.lobby = newLobby(this.me, known);
    this.poller = new Poller(
      () => this.ask(),
      () => (this.isUrgent() ? 0 : context.network.pollMs),
    );
  }

  get me(): string | null {
    return this.context.caller()?.accountId ?? null;
  }

  start(): void {
    this.context.balanceChanged(this.me);
    this.poller.start();
  }

  stop(): void {
    this.poller.stop();
  }

  /** Whoever plays here may have changed. */
  follow(): void {
    if (this.me === (this.lobby.mine?.accountId ?? null)) return;
    this.lobby = seenBy(this.lobby, this.me);
    this.problem = null;
    if (!this.poller.isRunning) return;
    this.context.balanceChanged(this.me);
    this.poller.now();
  }

  dismiss(): void {
    this.problem = null;
    this.context.changed();
  }

  turnPage(list: PagedList, by: -1 | 1): void {
    this.lobby = pageTurned(this.lobby, list, by);
    this.context.changed();
    this.poller.now();
  }

  /** The outcome of a call that succeeded, `null` when it did not; its value is the new game's id, if the wallet tells. */
  create(plan: CreatePlan, deposit: bigint): Promise<CallOutcome | null> {
    const { network } = this.context;
    return this.send({ kind: 'create' }, (caller) => {
      const players = playersOf(plan, { ...network, host: caller.accountId });
      const { turnSeconds: turn_seconds, starts } = plan;
      const args = { players, rules: rulesOf(plan), turn_seconds, starts };
      return caller.call('create', args, deposit);
    });
  }

  act(action: GameAction, gameId: string): Promise<CallOutcome | null> {
    const method = action === 'join' ? 'join' : 'close';
    return this.send({ kind: action, gameId }, (caller) => caller.call(method, { game_id: gameId }));
  }

  withdraw(): Promise<CallOutcome | null> {
    return this.send({ kind: 'withdraw' }, (caller) => caller.call('storage_withdraw', {}, ONE_YOCTO));
  }

  private async send(
    sending: Sending,
    call: (caller: ArenaCaller) => Promise<CallOutcome>,
  ): Promise<CallOutcome | null> {
    const caller = this.context.caller();
    if (!caller || this.sending) return null;
    this.sending = sending;
    this.problem = null;
    this.context.changed();
    const outcome = await call(caller).catch((cause: unknown) => this.fail(cause));
    if (outcome && outcome.failure !== null) this.fail(outcome.failure);
    this.sending = null;
    this.lobby = withChanges(this.lobby);
    this.context.changed();
    this.context.balanceChanged(this.me);
    this.poller.now();
    return outcome?.failure === null ? outcome : null;
  }

  private fail(cause: unknown): null {
    this.problem = { kind: 'refused', refusal: refusalFrom(cause) };
    return null;
  }

  /** What is urgent is asked for without a pause in between. */
  private isUrgent(): boolean {
    return this.lobby.urgent.length > 0 && !this.offline && this.problem?.kind !== 'unreadable';
  }

  private async ask(): Promise<void> {
    const query = nextQuery(this.lobby);
    if (!query) return;
    try {
      const { value, height } = await this.context.reader.read(query.method, query.args);
      this.lobby = answered(this.lobby, query, value, height);
      this.offline = false;
      if (this.problem?.kind === 'unreadable') this.problem = null;
      this.context.onMyGames(this.lobby.mine);
    } catch (cause) {
      this.offline = cause instanceof Unreachable;
      const text = cause instanceof Error ? cause.message : String(cause);
      if (!this.offline) this.problem = { kind: 'unreadable', text };
    }
    this.context.changed();
  }
}
