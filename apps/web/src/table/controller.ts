/** Keeps the session of one game up to date: asks the chain, sends calls, tells the screen about every change. */

import { type ArenaCaller, type ArenaReader, type ArenaRefusal, arenaRefusal } from '../chain/arena';
import { Poller } from '../chain/poller';
import { Unreachable } from '../chain/reading';
import type { CallOutcome } from '../chain/signer';
import {
  type Action,
  type GameSession,
  moveFor,
  NEW_SESSION,
  type Pending,
  reduce,
  type SessionEvent,
} from './session';

export interface ControllerParts {
  readonly gameId: string;
  readonly reader: ArenaReader;
  readonly pollMs: number;
  readonly changed: () => void;
}

export class GameController {
  session: GameSession = NEW_SESSION;
  private readonly poller: Poller;

  constructor(private readonly parts: ControllerParts) {
    this.poller = new Poller(() => this.look(), parts.pollMs);
  }

  /** Follows the game until `stop`. */
  start(): void {
    this.poller.start();
  }

  stop(): void {
    this.poller.stop();
  }

  dismiss(): void {
    this.apply({ type: 'dismissed' });
  }

  /** Asks before something is done that cannot be taken back. */
  ask(caller: ArenaCaller | null, action: Action): void {
    if (!caller) this.refuse({ code: 'SPECTATOR' });
    else if (this.session.pending) this.refuse({ code: 'BUSY' });
    else this.apply({ type: 'asked', action });
  }

  closeQuestion(): void {
    this.apply({ type: 'question_closed' });
  }

  async play(caller: ArenaCaller | null, cell: number): Promise<void> {
    if (!caller) return this.refuse({ code: 'SPECTATOR' });
    const { game } = this.session;
    const move = moveFor(this.session, caller.accountId, cell);
    if ('code' in move) return this.refuse(move);
    const [row, col] = [Math.floor(cell / (game?.cols ?? 1)), cell % (game?.cols ?? 1)];
    const args = { game_id: this.parts.gameId, row, col, round: move.round };
    await this.send(move, () => caller.call('play', args));
  }

  async act(caller: ArenaCaller | null, action: Action): Promise<void> {
    const { game, pending } = this.session;
    if (!caller) return this.refuse({ code: 'SPECTATOR' });
    if (pending) return this.refuse({ code: 'BUSY' });
    if (!game) return this.refuse({ code: 'NO_GAME' });
    const { round, turn } = game;
    const game_id = this.parts.gameId;
    const call = () =>
      action === 'join' || action === 'close'
        ? caller.call(action, { game_id })
        : caller.call(action, { game_id, round });
    await this.send({ kind: action, account: caller.accountId, round, turn, confirmed: false }, call);
  }

  private refuse(refusal: ArenaRefusal): void {
    this.apply({ type: 'refused', refusal });
  }

  private async send(pending: Pending, call: () => Promise<CallOutcome>): Promise<void> {
    this.apply({ type: 'sending', pending });
    try {
      const { hash, url, failure } = await call();
      if (hash) {
        const sent = { hash, url, call: pending.kind, succeeded: failure === null };
        this.apply({ type: 'transaction', sent });
      }
      this.apply(
        failure === null ? { type: 'confirmed' } : { type: 'failed', refusal: arenaRefusal(failure) },
      );
    } catch (cause) {
      this.apply({ type: 'failed', refusal: arenaRefusal(cause) });
    }
    await this.poller.now();
  }

  private async look(): Promise<void> {
    try {
      const { value: game, height } = await this.parts.reader.read('get_game', {
        game_id: this.parts.gameId,
      });
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
    this.parts.changed();
  }
}
