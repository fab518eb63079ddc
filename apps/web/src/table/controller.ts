/** Keeps the session of a table up to date: polls the chain, sends actions, reports every change to the screen. */

import { Unreachable } from '../chain/caller';
import { LONGEST_LAG } from '../chain/freshness';
import { Poller } from '../chain/poller';
import { type Refusal, refusalFrom } from '../chain/refusal';
import type { SentTransaction, Signer } from '../chain/signer';
import { pause } from '../pause';
import type { Rules } from '../rules/game';
import type { TableAdapter } from './adapter';
import { NEW_SESSION, reduce, refusalOf, type Session, type SessionEvent } from './session';
import {
  type Action,
  type ArenaAction,
  isBehind,
  marksIn,
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

/** Longer than this the board does not wait for the events behind it. */
const EVENTS_WITHIN_MS = 1_000;

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
      const seen = { type: 'seen', table, height } as const;
      const told = await this.movesBehind(reduce(this.session, seen));
      this.apply(seen);
      if (told) this.apply({ type: 'replayed', table: told });
    } catch (cause) {
      this.apply(
        cause instanceof Unreachable
          ? { type: 'unreachable' }
          : { type: 'unreadable', text: cause instanceof Error ? cause.message : String(cause) },
      );
    }
  }

  /** Reads the events behind what a view shows, for a moment: without them the board is right, but no move is the latest. */
  private async movesBehind(seen: Session): Promise<Table | null | undefined> {
    const { told } = this;
    if (!this.hasUntoldMoves(seen)) return null;
    const events = this.parts.adapter.eventsBetween(told.height, seen.height).catch(() => []);
    return this.after(told, await Promise.race([events, pause(EVENTS_WITHIN_MS).then(() => [])]));
  }

  /** Whether a table shows moves that no event has told; the board that events go on from stays the same. */
  private hasUntoldMoves({ table, height }: Session): boolean {
    const { told } = this;
    const mayBeTold = height > told.height && height <= told.height + LONGEST_LAG;
    if (!mayBeTold || !table || !told.table || marksIn(table.position) === 0) return false;
    return table.board !== told.table.board && isBehind(told.table, table);
  }

  private apply(event: SessionEvent): void {
    this.session = reduce(this.session, event);
    if (!this.hasUntoldMoves(this.session)) this.told = this.session;
    this.parts.changed();
  }
}
