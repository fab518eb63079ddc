/**
 * A replay as one value: what happened in a game, the round that is looked at and how far it has been stepped through.
 *
 * No input or output happens here: the screen feeds events in and draws what comes out.
 */

import type { Position, Rules } from '../rules/game';
import { type GameRecord, type RecordedStep, type RoundRecord, stepOf } from './record';

export interface Replay {
  readonly record: GameRecord;
  /** Which of the record's rounds, from 0. */
  readonly round: number;
  /** How many steps of the round have been made. */
  readonly at: number;
}

export type ReplayEvent =
  | { type: 'went'; to: number }
  | { type: 'round_chosen'; round: number }
  /** More has been read, or more has happened since. */
  | { type: 'record_grew'; record: GameRecord };

/** A replay begins before the first step of the last round that is over, or else of the last; there is none without. */
export function newReplay(record: GameRecord): Replay | null {
  const finished = record.rounds.findLastIndex(({ result }) => result !== null);
  const round = finished === -1 ? record.rounds.length - 1 : finished;
  return round === -1 ? null : { record, round, at: 0 };
}

export function reduce(replay: Replay, event: ReplayEvent): Replay {
  switch (event.type) {
    case 'went':
      return { ...replay, at: Math.min(Math.max(event.to, 0), lengthOf(replay)) };
    case 'round_chosen':
      return event.round in replay.record.rounds ? { ...replay, round: event.round, at: 0 } : replay;
    case 'record_grew':
      return grown(replay, event.record);
  }
}

/** Rounds may have been added before the one that is looked at. */
function grown(replay: Replay, record: GameRecord): Replay {
  const round = record.rounds.findIndex((candidate) => candidate.round === roundOf(replay).round);
  return round === -1 ? replay : { ...replay, record, round };
}

export function roundOf({ record, round }: Replay): RoundRecord {
  const found = record.rounds[round];
  if (!found) throw new RangeError(`the record has no round at ${round}`);
  return found;
}

export const lengthOf = (replay: Replay): number => roundOf(replay).steps.length;

/** What the latest step was; `null` before the first. */
export const latestStep = (replay: Replay): RecordedStep | null =>
  roundOf(replay).steps[replay.at - 1] ?? null;

/** The position that is looked at; `null` when the rules refuse what the events tell. */
export function positionAt(rules: Rules, replay: Replay): Position | null {
  const { steps, first } = roundOf(replay);
  const position = rules.replay(replay.record.rules, steps.slice(0, replay.at).map(stepOf), first);
  return typeof position === 'string' ? null : position;
}
