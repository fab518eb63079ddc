/**
 * The options of scripts/serve.mjs. Run by itself this file only checks them, without any package: silence means that
 * they are right, so that scripts/web.sh can refuse wrong ones before it builds for minutes.
 */

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `Plays tic-tac-toe in the browser: starts a local node and serves the page beside it.

Usage: ./scripts/web.sh [--port PORT] [--node-port PORT] [--state FILE]

  --port PORT       where the page is served, 0 for any free port (default 8080)
  --node-port PORT  where the node listens, 0 for any free port (default 3030)
  --state FILE      keeps the chain in a file and the indexer's database beside it, so that games go on the next time
  --help            shows this`;

const HIGHEST_PORT = 65_535;

const OPTIONS = {
  port: { type: 'string', default: '8080' },
  'node-port': { type: 'string', default: '3030' },
  state: { type: 'string' },
  help: { type: 'boolean', default: false },
};

/** The options that this process was started with; ends it with the usage, or a sentence when they are wrong. */
export function ownOptions() {
  try {
    const values = parsed(process.argv.slice(2));
    if (!values.help) return { ports: portsFrom(values), state: stateFrom(values) };
    console.log(USAGE);
    process.exit(0);
  } catch (cause) {
    console.error(`${cause.message}. See --help.`);
    process.exit(2);
  }
}

function parsed(args) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (cause) {
    // What follows the first sentence is about positional arguments, of which there are none here.
    throw new Error(cause.message.split(/\.\s/)[0], { cause });
  }
}

function portsFrom(values) {
  const page = portFrom('--port', values.port);
  const node = portFrom('--node-port', values['node-port']);
  if (page !== 0 && page === node) throw new Error('--port and --node-port must differ');
  return { page, node };
}

/** The file from where the person stands: scripts/web.sh changes folders. */
function stateFrom({ state }) {
  return state === undefined ? undefined : resolve(process.env.CALLED_FROM ?? '.', state);
}

function portFrom(option, text) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > HIGHEST_PORT)
    throw new Error(`${option} takes a number from 0 to ${HIGHEST_PORT}, not '${text}'`);
  return port;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ownOptions();
