/** Leaders, players and games of long ago, as an indexer tells them: a real one, and a stand-in with more to tell. */

import type { BrowserContext } from '@playwright/test';
import { startIndexer } from '../../scripts/indexer.mjs';
import type {
  Game,
  Games,
  GameWithRounds,
  Leaderboard,
  Moves,
  Player,
  SortOrder,
} from '../../src/contract/indexer';
import { type Chain, expect, test } from './fixtures';
import { expectAccessible, expectToFitSmallPhone } from './lobby-table';

const RESULTS = { won: 12, lost: 3, drawn: 5, walked_away: 1, rating: 1548 };
const AT = { height: 140, time: '1763300040000000000' };
const PLAYERS = ['alice.near', 'bob.near'];

/** Twenty players a page. */
function leaders({ searchParams }: URL): Leaderboard {
  const by = searchParams.get('by') as SortOrder;
  const second = searchParams.get('cursor') === 'more';
  const first = by === 'rating' ? 'bob.near' : 'alice.near';
  const names = second
    ? ['last.near']
    : [first, ...Array.from({ length: 19 }, (_, index) => `p${index}.near`)];
  const from = second ? 21 : 1;
  const players = names.map((player, index) => ({ ...RESULTS, place: from + index, player }));
  return { rules: searchParams.get('rules'), by, players, next: second ? null : 'more' };
}

const GAME: Game = {
  contract: 'arena.test.near',
  kind: 'arena',
  game_id: '7001',
  rules: '3x3:3',
  players: PLAYERS,
  turn_seconds: null,
  starts: 'host',
  status: 'closed',
  round: 1,
  moves: 1,
  created: AT,
  active: AT,
  closed: AT,
  incomplete: false,
};

function answerTo(url: URL): object | null {
  const path = url.pathname.replace(/.*\/v1\//, '');
  switch (path) {
    case 'leaderboard':
      return leaders(url);
    case 'players/alice.near':
      return {
        player: 'alice.near',
        overall: RESULTS,
        by_rules: [{ rules: 'ultimate:any', ...RESULTS, won: 4 }],
      } satisfies Player;
    case 'games':
      return { games: [GAME], next: null } satisfies Games;
    case 'games/arena.test.near/7001':
      return {
        ...GAME,
        rounds: [
          {
            round: 1,
            result: 'won',
            winner: 'alice.near',
            seat: 1,
            by: 'bob.near',
            counts: true,
            moves: 1,
            started: AT,
            ended: AT,
          },
        ],
        next_round: null,
      } satisfies GameWithRounds;
    case 'games/arena.test.near/7001/moves':
      return {
        contract: GAME.contract,
        game_id: GAME.game_id,
        rules: GAME.rules,
        players: GAME.players,
        steps: [
          { kind: 'move', round: 1, number: 1, seat: 1, row: 1, col: 1, at: AT, receipt: '8rW' },
          { kind: 'out', round: 1, after: 1, seat: 2, reason: 'resigned', at: AT, receipt: '8rX' },
        ],
        next: null,
      } satisfies Moves;
    default:
      return null;
  }
}

test('a game that has just ended is in the leaderboard and in its players’ pages, with a replay that needs no blocks', async ({
  page,
  context,
  chain,
}) => {
  const indexer = await startIndexer(chain.info);
  try {
    const json = { ...chain.info, indexerUrl: indexer.url };
    await context.route('**/localnet.json', (route) => route.fulfill({ json }));
    const blocks: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v0/block')) blocks.push(request.url());
    });
    await page.goto('#/arena/leaders');
    await expect(page.getByText('Nobody has finished a round yet.')).toBeVisible();
    const game_id = await chain.game([chain.alice, chain.bob]);
    await chain.arena(chain.alice, 'play', { game_id, row: 1, col: 1 });
    await chain.arena(chain.bob, 'play', { game_id, row: 0, col: 0 });
    await chain.arena(chain.alice, 'resign', { game_id });
    const first = page.locator('tbody tr').first();
    await expect(first).toContainText(chain.bob);
    await chain.arena(chain.alice, 'close', { game_id });
    await first.getByRole('link').click();
    await page.getByRole('link', { name: `Replay: game ${game_id}` }).click();
    const status = page.getByRole('status').first();
    await expect(status).toHaveText('Before the first move');
    await page.keyboard.press('End');
    await expect(status).toContainText('Step 3 of 3. X resigned. O won');
    expect(blocks).toEqual([]);
  } finally {
    await page.close();
    await indexer.stop();
  }
});

async function serveIndexer(context: BrowserContext, chain: Chain): Promise<void> {
  const indexerUrl = 'http://indexer.test';
  await context.route('**/localnet.json', (route) => route.fulfill({ json: { ...chain.info, indexerUrl } }));
  await context.route(`${indexerUrl}/**`, (route) => {
    const json = answerTo(new URL(route.request().url()));
    return route.fulfill(
      json ? { json } : { status: 404, json: { error: { code: 'NO_PLAYER', message: '' } } },
    );
  });
}

for (const language of ['en', 'ru']) {
  test(`from the leaderboard to a player and the replay of an old game: ${language}`, async ({
    page,
    context,
    chain,
  }) => {
    await serveIndexer(context, chain);
    await page.addInitScript((code) => localStorage.setItem('tic-tac-toe.language', code), language);
    await page.goto('#/arena');
    await page.getByRole('link', { name: /Leaderboard|Таблица лидеров/ }).click();
    const rows = page.locator('tbody tr');
    await expect(rows).toHaveCount(20);
    await expect(rows.first()).toContainText('alice.near');
    await page.getByRole('radio', { name: /By rating|По рейтингу/ }).check();
    await expect(rows.first()).toContainText('bob.near');
    await page.getByRole('button', { name: /Next page|Следующая страница/ }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText('21');
    await expectAccessible(page);
    await page.getByRole('radio', { name: /By wins|По победам/ }).check();
    await page.getByRole('link', { name: 'alice.near' }).click();
    await expect(page.getByRole('heading', { name: 'alice.near' })).toBeVisible();
    await expect(rows).toHaveCount(2);
    await expectToFitSmallPhone(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: /7001/ }).click();
    const status = page.getByRole('status').first();
    await expect(status).toHaveText(/Before the first move|До первого хода/);
    await page.keyboard.press('End');
    await expect(status).toContainText(/O resigned. X won|O сдаётся. Победил X/);
    await expectAccessible(page);
  });
}
