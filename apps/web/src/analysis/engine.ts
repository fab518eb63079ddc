/** Judging positions: the engine that plays against people, behind typed functions (see `engine-wasm`). */

import { playersOf, SEATS } from '../rules/game';
import { type GameModule, writeGame } from '../rules/game-page';
import type { Evaluation, Grader, PlayedGame, Proven } from './analysis';

interface AnalysisModule extends GameModule {
  sheet(): number;
  analyse(steps: number): number;
  deepen(analysis: number, playouts: number): number;
  evaluate(analysis: number): void;
  forget(analysis: number): void;
  grade(before: number, after: number, isBest: number): number;
}

/** How long one position is thought about, in milliseconds; one that is solved takes less. */
export const BUDGET_MS = 1_000;

/** So few that the clock is asked often enough, so many that asking costs nothing. */
const PLAYOUTS_A_STEP = 64;

const moduleOf = ({ exports }: WebAssembly.Instance) => exports as unknown as AnalysisModule;

/** What the engine finds out about a position, the one after all steps of the game. */
export function judge(instance: WebAssembly.Instance, game: PlayedGame, now: () => number): Evaluation {
  const engine = moduleOf(instance);
  const { rules, steps, first } = game;
  const analysis = writeGame(engine, rules, steps, first) ? engine.analyse(steps.length) : 0;
  if (analysis === 0) throw new RangeError('there is no such position');
  const end = now() + BUDGET_MS;
  while (engine.deepen(analysis, PLAYOUTS_A_STEP) === 0 && now() < end);
  engine.evaluate(analysis);
  const evaluation = read(new Uint16Array(engine.memory.buffer, engine.sheet()), playersOf(rules));
  engine.forget(analysis);
  return evaluation;
}

const GRADES = [null, 'mistake', 'blunder'] as const;

export function graderOf(instance: WebAssembly.Instance): Grader {
  const engine = moduleOf(instance);
  return (before, after, isBest) => GRADES[engine.grade(before, after, Number(isBest))] ?? null;
}

/** On the sheet: nobody can force a win. */
const DRAWS = 2;

/** Where on the sheet each seat's chance and the best line, behind its length, are, as `engine-wasm` writes them. */
const CHANCES = 3;
const LINE = 8;

function read(sheet: Uint16Array, players: number): Evaluation {
  const [kind = 0, winner = 0, moves = 0] = sheet;
  const length = sheet[LINE - 1] ?? 0;
  return {
    proven: provenOf(kind, winner, moves),
    chances: [...sheet.slice(CHANCES, CHANCES + players)],
    line: [...sheet.slice(LINE, LINE + length)],
  };
}

function provenOf(kind: number, winner: number, moves: number): Proven | null {
  const seat = SEATS[winner - 1];
  if (seat) return { kind: 'won', winner: seat, moves };
  return kind === DRAWS ? { kind: 'draw' } : null;
}
