/** A wallet in the browser that speaks NEAR Connect's protocol, whose chain is localnet. */

import type { BrowserContext } from '@playwright/test';
import { type Chain, expect, type WalletQuestion } from './fixtures';
import { WALLET_PORT } from './ports';
import { Window } from './table';

const PAGE = `http://127.0.0.1:${WALLET_PORT}/`;
const PUBLIC_RPC = 'https://rpc.testnet.fastnear.com/';

/** What a wallet extension adds to every page, with a signer outside the page, as extensions have. */
export function installWallet(accountId: string): void {
  const manifest = {
    id: 'test-wallet',
    name: 'Test Wallet',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    website: 'https://wallet.test',
    type: 'injected',
    permissions: {},
    features: { signAndSendTransaction: true, testnet: true },
  };
  const accounts = async () => [{ accountId }];
  const { signInTest } = window as unknown as { signInTest: (call: unknown) => Promise<unknown> };
  const detail = {
    manifest,
    signIn: accounts,
    getAccounts: accounts,
    signOut: async () => {},
    signAndSendTransaction: signInTest,
  };
  window.addEventListener('near-selector-ready', () =>
    window.dispatchEvent(new CustomEvent('near-wallet-injected', { detail })),
  );
}

interface WalletOptions {
  /** Where the page is opened. */
  readonly address?: string;
  /** Whether the user says no to whatever is to be signed. */
  readonly refuse?: boolean;
  /** Told of everything that the wallet is asked to sign. */
  readonly asked?: (question: WalletQuestion) => void;
}

/** Opens the page with Alice's wallet in the browser and the public RPC leading to localnet. */
export async function openWithWallet(
  context: BrowserContext,
  chain: Chain,
  { address = '#chain', refuse = false, asked }: WalletOptions = {},
): Promise<Window> {
  await context.route(/^https:/, (route) => route.abort());
  await context.route(PUBLIC_RPC, async (route) => {
    const body = route.request().postData();
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(chain.info.rpcUrl, { method: 'POST', body, headers });
    await route.fulfill({
      status: answer.status,
      body: await answer.text(),
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  await context.exposeFunction('signInTest', (question: WalletQuestion) => {
    asked?.(question);
    if (refuse) throw new Error('User rejected');
    return chain.sign(question);
  });
  await context.addInitScript(installWallet, chain.alice);
  const page = await context.newPage();
  await page.goto(PAGE + address);
  return new Window(page);
}

export async function connect({ page }: Window): Promise<void> {
  await page.getByRole('button', { name: 'Connect a wallet' }).click();
  await page.getByText('Test Wallet').click();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
}
