/** Games of both contracts to test with: boards are drawn, everything else follows from them or is said. */

import type { GameView as ArenaView } from '../../src/contract/arena';
import type { GameView as OneGameView } from '../../src/contract/tic_tac_toe';
import { arenaTable } from '../../src/table/arena';
import { oneGameTable } from '../../src/table/one-game';
import type { Table } from '../../src/table/table';
import { rules } from './rules';

export const ALICE = 'alice.near';
export const BOB = 'bob.near';
export const CAROL = 'carol.near';

export const EMPTY = '... ... ...';
export const AFTER_CENTRE = '... .X. ...';
export const CENTRE = 4;
export const WON = 'XXX OO. ...';
export const DRAWN = 'XOX XXO OXO';

const SIGNS = '.XOAS';

/** A classic game between Alice (X) and Bob (O), as the one-game contract shows it. */
export function oneGameView(drawing: string, rest: Partial<OneGameView> = {}): OneGameView {
  const lines = drawing.split(' ').map((line) => [...line].map((sign) => (sign === '.' ? null : sign)));
  const moves = lines.flat().filter(Boolean).length;
  const over = drawing === WON || drawing === DRAWN;
  const { p1, p2 } = { p1: ALICE, p2: BOB, ...rest };
  const next = moves % 2 === 0 ? ({ player: p1, mark: 'X' } as const) : ({ player: p2, mark: 'O' } as const);
  return {
    game_id: '1',
    p1,
    p2,
    board: lines as OneGameView['board'],
    moves,
    status: over ? (drawing === WON ? 'won' : 'draw') : 'in_progress',
    next: over ? null : next,
    winner: drawing === WON ? { player: p1, mark: 'X' } : null,
    winning_line: null,
    ...rest,
  };
}

export const oneGame = (drawing: string, rest: Partial<OneGameView> = {}): Table =>
  oneGameTable(oneGameView(drawing, rest), rules);

/** A game of the arena on a grid: rows apart by spaces, a dot for an empty cell; the turn follows from the marks. */
export function gridGame(drawing: string, rest: Partial<ArenaView> = {}): ArenaView {
  const lines = drawing.split(' ');
  const board = lines.flatMap((line) => [...line].map((sign) => SIGNS.indexOf(sign)));
  const players = rest.players ?? [ALICE, BOB];
  const moves = board.filter((seat) => seat > 0).length;
  const [rows, cols] = [lines.length, lines[0]?.length ?? 0];
  return {
    game_id: '17',
    players,
    rules: { grid: { rows, cols, in_a_row: 3 } },
    starts: 'host',
    round: 1,
    rows,
    cols,
    board,
    moves,
    status: 'in_progress',
    turn: (moves % players.length) + 1,
    out: [],
    winner: null,
    winning_line: null,
    score: { wins: players.map(() => 0), draws: 0 },
    turn_seconds: null,
    turn_since: '1763300000000000000',
    ultimate: null,
    ...rest,
  };
}

/** A game of ultimate before its first mark, or with these changes. */
export function ultimateGame(
  ultimate: Partial<NonNullable<ArenaView['ultimate']>> = {},
  rest: Partial<ArenaView> = {},
): ArenaView {
  const empty = Array(9).fill('.........').join(' ');
  return gridGame(empty, {
    rules: { ultimate: { capture: 'first' } },
    ultimate: { fields: Array(9).fill(0), next_field: null, field_lines: Array(9).fill([]), ...ultimate },
    ...rest,
  });
}

export const arenaGame = (drawing: string, rest: Partial<ArenaView> = {}): Table =>
  arenaTable(gridGame(drawing, rest), rules);

export const OVER: Partial<ArenaView> = { status: 'draw', turn: null };
export const WAITING: Partial<ArenaView> = { players: [ALICE, null], status: 'waiting', turn: null };
