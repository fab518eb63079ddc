// Follows a chain's final blocks and keeps a leaderboard in memory, from the contracts' events alone.
// node leaderboard.mjs [FIRST_BLOCK [CONTRACT …]]; BLOCKS_URL names a server of blocks like neardata's.

const SERVER = process.env.BLOCKS_URL ?? 'http://127.0.0.1:3030';
const [firstBlock = '0', ...named] = process.argv.slice(2);
const contracts = named.length > 0 ? named : ['tic-tac-toe.test.near', 'arena.test.near'];
const STANDARDS = ['tic-tac-toe', 'tic-tac-toe-arena'];
const PREFIX = 'EVENT_JSON:';

const games = new Map(); // by contract and id: { players, marks }
const standings = new Map(); // by account: { won, lost, drawn }

async function get(path) {
  const answer = await fetch(SERVER + path, { signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`${path} is answered with ${answer.status}`);
  return answer.json();
}

/** The contracts' events of a block, in order. What a failed receipt logged has not happened. */
function* eventsOf(block) {
  for (const { receipt_execution_outcomes: receipts } of block.shards)
    for (const { execution_outcome: { outcome } } of receipts) {
      const hasFailed = !('SuccessValue' in outcome.status || 'SuccessReceiptId' in outcome.status);
      // Anybody may log such lines: only the executor tells whose they are.
      if (hasFailed || !contracts.includes(outcome.executor_id)) continue;
      for (const line of outcome.logs.filter((line) => line.startsWith(PREFIX))) {
        const { standard, version, event, data } = JSON.parse(line.slice(PREFIX.length));
        if (STANDARDS.includes(standard) && version.startsWith('1.'))
          yield { event, data, key: `${outcome.executor_id} ${data.game_id}` };
      }
    }
}

function apply({ event, data, key }) {
  if (event === 'game_created') games.set(key, { players: data.players ?? [data.p1, data.p2], marks: 0 });
  const game = games.get(key); // none, if it was created before the first block
  if (!game) return;
  if (event === 'player_joined') game.players[data.seat - 1] = data.player;
  if (event === 'round_started') game.marks = 0;
  if (event === 'move_made') game.marks += 1;
  if (event === 'game_over' || event === 'round_over') count(game, data);
  if (event === 'game_closed') games.delete(key);
}

/** A round counts once two marks were made in it, except against oneself. */
function count({ players, marks }, { result, winner }) {
  if (result === 'abandoned' || marks < 2 || new Set(players).size < players.length) return;
  for (const player of players) {
    const standing = standings.get(player) ?? { won: 0, lost: 0, drawn: 0 };
    standing[result === 'draw' ? 'drawn' : player === winner ? 'won' : 'lost'] += 1;
    standings.set(player, standing);
  }
}

function print(height) {
  console.log(`after block ${height}`);
  const best = [...standings].sort(([a, x], [b, y]) => y.won - x.won || x.lost - y.lost || (a < b ? -1 : 1));
  for (const [player, { won, lost, drawn }] of best)
    console.log(`${player.padEnd(20)} won ${won}  lost ${lost}  drawn ${drawn}`);
}

for (let next = Number(firstBlock), shown = '[]'; ; ) {
  const last = (await get('/v0/last_block/final')).block.header.height;
  for (; next <= last; next += 1) {
    const block = await get(`/v0/block/${next}`); // null where the chain has none
    for (const event of block ? eventsOf(block) : []) apply(event);
  }
  const now = JSON.stringify([...standings]);
  if (now !== shown) print(last);
  shown = now;
  await new Promise((resolve) => setTimeout(resolve, 500));
}
