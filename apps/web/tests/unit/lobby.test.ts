/** The lobby's lists: which question each tick asks, and what the answers show. */

import { describe, expect, it } from 'vitest';
import type { GameView } from '../../src/contract/arena';
import { actionsOn } from '../../src/lobby/game-line';
import {
  type Answer,
  answered,
  hasNext,
  type Lobby,
  newLobby,
  nextQuery,
  pageTurned,
  type Query,
  seenBy,
  shownGames,
  withChanges,
} from '../../src/lobby/lists';
import { type MyGames, newTurns, noGamesYet, turnsIn, withPart } from '../../src/lobby/your-turn';

const ALICE = 'alice.near';
const BOB = 'bob.near';

function game(id: number, changes: Partial<GameView> = {}): GameView {
  return {
    game_id: String(id),
    players: [ALICE, BOB],
    rules: { grid: { rows: 3, cols: 3, in_a_row: 3 } },
    starts: 'host',
    round: 1,
    rows: 3,
    cols: 3,
    board: Array(9).fill(0),
    moves: 0,
    status: 'in_progress',
    turn: 1,
    out: [],
    winner: null,
    winning_line: null,
    score: { wins: [0, 0], draws: 0 },
    turn_seconds: null,
    turn_since: '0',
    ultimate: null,
    ...changes,
  };
}

const open = (id: number, host = BOB) =>
  game(id, { players: [host, null], status: 'waiting', turn: null, turn_since: null });

/** An arena with these games, as its views tell. */
function answerOf(games: readonly GameView[], method: string, args: Record<string, unknown>): Answer {
  const part = (all: readonly GameView[]) => {
    const from = Number(args.from_index);
    return all.slice(from, from + Number(args.limit));
  };
  switch (method) {
    case 'get_games_of':
      return part(games.filter(({ players }) => players.includes(String(args.account_id))));
    case 'get_open_games':
      return part(games.filter(({ status }) => status === 'waiting'));
    case 'get_counts':
      return { open: 0, of_account: null, last_game_id: games.at(-1)?.game_id ?? null };
    default: {
      const from = games.filter(({ game_id }) => Number(game_id) >= Number(args.from_id));
      return { games: from.slice(0, Number(args.limit)), next: null };
    }
  }
}

/** Asks for the first page of open games. */
const FIRST_OPEN = nextQuery(newLobby(null)) as Query;

/** Asks one question of an arena with these games. */
function asked(lobby: Lobby, games: readonly GameView[], height = 1): Lobby {
  const question = nextQuery(lobby);
  if (!question) return lobby;
  return answered(lobby, question, answerOf(games, question.method, question.args), height);
}

/** Asks until nothing is urgent any more. */
function settled(lobby: Lobby, games: readonly GameView[]): Lobby {
  const next = asked(lobby, games);
  return next.urgent.length > 0 ? settled(next, games) : next;
}

const idsIn = (lobby: Lobby, list: 'mine' | 'open' | 'watched') =>
  shownGames(lobby, list)?.map(({ game_id }) => game_id);

describe('a tick', () => {
  it('asks one question: at first for each list, then for each in turn', () => {
    const games = [game(1)];
    let lobby = newLobby(ALICE);
    const lists: (string | undefined)[] = [];
    for (let tick = 0; tick < 9; tick += 1) {
      lists.push(nextQuery(lobby)?.list);
      lobby = asked(lobby, games);
    }
    expect(lists).toEqual(['mine', 'open', 'newest', 'watched', 'mine', 'open', 'newest', 'watched', 'mine']);
  });

  it('asks for nobody’s games when nobody plays here, and watches nothing before the first game', () => {
    let lobby = newLobby(null);
    const lists = new Set<string | undefined>();
    for (let tick = 0; tick < 6; tick += 1) {
      lists.add(nextQuery(lobby)?.list);
      lobby = asked(lobby, []);
    }
    expect([...lists]).toEqual(['open', 'newest']);
    expect(shownGames(lobby, 'watched')).toEqual([]);
  });

  it('asks first for what was changed by something sent', () => {
    const lobby = withChanges(settled(newLobby(ALICE), [game(1)]));
    expect(nextQuery(lobby)?.list).toBe('mine');
    expect(nextQuery(asked(lobby, [game(1)]))?.list).toBe('open');
  });
});

describe('the lists', () => {
  it('show the account’s games, its turn first and then newer ones first', () => {
    const games = [
      game(1, { turn: 2 }),
      game(2),
      game(3, { status: 'won', turn: null, winner: 1 }),
      game(4, { turn: 2 }),
    ];
    expect(idsIn(settled(newLobby(ALICE), games), 'mine')).toEqual(['2', '4', '1', '3']);
  });

  it('show open games of others, a page at a time', () => {
    const games = Array.from({ length: 12 }, (_, index) => open(index + 1));
    const first = settled(newLobby(ALICE), [...games, open(13, ALICE)]);
    expect(idsIn(first, 'open')).toHaveLength(10);
    const second = settled(pageTurned(first, 'open', 1), [...games, open(13, ALICE)]);
    expect(idsIn(second, 'open')).toEqual(['11', '12']);
    expect(hasNext(second, 'open')).toBe(false);
    expect(pageTurned(second, 'open', 1)).toBe(second);
  });

  it('show games of others to watch, newest ids first, each on one page', () => {
    const others = Array.from({ length: 70 }, (_, index) =>
      game(index + 1, { players: [BOB, 'carol.near'] }),
    );
    const games = others.filter(({ game_id }) => game_id !== '30');
    const first = settled(newLobby(ALICE), games);
    expect(idsIn(first, 'watched')).toHaveLength(49);
    expect(idsIn(first, 'watched')?.[0]).toBe('70');
    const second = settled(pageTurned(first, 'watched', 1), games);
    expect(idsIn(second, 'watched')).toHaveLength(20);
    expect(idsIn(second, 'watched')?.[0]).toBe('20');
  });

  it('forget whose games they were when somebody else looks', () => {
    const games = [game(1), open(2)];
    const lobby = seenBy(settled(newLobby(ALICE), games), BOB);
    expect(shownGames(lobby, 'mine')).toBeNull();
    expect(nextQuery(lobby)).toMatchObject({ list: 'mine', args: { account_id: BOB } });
    expect(idsIn(settled(lobby, games), 'mine')).toEqual(['1', '2']);
  });

  it('ignore an answer for a page that was turned meanwhile, and ask again', () => {
    const games = Array.from({ length: 12 }, (_, index) => open(index + 1));
    const first = settled(newLobby(null), games);
    const turned = pageTurned(first, 'open', 1);
    const late = answered(turned, FIRST_OPEN, [games[0] as GameView], 1);
    expect(shownGames(late, 'open')).toBeNull();
    expect(nextQuery(late)).toMatchObject({ list: 'open', args: { from_index: '10' } });
  });

  it('ignore an answer that is older than one already seen', () => {
    const lobby = answered(newLobby(null), FIRST_OPEN, [open(1)], 9);
    expect(idsIn(answered(lobby, FIRST_OPEN, [], 8), 'open')).toEqual(['1']);
  });
});

describe('turns', () => {
  const mine = (...games: GameView[]): MyGames => withPart(noGamesYet(ALICE), games);

  it('are those of the account', () => {
    expect(
      turnsIn(mine(game(1), game(2, { turn: 2 }), open(3, ALICE))).map(({ game_id }) => game_id),
    ).toEqual(['1']);
  });

  it('are new once, and not at the first look', () => {
    const before = mine(game(1, { turn: 2, moves: 1 }));
    const after = mine(game(1, { turn: 1, moves: 2 }));
    expect(newTurns(noGamesYet(ALICE), after)).toEqual([]);
    expect(newTurns(before, after)).toHaveLength(1);
    expect(newTurns(after, mine(game(1, { turn: 1, moves: 2 })))).toEqual([]);
    expect(newTurns(after, mine(game(1, { turn: 1, moves: 4 })))).toHaveLength(1);
  });

  it('are found beyond the most that one answer gives', () => {
    const full = Array.from({ length: 100 }, (_, index) => game(index + 1, { turn: 2 }));
    const half = withPart(noGamesYet(ALICE), full);
    expect(half.games).toBeNull();
    expect(turnsIn(withPart(half, [game(101)]))).toHaveLength(1);
  });
});

describe('in a list', () => {
  it('anybody without a seat may join an open game, and nobody may join any other', () => {
    expect(actionsOn(open(1), ALICE)).toEqual(['join']);
    expect(actionsOn(open(1), null)).toEqual([]);
    expect(actionsOn(game(1), 'carol.near')).toEqual([]);
  });

  it('the host may close, and a challenger decline until they have made a mark, as far as the game shows', () => {
    const first = { board: [1, ...Array(8).fill(0)], moves: 1, turn: 2 };
    expect(actionsOn(game(1, first), ALICE)).toEqual(['close']);
    expect(actionsOn(game(1, first), BOB)).toEqual(['decline']);
    expect(actionsOn(game(1, { board: [1, 2, ...Array(7).fill(0)], moves: 2 }), BOB)).toEqual([]);
    expect(actionsOn(game(1, { round: 2 }), BOB)).toEqual(['decline']);
    expect(actionsOn(game(1, { round: 2, score: { wins: [0, 1], draws: 0 } }), BOB)).toEqual([]);
  });
});
