/** What a screen shows of an indexer's answers: asked for again and again while somebody looks, page by page. */

import type { Network } from '../chain/network';
import { Poller } from '../chain/poller';
import { Indexer, Unknown } from './indexer';

export type Indexed<T> =
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly value: T }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed' };

export class IndexedPages<T extends { readonly next: string | null }> {
  answer: Indexed<T> = { kind: 'asking' };
  /** Where the pages begin that lead to this one, which is the last. */
  private cursors: readonly (string | null)[] = [null];
  private readonly poller: Poller;
  private cancel: AbortController | null = null;

  constructor(
    private readonly ask: (cursor: string | null, signal: AbortSignal) => Promise<T>,
    everyMs: number,
    private readonly changed: () => void,
  ) {
    this.poller = new Poller(
      () => this.poll(),
      () => everyMs,
    );
  }

  get page(): number {
    return this.cursors.length;
  }

  get hasNext(): boolean {
    return this.next !== null;
  }

  get next(): string | null {
    return this.answer.kind === 'known' ? this.answer.value.next : null;
  }

  start(): void {
    this.poller.start();
  }

  stop(): void {
    this.poller.stop();
    this.cancel?.abort();
  }

  /** Begins anew with the first page: something else is asked for. */
  restart(): void {
    this.turnTo([null]);
  }

  turn(by: -1 | 1): void {
    if (by === 1 && this.next !== null) this.turnTo([...this.cursors, this.next]);
    if (by === -1 && this.cursors.length > 1) this.turnTo(this.cursors.slice(0, -1));
  }

  private turnTo(cursors: readonly (string | null)[]): void {
    this.cursors = cursors;
    this.answer = { kind: 'asking' };
    this.changed();
    this.cancel?.abort();
    this.poller.now();
  }

  private async poll(): Promise<void> {
    const cancel = new AbortController();
    this.cancel = cancel;
    const answer = await this.asked(cancel.signal);
    if (cancel.signal.aborted) return;
    // A time without an answer changes nothing of what is shown.
    if (answer.kind !== 'failed' || this.answer.kind !== 'known') this.answer = answer;
    this.changed();
  }

  private async asked(signal: AbortSignal): Promise<Indexed<T>> {
    try {
      return { kind: 'known', value: await this.ask(this.cursors.at(-1) ?? null, signal) };
    } catch (cause) {
      return { kind: cause instanceof Unknown ? 'unknown' : 'failed' };
    }
  }
}

/** In polls of the chain: how often an indexer is asked. */
const INDEXER_POLLS = 2;

/** The pages of an answer of the network's indexer; `null` when the page knows no indexer. */
export function indexedPages<T extends { readonly next: string | null }>(
  { indexerUrl, pollMs }: Network,
  changed: () => void,
  ask: (indexer: Indexer, cursor: string | null, signal: AbortSignal) => Promise<T>,
): IndexedPages<T> | null {
  if (indexerUrl === null) return null;
  const indexer = new Indexer(indexerUrl);
  return new IndexedPages((cursor, signal) => ask(indexer, cursor, signal), INDEXER_POLLS * pollMs, changed);
}
