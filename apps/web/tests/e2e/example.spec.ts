/** The frontend in examples/: one HTML file, whose libraries come from a server that the tests stand in for. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import { type Chain, expect, test, type WalletQuestion } from './fixtures';
import { installWallet } from './wallet-table';

const PAGE = readFileSync(new URL('../../../../examples/frontend/index.html', import.meta.url));
/** The libraries, and what the page takes of each. */
const LIBRARIES = {
  'near-api-js': 'Account, JsonRpcProvider',
  '@hot-labs/near-connect': 'NearConnector',
};

// NEAR Connect asks the internet for its list of wallets, which no test depends on.
test.use({ expectedErrors: /ERR_FAILED/ });

/** A library with everything that it needs, as one module. */
async function bundled(library: string, names: string): Promise<string> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id.endsWith('/entry') ? id : null),
    load: (id: string) => (id.endsWith('/entry') ? `export { ${names} } from '${library}'` : null),
  };
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [entry],
    build: { write: false, lib: { entry: 'entry', formats: ['es'] } },
  });
  const [{ output }] = result as [Rolldown.RolldownOutput];
  return output[0].code;
}

async function open(context: BrowserContext, parameters: Record<string, string>) {
  await context.route(/^https:/, (route) => route.abort());
  for (const [library, names] of Object.entries(LIBRARIES)) {
    await context.route(
      (url) => url.href.startsWith(`https://esm.sh/${library}@`),
      async (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*' },
          body: await bundled(library, names),
        }),
    );
  }
  // A real server: a page that the test makes up may not ask the node, which is on this machine.
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  context.once('close', () => server.close());
  const page = await context.newPage();
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/?${new URLSearchParams(parameters)}`);
  const cell = (row: number, col: number) =>
    page.getByRole('button', { name: new RegExp(`^row ${row} col ${col} `) });
  return { page, cell, status: page.getByRole('status'), message: page.getByRole('alert') };
}

test('on localnet both players play on the page, and it shows what happens elsewhere', async ({
  context,
  chain,
}) => {
  const { page, cell, status } = await open(context, { rpc: chain.info.rpcUrl });
  await expect(status).toHaveText('No game yet');
  await page.getByRole('button', { name: 'New game' }).click();
  await expect(status).toHaveText(`${chain.alice} to move with X`);
  await cell(1, 1).click();
  await expect(cell(1, 1)).toHaveText('X');
  await cell(0, 0).click();
  await expect(cell(0, 0)).toHaveText('O');
  await chain.call(chain.alice, 'play', { row: 0, col: 2 });
  await expect(status).toHaveText(`${chain.bob} to move with O`);
  await cell(0, 1).click();
  await expect(cell(0, 1)).toHaveText('O');
  await cell(2, 0).click();
  await expect(status).toHaveText(`${chain.alice} has won`);
});

test('on a public network a wallet signs, and a refusal is shown', async ({ context, chain }) => {
  await chain.call(chain.alice, 'new_game', { p1: chain.alice, p2: chain.bob });
  await withWallet(context, chain);
  const { rpcUrl: rpc, contractId: contract } = chain.info;
  const { page, cell, status, message } = await open(context, { network: 'testnet', rpc, contract });
  await page.getByRole('button', { name: 'Connect a wallet' }).click();
  await page.getByText('Test Wallet').click();
  await cell(1, 1).click();
  await expect(status).toHaveText(`${chain.bob} to move with O`);
  await cell(0, 0).click();
  await expect(message).toContainText('NOT_YOUR_TURN');
});

async function withWallet(context: BrowserContext, chain: Chain): Promise<void> {
  const sign = async (question: WalletQuestion) => chain.sign({ ...question, signerId: chain.alice });
  await context.exposeFunction('signInTest', sign);
  await context.addInitScript(installWallet, chain.alice);
}
