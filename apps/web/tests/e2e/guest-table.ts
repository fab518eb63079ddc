/** A relay beside a node, and guests who come by an invitation. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRelay } from '../../scripts/relay.mjs';
import type { ArenaWindow } from './arena-table';
import { test as base, type Chain, closePages, expect } from './fixtures';
import { LOCALNET_PORT } from './ports';

/** A relay that can be killed and started again with other options; its books stay. */
class Relay {
  private readonly folder = mkdtempSync(join(tmpdir(), 'tic-tac-toe-guests-'));
  private running: Awaited<ReturnType<typeof startRelay>> | null = null;

  constructor(private readonly chain: Chain) {}

  async start(...options: string[]): Promise<void> {
    const database = join(this.folder, 'relay.sqlite');
    const listen = this.chain.relayUrl ? new URL(this.chain.relayUrl).host : '127.0.0.1:0';
    const origin = `http://127.0.0.1:${LOCALNET_PORT}`;
    this.running = await startRelay(this.chain.info, { origin, database, listen, options });
    this.chain.relayUrl = this.running.url;
  }

  async kill(): Promise<void> {
    await this.running?.stop();
    this.running = null;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true });
  }
}

export const test = base.extend<{ relay: Relay }>({
  relay: async ({ browser, chain }, use) => {
    const relay = new Relay(chain);
    await relay.start();
    await use(relay);
    await closePages(browser);
    await relay.end();
  },
});

/** Somebody who was never here before has come by an invitation of alice's, and presses one button. */
export async function guestAt(window: ArenaWindow, chain: Chain, gameId: string): Promise<void> {
  await window.page.locator('.actions').getByRole('button', { name: 'Play as a guest' }).click();
  await expect.poll(async () => (await chain.view(gameId)).players[1]).toMatch(/\.guests\.test\.near$/);
}
