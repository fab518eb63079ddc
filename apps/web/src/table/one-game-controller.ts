/** Keeps a session up to date: asks the chain, sends calls, tells the page about every change. */

import type { Caller } from '../chain/one-game';
import { Poller } from '../chain/poller';
import { type Reading, Unreachable } from '../chain/reading';
import { type Refusal, refusalFrom } from '../chain/refusal';
import type { CallOutcome } from '../chain/signer';
import { type Cell, colOf, rowOf } from './cell';
import { createdGameId } from './one-game-events';
import {
  moveFor,
  NEW_SESSION,
  type Pending,
  reduce,
  type Session,
  type SessionEvent,
} from './one-game-session';

export interface Surroundings {
  readonly read: () => Promise<Reading>;
  readonly pollMs: number;
  readonly changed: () => void;
}

export class Controller {
  session: Session = NEW_SESSION;
  private readonly poller: Poller;

  constructor(private readonly surroundings: Surroundings) {
    this.poller = new Poller(() => this.look(), surroundings.pollMs);
  }

  /** Follows the chain until `stop`. */
  start(): void {
    this.poller.start();
  }

  stop(): void {
    this.poller.stop();
  }

  dismiss(): void {
    this.apply({ type: 'dismissed' });
  }

  async play(caller: Caller | null, cell: Cell): Promise<void> {
    if (!caller) return this.refuse({ code: 'SPECTATOR' });
    const move = moveFor(this.session, caller.accountId, cell);
    if ('code' in move) return this.refuse(move);
    const args = { row: rowOf(cell), col: colOf(cell), game_id: move.gameId };
    await this.send(move, () => caller.call('play', args));
  }

  async newGame(caller: Caller | null, p1: string, p2: string): Promise<void> {
    if (!caller) return this.refuse({ code: 'SPECTATOR' });
    if (this.session.pending) return this.refuse({ code: 'BUSY' });
    const replaces = this.session.game?.game_id ?? null;
    const pending = { kind: 'new_game', p1, p2, replaces, confirmed: false, created: null } as const;
    await this.send(pending, () => caller.call('new_game', { p1, p2 }));
  }

  private refuse(refusal: Refusal): void {
    this.apply({ type: 'refused', refusal });
  }

  private async send(pending: Pending, call: () => Promise<CallOutcome>): Promise<void> {
    this.apply({ type: 'sending', pending });
    try {
      const { hash, url, failure, logs } = await call();
      const sent = { hash, url, call: pending.kind, succeeded: failure === null };
      if (hash) this.apply({ type: 'transaction', sent });
      this.apply(
        failure === null
          ? { type: 'confirmed', createdGameId: createdGameId(logs) }
          : { type: 'failed', refusal: refusalFrom(failure) },
      );
    } catch (cause) {
      this.apply({ type: 'failed', refusal: refusalFrom(cause) });
    }
    await this.poller.now();
  }

  private async look(): Promise<void> {
    try {
      const { game, height } = await this.surroundings.read();
      this.apply({ type: 'seen', game, height });
    } catch (cause) {
      this.apply(
        cause instanceof Unreachable
          ? { type: 'unreachable' }
          : { type: 'unreadable', text: cause instanceof Error ? cause.message : String(cause) },
      );
    }
  }

  private apply(event: SessionEvent): void {
    this.session = reduce(this.session, event);
    this.surroundings.changed();
  }
}
