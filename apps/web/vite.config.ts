/** How the page is built, served on this machine and unit-tested. */

import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';
import { frontDoor } from './scripts/front-door.mjs';
import { serviceWorker } from './scripts/service-worker.mjs';

export default defineConfig(({ mode, command }) => {
  const env = loadEnv(mode, import.meta.dirname);
  if (command === 'build' && env.VITE_NETWORK !== 'localnet' && !env.VITE_CONTRACT_ID) {
    throw new Error(`Set VITE_CONTRACT_ID to the contract's account on ${env.VITE_NETWORK}.`);
  }
  return {
    // Relative addresses, so that a built page works under any path.
    base: './',
    plugins: [frontDoor(), serviceWorker()],
    server: { host: '127.0.0.1' },
    preview: { host: '127.0.0.1' },
    build: { target: 'es2023', outDir: `dist/${mode}`, modulePreload: { polyfill: false } },
    worker: { format: 'es' },
    test: { include: ['tests/unit/**/*.test.ts'] },
  };
});
