/** The way to the chain for whatever part of the page needs it: found once, with one idea of who plays here. */

import type { Chain } from '../chain/open';
import { Identity } from './identity';

const RETRY_OPENING_MS = 2_000;

export interface OpenChain {
  readonly chain: Chain;
  readonly identity: Identity;
}

export class ChainAccess {
  /** `null` until the chain was found. */
  open: OpenChain | null = null;
  /** Whether the latest attempt to find it failed. */
  failed = false;
  /** The one attempt to find the chain; `null` before it and after it failed. */
  private opening: Promise<void> | null = null;
  private visitor: ((open: OpenChain) => void) | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly changed: () => void) {}

  /** Tells once the chain is there; a local node may still be starting, so a failure is tried again until `leave`. */
  enter(visitor: (open: OpenChain) => void): void {
    this.visitor = visitor;
    void this.attempt(visitor);
  }

  leave(): void {
    this.visitor = null;
    clearTimeout(this.retry);
  }

  private async attempt(visitor: (open: OpenChain) => void): Promise<void> {
    clearTimeout(this.retry);
    this.opening ??= this.find();
    await this.opening;
    if (this.visitor !== visitor) return;
    if (this.open) visitor(this.open);
    else this.retry = setTimeout(() => void this.attempt(visitor), RETRY_OPENING_MS);
  }

  private async find(): Promise<void> {
    try {
      const { openChain } = await import('../chain/open');
      const chain = await openChain();
      const identity = new Identity(chain.network, chain.players, this.changed);
      this.open = { chain, identity };
      this.failed = false;
      void identity.restore();
    } catch {
      this.opening = null;
      this.failed = true;
    }
    this.changed();
  }
}
