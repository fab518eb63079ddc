/** The one-game contract as a table: classic rules, its `game_id` as the round, other players with each new game. */

import { BlockServer, logsOfChanges } from '../chain/blocks';
import { callerOf, readerOf, type View } from '../chain/caller';
import { eventIn } from '../chain/event-log';
import { type History, nodeHistory } from '../chain/history';
import type { Network } from '../chain/network';
import { CALL_GAS, EVENTS, type EventName, type GameView, type Methods } from '../contract/tic_tac_toe';
import { type Board, CLASSIC, colsOf, type Rules } from '../rules/game';
import type { TableAdapter } from './adapter';
import { positionOf, type Table, type TableEvent } from './table';

/** The chain that the contract is on. */
interface OneGameChain {
  readonly view: View;
  readonly network: Pick<Network, 'contractId' | 'rpcUrl' | 'blocksUrl'>;
}

/** `chain` is called when it is needed, since the table is on the screen before the chain was found. */
export function oneGameAdapter(chain: () => OneGameChain, rules: Rules): TableAdapter {
  const eventsIn = (logs: readonly string[]) => logs.flatMap((line) => oneGameEvent(line) ?? []);
  return {
    contract: 'one_game',
    async read() {
      const { view, network } = chain();
      const { value, height } = await readerOf<Methods>(view, network.contractId).read('get_game', {});
      return { value: value && oneGameTable(value, rules), height };
    },
    eventsIn,
    async eventsBetween(...heights) {
      const { contractId, rpcUrl, blocksUrl } = chain().network;
      const history = oneGameHistory(rpcUrl, contractId);
      return eventsIn(await logsOfChanges(new BlockServer(blocksUrl), contractId, history, heights));
    },
    send(signer, action, table) {
      const caller = callerOf<Methods>(signer, { ...chain().network, gas: CALL_GAS });
      switch (action.kind) {
        case 'move': {
          const [row, col] = [Math.floor(action.cell / colsOf(CLASSIC)), action.cell % colsOf(CLASSIC)];
          return caller.call('play', { row, col, game_id: table ? String(table.round) : null });
        }
        case 'new_game':
          return caller.call('new_game', { p1: action.p1, p2: action.p2 });
        default:
          throw new RangeError(`the one-game contract has no ${action.kind}`);
      }
    },
  };
}

export function oneGameTable({ game_id, p1, p2, board: cells, next }: GameView, rules: Rules): Table {
  const board: Board = {
    marks: cells.flat(),
    first: 'X',
    turn: next?.mark ?? null,
    out: [],
    nextField: null,
    captures: [],
  };
  return {
    gameId: null,
    round: BigInt(game_id),
    players: [p1, p2],
    starts: 'host',
    board,
    steps: [],
    position: positionOf(rules, CLASSIC, board),
    last: null,
    score: null,
    clock: null,
  };
}

/** How the game stood at earlier blocks. */
const oneGameHistory = (rpcUrl: string, contractId: string): History =>
  nodeHistory(rpcUrl, contractId, async (view) => {
    const game = (await view('get_game', {})) as GameView | null | undefined;
    if (game === undefined) return 'unknown';
    return game ? `standing ${game.game_id} ${game.moves}` : 'not created';
  });

/** How one of the games stood at earlier blocks. */
export const gameHistory = (rpcUrl: string, contractId: string, gameId: string): History =>
  nodeHistory(rpcUrl, contractId, async (view) => {
    const game = (await view('get_game', {})) as GameView | null | undefined;
    if (game === undefined) return 'unknown';
    if (!game || BigInt(game.game_id) < BigInt(gameId)) return 'not created';
    return game.game_id === gameId ? `standing ${game.moves}` : 'closed';
  });

/** Translates a log line; `null` when it is none of the contract's events. */
export function oneGameEvent(line: string): TableEvent | null {
  return eventIn<EventName, TableEvent>(line, EVENTS, (name, data) => {
    const round = BigInt(data.game_id);
    switch (name) {
      case 'game_created':
        return {
          kind: 'started',
          round,
          first: 'X',
          seating: { players: [data.p1, data.p2], rules: CLASSIC },
        };
      case 'move_made':
        return { kind: 'moved', round, seat: data.mark, row: data.row, col: data.col };
      case 'game_over':
        return {
          kind: 'ended',
          round,
          end: data.mark ? { kind: 'won', winner: data.mark } : { kind: 'draw' },
        };
      default:
        return null;
    }
  });
}
