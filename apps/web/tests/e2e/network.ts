/** What a network does to a page: answers that stand still, transactions that take their time, no connection. */

import type { Page } from '@playwright/test';
import type { Chain } from './fixtures';

/** What a browser reports when a node is not there. */
export const CONNECTION_LOST =
  /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INTERNET_DISCONNECTED)|404/;

/** Keeps showing the page the game as it is now, however the chain goes on, until released. */
export async function freezeView(page: Page, { info }: Chain): Promise<() => Promise<void>> {
  const isView = (body: string | null) => body?.includes('"get_game"') ?? false;
  const handler = `${info.rpcUrl}/`;
  const frozen = await page.waitForResponse((answer) => isView(answer.request().postData()));
  const json = await frozen.json();
  await page.route(handler, (route) =>
    isView(route.request().postData())
      ? route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
      : route.continue(),
  );
  return () => page.unroute(handler);
}

/** Holds back transactions until released. */
export async function holdTransactions(page: Page, { info }: Chain): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`${info.rpcUrl}/`, async (route) => {
    if (route.request().postData()?.includes('"send_tx"')) await released;
    await route.continue();
  });
  return release;
}

/** Counts the transactions that the page sends from now on. */
export function countTransactions(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes('"send_tx"')) sent += 1;
  });
  return () => sent;
}
