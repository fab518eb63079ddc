/** The record of any game, however old, from an indexer. */

import type { Round, Step } from '../contract/indexer';
import { type Indexer, type RecordedGame, rulesFrom } from '../indexer/indexer';
import { colsOf } from '../rules/game';
import { firstSeat, seatAt } from '../table/table';
import type { GameRecord, RecordedStep, RoundRecord } from './record';
import type { ReplayReader } from './source';

export function indexerReader(indexer: Indexer, arenaId: string, gameId: string): ReplayReader {
  const read = async (signal: AbortSignal) => recordFrom(gameId, await indexer.game(arenaId, gameId, signal));
  return {
    async read({ signal }) {
      return { record: await read(signal), reached: 'beginning' };
    },
    catchUp: ({ signal }) => read(signal),
  };
}

export function recordFrom(gameId: string, game: RecordedGame): GameRecord {
  const { rules, players } = game;
  const known = rulesFrom(rules, players.length);
  if (!known) throw new Error(`this page does not know the rules ${rules}`);
  const cols = colsOf(known);
  return { gameId, players, rules: known, rounds: game.rounds.map((round) => roundFrom(round, game, cols)) };
}

function roundFrom({ round, result, seat }: Round, game: RecordedGame, cols: number): RoundRecord {
  return {
    round,
    first: firstSeat(game.starts, BigInt(round), game.players.length),
    steps: game.steps.filter((step) => step.round === round).map((step) => stepFrom(step, cols)),
    result: result === 'won' ? { kind: 'won', winner: seatAt(seat ?? 1) } : result && { kind: result },
  };
}

function stepFrom(step: Step, cols: number): RecordedStep {
  const seat = seatAt(step.seat);
  return step.kind === 'out'
    ? { kind: 'out', seat, reason: step.reason }
    : { kind: 'move', seat, cell: step.row * cols + step.col };
}
