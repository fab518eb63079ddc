/** A round of a replay as plain text, to be copied. */

import type { LobbyStrings } from '../i18n/lobby';
import { cellText, SEATS, SIGNS } from '../rules/game';
import type { RoundEnd } from '../table/table';
import type { GameRecord, RecordedStep } from './record';
import { type Replay, roundOf } from './replay';

export function replayText(replay: Replay, strings: LobbyStrings): string {
  const { record } = replay;
  const { round, steps, result } = roundOf(replay);
  return [
    `${strings.gameNumber(record.gameId)}, ${strings.rules(record.rules)}`,
    ...record.players.map((player, seat) => `${SIGNS[SEATS[seat] ?? 'X']} ${player ?? strings.freeSeat}`),
    strings.round(round),
    ...steps.map((step, index) => `${index + 1}. ${stepText(step, record, strings)}`),
    ...(result ? [resultText(result, strings)] : []),
    '',
  ].join('\n');
}

function stepText(step: RecordedStep, { rules }: GameRecord, strings: LobbyStrings): string {
  if (step.kind === 'out') return strings.out(step.seat, step.reason);
  return `${SIGNS[step.seat]} ${cellText(rules, step.cell)}`;
}

export function resultText(result: RoundEnd, strings: LobbyStrings): string {
  if (result.kind === 'won') return strings.won(result.winner);
  return result.kind === 'draw' ? strings.drawn : strings.abandoned;
}
