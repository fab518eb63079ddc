/**
 * Starts a local node with the contracts, players and a bot, an indexer of it and a relay for guests if they are built,
 * and serves the built page beside them. All listen on this machine alone, and all stop when this process does.
 */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { preview } from 'vite';
import { databaseBeside, hasIndexer, startIndexer } from './indexer.mjs';
import { startLocalnet } from './localnet.mjs';
import { hasRelay, startRelay } from './relay.mjs';
import { ownOptions } from './serve-options.mjs';

const HOST = '127.0.0.1';
/** Guests on this machine cost nothing. */
const LOCAL_LIMITS = ['--budget', '1000', '--per-address', '1000000'];

/** Fails with a sentence for people when nothing can listen on the port. */
async function needPort(port, purpose, option) {
  const probe = createServer().listen(port, HOST);
  try {
    await once(probe, 'listening');
  } catch (cause) {
    const why = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${cause.code})`;
    throw new Error(`Port ${port} for the ${purpose} ${why}. Choose another with ${option}.`, { cause });
  }
  probe.close();
  await once(probe, 'close');
}

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

async function serve({ ports, state }) {
  await needPort(ports.page, 'page', '--port');
  await needPort(ports.node, 'node', '--node-port');
  const database = state && databaseBeside(state);
  const node = await startLocalnet({ port: ports.node, state });
  const indexer = hasIndexer() ? await startIndexer(node.info, database) : null;
  const info = { ...node.info, ...(indexer && { indexerUrl: indexer.url }) };
  const server = await preview({
    root: fileURLToPath(new URL('..', import.meta.url)),
    mode: 'localnet',
    preview: { host: HOST, port: ports.page, strictPort: ports.page !== 0 },
    plugins: [localnetInfo(info)],
  });
  const page = server.resolvedUrls?.local[0] ?? '';
  if (hasRelay()) {
    const relay = await startRelay(node.info, {
      origin: new URL(page).origin,
      database: state && `${state}.relay`,
      options: LOCAL_LIMITS,
    });
    info.relayUrl = relay.url;
  }
  console.log(`
Tic-Tac-Toe is at ${page}
  node      ${node.info.rpcUrl}
  contract  ${node.info.contractId}
  arena     ${node.info.arenaId}
  bot       ${node.info.botId}
  indexer   ${indexer?.url ?? 'none: cargo build --workspace --bin tic-tac-toe-indexer'}
  relay     ${info.relayUrl ?? 'none: cargo build --workspace --bin tic-tac-toe-relay'}
  players   ${node.info.players.map(({ accountId }) => accountId).join(', ')}
  state     ${state ?? 'in memory, gone when this ends; --state FILE keeps it'}

Open it in two windows to play against each other. Ctrl-C stops the page and the node.`);
  throw new Error(`The node has ended (${await node.ended}).`);
}

const options = ownOptions();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(0));
serve(options).catch((cause) => {
  console.error(cause.message);
  process.exit(1);
});
