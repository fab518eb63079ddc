/** Keeps the session of a table up to date: polls the chain, sends actions, reports every change to the screen. */

import { Unreachable } from '../chain/caller';
import { LONGEST_LAG } from '../chain/freshness';
import { Poller } from '../chain/poller';
import { type Refusal, refusalFrom } from '../chain/refusal';
import type { SentTransaction, Signer } from '../chain/signer';
import type { Rules } from '../rules/game';
import type { TableAdapter } from './adapter';
import { NEW_SESSION, reduce, refusalOf, type Session, type SessionEvent } from './session';
import {
  type Action,
  type ArenaAction,
  isBehind,
  isTold,
  type Table,
  type TableEvent,
  tableAfter,
} from './table';

export interface ControllerParts {
  readonly adapter: TableAdapter;
  readonly rules: Rules;
  readonly pollMs: () => number;
  readonly changed: () => void;
}

export class TableController {
  session: Session;
  /** The newest session whose latest move is known, or was never to be known. */
  private told: Session = NEW_SESSION;
  private readonly poller: Poller;

  constructor(
    private readonly parts: ControllerParts,
    sent: readonly SentTransaction[] = [],
  ) {
    this.session = { ...NEW_SESSION, sent };
    this.poller = new Poller(() => this.poll(), parts.pollMs);
  }

  /** Follows the table until `stop`. */
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
  ask(signer: Signer | null, action: ArenaAction): void {
    const refusal = refusalOf(this.session, signer?.accountId ?? null, { kind: action });
    if (refusal) this.refuse(refusal);
    else this.apply({ type: 'asked', action });
  }

  closeQuestion(): void {
    this.apply({ type: 'question_closed' });
  }

  /** Sends an action, unless it is known to be refused, and applies the events of its receipt. */
  async act(signer: Signer | null, action: Action): Promise<void> {
    const refusal = refusalOf(this.session, signer?.accountId ?? null, action);
    if (!signer || refusal) return this.refuse(refusal ?? { code: 'SPECTATOR' });
    const { adapter } = this.parts;
    const { table } = this.session;
    this.apply({ type: 'sending', action });
    try {
      const { hash, url, failure, logs } = await adapter.send(signer, action, table ?? null);
      const sent = { hash, url, call: action.kind, succeeded: failure === null };
      if (hash) this.apply({ type: 'transaction', sent });
      if (failure === null)
        this.apply({ type: 'succeeded', table: this.after(this.session, adapter.eventsIn(logs)) });
      else this.apply({ type: 'failed', refusal: refusalFrom(failure) });
    } catch (cause) {
      this.apply({ type: 'failed', refusal: refusalFrom(cause) });
    }
    // What the receipt has shown need not be read again.
    if (this.session.pending || this.session.notice) this.poller.now();
  }

  private after({ table }: Session, events: readonly TableEvent[]): Table | null | undefined {
    const { rules } = this.parts;
    return events.reduce((known, event) => tableAfter(rules, known, event, Date.now()), table);
  }

  private refuse(refusal: Refusal): void {
    this.apply({ type: 'refused', refusal });
  }

  private async poll(): Promise<void> {
    try {
      const { value: table, height } = await this.parts.adapter.read();
      this.apply({ type: 'seen', table, height });
      await this.readMoves();
    } catch (cause) {
      this.apply(
        cause instanceof Unreachable
          ? { type: 'unreachable' }
          : { type: 'unreadable', text: cause instanceof Error ? cause.message : String(cause) },
      );
    }
  }

  /** Reads the events behind what a view has shown. Without them the board is right, but no move is the latest. */
  private async readMoves(): Promise<void> {
    const { told, session } = this;
    if (told === session) return;
    const events = await this.parts.adapter.eventsBetween(told.height, session.height).catch(() => []);
    const table = this.after(told, events);
    if (table) this.apply({ type: 'replayed', table });
  }

  private hasUntoldMoves(): boolean {
    const { table, height } = this.session;
    const { told } = this;
    const mayBeTold = height > told.height && height <= told.height + LONGEST_LAG;
    return mayBeTold && Boolean(table && told.table && !isTold(table) && isBehind(told.table, table));
  }

  private apply(event: SessionEvent): void {
    this.session = reduce(this.session, event);
    if (!this.hasUntoldMoves()) this.told = this.session;
    this.parts.changed();
  }
}
