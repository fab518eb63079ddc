/** Tests in a real browser: Debian's Chromium, on the page as it is built for localnet and for wallets. */

import { defineConfig } from '@playwright/test';
import { LOCALNET_PORT, WALLET_PORT } from './tests/e2e/ports';

const serve = (mode: string, port: number) => ({
  command: `npx vite preview --mode ${mode} --port ${port} --strictPort`,
  port,
  reuseExistingServer: false,
});

export default defineConfig({
  // What measures asserts nothing: ./scripts/bench.sh runs it, the tests don't.
  testDir: process.env.MEASURE ? 'tests/measure' : 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: 'list',
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: `http://127.0.0.1:${LOCALNET_PORT}/`,
    locale: 'en-GB',
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: [serve('localnet', LOCALNET_PORT), serve('wallet-test', WALLET_PORT)],
});
