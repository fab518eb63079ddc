/** Keeps the session of a table up to date: polls the chain, sends actions, reports every change to the screen. */

import { Unreachable } from '../chain/caller';
import { Poller } from '../chain/poller';
import { type Refusal, refusalFrom } from '../chain/refusal';
import type { SentTransaction, Signer } from '../chain/signer';
import type { Rules } from '../rules/game';
import type { TableAdapter } from './adapter';
import { NEW_SESSION, reduce, refusalOf, type Session, type SessionEvent } from './session';
import { type Action, type ArenaAction, type Table, tableAfter } from './table';

export interface ControllerParts {
  readonly adapter: TableAdapter;
  readonly rules: Rules;
  readonly pollMs: () => number;
  readonly changed: () => void;
}

export class TableController {
  session: Session;
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
      if (failure === null) this.apply({ type: 'succeeded', table: this.tableAfter(logs) });
      else this.apply({ type: 'failed', refusal: refusalFrom(failure) });
    } catch (cause) {
      this.apply({ type: 'failed', refusal: refusalFrom(cause) });
    }
    // What the receipt has shown need not be read again.
    if (this.session.pending || this.session.notice) this.poller.now();
  }

  private tableAfter(logs: readonly string[]): Table | null | undefined {
    const { adapter, rules } = this.parts;
    return adapter
      .eventsIn(logs)
      .reduce<Table | null | undefined>(
        (table, event) => tableAfter(rules, table, event, Date.now()),
        this.session.table,
      );
  }

  private refuse(refusal: Refusal): void {
    this.apply({ type: 'refused', refusal });
  }

  private async poll(): Promise<void> {
    try {
      const { value: table, height } = await this.parts.adapter.read();
      this.apply({ type: 'seen', table, height });
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
