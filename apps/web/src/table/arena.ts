/** A game of the arena as a table. */

import { type ArenaReader, arenaCaller } from '../chain/arena';
import { BlockServer, logsOfChanges } from '../chain/blocks';
import { eventIn } from '../chain/event-log';
import { type History, nodeHistory } from '../chain/history';
import {
  type Counts,
  EVENTS,
  type EventName,
  type GameView,
  type Rules as WireRules,
} from '../contract/arena';
import { colsOf, type GameRules, type Position, type Rules, SEATS, type Seat } from '../rules/game';
import type { ArenaNetwork } from '../ui/screen';
import type { TableAdapter } from './adapter';
import { firstSeat, isFull, positionOf, seatAt, type Table, type TableEvent } from './table';

export function arenaAdapter(
  reader: ArenaReader,
  { arenaId, rpcUrl, blocksUrl }: Pick<ArenaNetwork, 'arenaId' | 'rpcUrl' | 'blocksUrl'>,
  gameId: string,
  rules: Rules,
): TableAdapter {
  const eventsIn = (logs: readonly string[]) => logs.flatMap((line) => arenaEventOf(gameId, line) ?? []);
  return {
    contract: 'arena',
    async read() {
      const { value, height } = await reader.read('get_game', { game_id: gameId });
      return { value: value && arenaTable(value, rules), height };
    },
    eventsIn,
    async eventsBetween(...heights) {
      const history = arenaHistory(rpcUrl, arenaId, gameId);
      return eventsIn(await logsOfChanges(new BlockServer(blocksUrl), arenaId, history, heights));
    },
    async send(signer, action, table) {
      const caller = arenaCaller(signer, arenaId);
      if (!table) throw new RangeError('there is nothing to do without a table');
      const round = Number(table.round);
      switch (action.kind) {
        case 'move': {
          const cols = colsOf(table.position.rules);
          const [row, col] = [Math.floor(action.cell / cols), action.cell % cols];
          return caller.call('play', { game_id: gameId, row, col, round });
        }
        case 'join':
        case 'close':
          return caller.call(action.kind, { game_id: gameId });
        case 'restart':
        case 'resign':
        case 'claim_timeout':
          return caller.call(action.kind, { game_id: gameId, round });
        case 'new_game':
          throw new RangeError('games of the arena are created in its lobby');
      }
    },
  };
}

export function arenaTable(view: GameView, rules: Rules): Table {
  const { players, starts, ultimate, turn_seconds: seconds, turn_since: since } = view;
  const round = BigInt(view.round);
  const first = firstSeat(starts, round, players.length);
  const board = {
    marks: view.board.map(markOf),
    first,
    // While a seat is free nobody may move, but it is known who moves first.
    turn: view.status === 'waiting' ? first : markOf(view.turn ?? 0),
    out: view.out.map(seatAt),
    nextField: ultimate?.next_field ?? null,
    captures: (ultimate?.field_lines ?? []).flat().map(({ seat, line }) => ({
      seat: seatAt(seat),
      cells: line.map(([row, col]) => row * view.cols + col),
    })),
  } as const;
  const position = positionOf(rules, gameRulesOf(view.rules, players.length), board);
  return {
    gameId: view.game_id,
    round,
    players,
    starts,
    board,
    steps: [],
    position: isFull({ players }) ? position : withoutMoves(position),
    last: null,
    score: view.score,
    clock: seconds === null ? null : { seconds, since: Number(BigInt(since ?? 0) / 1_000_000n) },
  };
}

/** How a game stood at earlier blocks. */
export const arenaHistory = (rpcUrl: string, arenaId: string, gameId: string): History =>
  nodeHistory(rpcUrl, arenaId, async (view) => {
    const game = (await view('get_game', { game_id: gameId })) as GameView | null | undefined;
    if (game === undefined) return 'unknown';
    if (game) {
      const seated = game.players.filter((player) => player !== null).length;
      return `standing ${seated} ${game.round} ${game.moves} ${game.out.length}`;
    }
    // Ids are given out in order and never again, so the newest one tells whether this game was still to come.
    const counts = (await view('get_counts', {})) as Counts | null | undefined;
    return counts && BigInt(counts.last_game_id ?? 0) >= BigInt(gameId) ? 'closed' : 'not created';
  });

/** Whose mark a cell of the arena holds, `null` for an empty one. */
export const markOf = (number: number): Seat | null => SEATS[number - 1] ?? null;

/** A board that nobody may play on yet. */
function withoutMoves(position: Position): Position {
  const cells = position.cells.map((cell) => ({ ...cell, legal: false }));
  if (!('fields' in position)) return { ...position, cells };
  return { ...position, cells, fields: position.fields.map((field) => ({ ...field, open: false })) };
}

/** What is played, as the page's own rules call it. */
export function gameRulesOf(rules: WireRules, players: number): GameRules {
  if ('ultimate' in rules) return { kind: 'ultimate', capture: rules.ultimate.capture };
  const { rows, cols, in_a_row: inARow } = rules.grid;
  return { kind: 'grid', rows, cols, inARow, players };
}

/** Translates a log line that is an event of this game; `null` for any other. */
export function arenaEventOf(gameId: string, line: string): TableEvent | null {
  const found = arenaEvent(line);
  return found?.gameId === gameId ? found.event : null;
}

/** Translates a log line and says which game it is about; `null` when it is none of the arena's events. */
export function arenaEvent(line: string): { readonly gameId: string; readonly event: TableEvent } | null {
  return eventIn(line, EVENTS, (name: EventName, data) => {
    const event = tableEvent(name, data);
    return event && { gameId: data.game_id, event };
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the shape of an event's data follows from its name.
function tableEvent(name: EventName, data: any): TableEvent | null {
  switch (name) {
    case 'game_created':
      return { kind: 'created', players: data.players, rules: gameRulesOf(data.rules, data.players.length) };
    case 'player_joined':
      return { kind: 'joined', seat: seatAt(data.seat), player: data.player };
    case 'round_started':
      return { kind: 'started', round: BigInt(data.round), first: seatAt(data.seat) };
    case 'move_made':
      return {
        kind: 'moved',
        round: BigInt(data.round),
        seat: seatAt(data.seat),
        row: data.row,
        col: data.col,
      };
    case 'player_out':
      return { kind: 'left', round: BigInt(data.round), seat: seatAt(data.seat), reason: data.reason };
    case 'round_over': {
      const { result, seat } = data;
      const end = result === 'won' ? ({ kind: 'won', winner: seatAt(seat) } as const) : { kind: result };
      return { kind: 'ended', round: BigInt(data.round), end };
    }
    case 'game_closed':
      return { kind: 'closed' };
    default:
      return null;
  }
}
