/** The way to the chain for whatever part of the page needs it: found once, with one idea of who plays here. */

import type { Chain } from '../chain/open';
import { Poller } from '../chain/poller';
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
  private visitor: ((open: OpenChain) => void) | null = null;
  private readonly poller = new Poller(
    () => this.poll(),
    () => (this.open ? null : RETRY_OPENING_MS),
    true,
  );

  constructor(private readonly changed: () => void) {}

  /** Calls back once the chain is there; a local node may still be starting, so it tries again until `leave`. */
  enter(visitor: (open: OpenChain) => void): void {
    this.visitor = visitor;
    this.poller.start();
  }

  leave(): void {
    this.visitor = null;
    this.poller.stop();
  }

  private async poll(): Promise<void> {
    if (!this.open) await this.find();
    if (!this.open) return;
    this.visitor?.(this.open);
    this.visitor = null;
  }

  private async find(): Promise<void> {
    try {
      const { openChain } = await import('../chain/open');
      const chain = await openChain();
      const identity = new Identity(chain.network, chain.players, chain.relay, this.changed);
      this.open = { chain, identity };
      this.failed = false;
      void identity.restore();
    } catch {
      this.failed = true;
    }
    this.changed();
  }
}
