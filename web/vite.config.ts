/** How the page is built, served on this machine and unit-tested. */

import { readFileSync } from 'node:fs';
import type { Connect, Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/**
 * Tells a page on this machine where the local node is and who plays there.
 *
 * The file is read at each request and never becomes part of a build.
 */
function localnetInfo(): Plugin {
  const serve = (server: { middlewares: Connect.Server }) => {
    server.middlewares.use('/localnet.json', (_request, response) => {
      const file = process.env.LOCALNET_JSON;
      response.setHeader('content-type', 'application/json');
      response.setHeader('cache-control', 'no-store');
      try {
        if (!file) throw new Error('LOCALNET_JSON is not set');
        response.end(readFileSync(file));
      } catch {
        response.statusCode = 404;
        response.end('{}');
      }
    });
  };
  return { name: 'localnet-info', configureServer: serve, configurePreviewServer: serve };
}

export default defineConfig(({ mode }) => ({
  // Relative addresses, so that a built page works under any path.
  base: './',
  plugins: [localnetInfo()],
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
  build: { target: 'es2023', outDir: `dist/${mode}`, modulePreload: { polyfill: false } },
  test: { include: ['tests/unit/**/*.test.ts'] },
}));
