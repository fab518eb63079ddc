/** Games of the arena to test with: boards are drawn, everything else follows from them or is said. */

import type { GameView } from '../../src/contract/arena';

export const ALICE = 'alice.near';
export const BOB = 'bob.near';
export const CAROL = 'carol.near';

const SIGNS = '.XOAS';

/** A game on a grid: rows apart by spaces, a dot for an empty cell; the turn follows from the number of marks. */
export function gridGame(drawing: string, rest: Partial<GameView> = {}): GameView {
  const lines = drawing.split(' ');
  const board = lines.flatMap((line) => [...line].map((sign) => SIGNS.indexOf(sign)));
  const players = rest.players ?? [ALICE, BOB];
  const moves = board.filter((seat) => seat > 0).length;
  const [rows, cols] = [lines.length, lines[0]?.length ?? 0];
  return {
    game_id: '17',
    players,
    rules: { grid: { rows, cols, in_a_row: 3 } },
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
  ultimate: Partial<NonNullable<GameView['ultimate']>> = {},
  rest: Partial<GameView> = {},
): GameView {
  const empty = Array(9).fill('.........').join(' ');
  return gridGame(empty, {
    rules: { ultimate: { capture: 'first' } },
    ultimate: { fields: Array(9).fill(0), next_field: null, field_lines: Array(9).fill([]), ...ultimate },
    ...rest,
  });
}
