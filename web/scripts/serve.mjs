/**
 * Starts a local node with the contract and two players and serves the built page beside it:
 * `node scripts/serve.mjs [--port 8080] [--node-port 3030]`. Both listen on this machine alone.
 */

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { preview } from 'vite';
import { startLocalnet } from './localnet.mjs';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8080' }, 'node-port': { type: 'string', default: '3030' } },
});

/** The page asks for this at run time, so that the keys never become part of a build. */
function localnetInfo(info) {
  return {
    name: 'localnet-info',
    configurePreviewServer(server) {
      server.middlewares.use('/localnet.json', (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.setHeader('cache-control', 'no-store');
        response.end(JSON.stringify(info));
      });
    },
  };
}

const node = await startLocalnet({ port: Number(values['node-port']) });
const server = await preview({
  root: fileURLToPath(new URL('..', import.meta.url)),
  mode: 'localnet',
  preview: { port: Number(values.port), strictPort: values.port !== '0' },
  plugins: [localnetInfo(node.info)],
}).catch(async (cause) => {
  await node.stop();
  console.error(
    `The page cannot be served on port ${values.port}: ${cause.message}. Choose another with --port.`,
  );
  process.exit(1);
});

console.log(`
Tic-Tac-Toe is at ${server.resolvedUrls?.local[0]}
  node      ${node.info.rpcUrl}
  contract  ${node.info.contractId}
  players   ${node.info.players.map(({ accountId }) => accountId).join(', ')}

Open it in two windows to play against each other. Ctrl-C stops the page and the node.`);

let stopping = false;

async function stop() {
  stopping = true;
  await Promise.all([server.close(), node.stop()]);
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
node.ended.then((code) => {
  if (stopping) return;
  console.error(`The node has ended (exit code ${code}).`);
  process.exit(1);
});
