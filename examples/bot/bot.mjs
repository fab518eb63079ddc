// Plays an account's turns in the one-game contract, with near-api-js: KEY=ed25519:… node bot.mjs ACCOUNT [CONTRACT]
// RPC_URL names the node. It wins what it can win at once, blocks what it must, and otherwise likes the middle.

import { Account, JsonRpcProvider } from 'near-api-js';
import { CALL_GAS } from 'tic-tac-toe-wire/one-game';

const { KEY: key, RPC_URL: url = 'http://127.0.0.1:3030' } = process.env;
const [accountId, contractId = 'tic-tac-toe.test.near'] = process.argv.slice(2);
if (!key || !accountId) {
  console.error('usage: KEY=ed25519:… node bot.mjs ACCOUNT [CONTRACT]');
  process.exit(1);
}
const provider = new JsonRpcProvider({ url });
const account = new Account(accountId, provider, key);

const BEST_FIRST = [[1, 1], [0, 0], [0, 2], [2, 0], [2, 2], [0, 1], [1, 0], [1, 2], [2, 1]];
const LINES = [0, 1, 2].flatMap((i) => [[[i, 0], [i, 1], [i, 2]], [[0, i], [1, i], [2, i]]]);
LINES.push([[0, 0], [1, 1], [2, 2]], [[0, 2], [1, 1], [2, 0]]);

/** The free cell that completes a line of `mark`, if there is one. */
function completing(board, mark) {
  for (const line of LINES) {
    const free = line.filter(([row, col]) => board[row][col] === null);
    const own = line.filter(([row, col]) => board[row][col] === mark);
    if (own.length === 2 && free.length === 1) return free[0];
  }
}

function choose({ board, next: { mark } }) {
  const other = mark === 'X' ? 'O' : 'X';
  const free = BEST_FIRST.find(([row, col]) => board[row][col] === null);
  return completing(board, mark) ?? completing(board, other) ?? free;
}

async function takeTurn(game) {
  const [row, col] = choose(game);
  // The game_id keeps the move out of a game that has replaced this one.
  const args = { row, col, game_id: game.game_id };
  await account.callFunction({ contractId, methodName: 'play', args, gas: CALL_GAS });
  console.log(`game ${game.game_id}: ${game.next.mark} at row ${row} col ${col}`);
}

console.log(`playing the turns of ${accountId}`);
for (;;) {
  try {
    const game = await provider.callFunction({ contractId, method: 'get_game', args: {} });
    if (game?.next?.player === accountId) await takeTurn(game);
  } catch (cause) {
    // A refusal, or a node that is away: the next look tells.
    console.error(cause.message);
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
}
