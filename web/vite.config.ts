/** How the page is built, served on this machine and unit-tested. */

import { defineConfig } from 'vitest/config';

export default defineConfig(({ mode }) => ({
  // Relative addresses, so that a built page works under any path.
  base: './',
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
  build: { target: 'es2023', outDir: `dist/${mode}`, modulePreload: { polyfill: false } },
  test: { include: ['tests/unit/**/*.test.ts'] },
}));
