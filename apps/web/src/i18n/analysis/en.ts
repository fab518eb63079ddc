/** Every text of the analysis of a game in English. The other languages have the same shape. */

import { type Seat, SIGNS } from '../../rules/game';

export interface AnalysisStrings {
  readonly stop: string;
  readonly goOn: string;
  done(count: number, all: number): string;
  /** What screen readers call the graph. */
  readonly graph: string;
  readonly moves: string;
  percent(thousandths: number): string;
  winsIn(seat: Seat, moves: number): string;
  readonly draw: string;
  readonly unknown: string;
  readonly grades: Readonly<Record<'mistake' | 'blunder', string>>;
  best(cells: string): string;
  leaves(seat: Seat): string;
}

export const en: AnalysisStrings = {
  stop: 'Stop',
  goOn: 'Go on',
  done: (count, all) => `${count} of ${all} positions`,
  graph: 'Chance to win after each move',
  moves: 'Moves',
  percent: (thousandths) => `${Math.round(thousandths / 10)}%`,
  winsIn: (seat, moves) => `${SIGNS[seat]} wins in ${moves}`,
  draw: 'A draw if nobody errs',
  unknown: 'not judged yet',
  grades: { mistake: 'mistake', blunder: 'blunder' },
  best: (cells) => `Best: ${cells}`,
  leaves: (seat) => `${SIGNS[seat]} leaves`,
};
