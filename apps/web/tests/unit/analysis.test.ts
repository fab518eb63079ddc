/** The analysis: the very wasm that its workers load, what is made of its answers, and how the workers are led. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Analysis,
  analysisOf,
  type Evaluation,
  gradesOf,
  type Judged,
  moversOf,
  newAnalysis,
  nextOpen,
  type PlayedGame,
  withEvaluation,
} from '../../src/analysis/analysis';
import { Analyst } from '../../src/analysis/analyst';
import { BUDGET_MS, graderOf, judge } from '../../src/analysis/engine';
import { area } from '../../src/analysis/graph';
import { CLASSIC, CLOSING, rules, THREE_PLAYERS, ultimateMoves } from './rules';

const wasm = readFileSync(new URL('../../src/computer/engine.wasm', import.meta.url));
const engine = new WebAssembly.Instance(new WebAssembly.Module(wasm));
const still = () => 0;

const played = (...steps: PlayedGame['steps']): PlayedGame => ({ rules: CLASSIC, first: 'X', steps });

/**
 * O is about to win, since X does not block in the last corner.
 *
 *     X X O
 *     . O .
 *     . . X
 */
const LOST = played(0, 4, 1, 2, 8, 6);

function whole(game: PlayedGame): Analysis {
  return game.steps.reduce<Analysis>(
    (analysis, _, index) => judged(analysis, index + 1),
    judged(newAnalysis(game), 0),
  );
}

function judged(analysis: Analysis, at: number): Analysis {
  const { game } = analysis;
  return withEvaluation(analysis, at, judge(engine, { ...game, steps: game.steps.slice(0, at) }, still));
}

describe('judging a position', () => {
  it('solves classic: a draw at first, then a win for whoever the other one lets win', () => {
    const { evaluations } = whole(LOST);
    const proven = evaluations.map((known) => known?.proven);
    expect(proven.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => ({ kind: 'draw' })));
    expect(proven[5]).toEqual({ kind: 'won', winner: 'O', moves: 1 });
    expect(proven[6]).toEqual({ kind: 'won', winner: 'O', moves: 0 });
    expect(evaluations[5]).toMatchObject({ chances: [0, 1000], line: [6] });
    expect(evaluations[4]?.line[0]).toBe(6);
  });

  it('sees a win by the next mark, whatever the rules', () => {
    const steps = ultimateMoves('03 34 47 74 46 60 06 65 51 18 80 08 88 83 33 38 84 40 00 10');
    const { proven, line } = judge(engine, { rules: CLOSING, first: 'X', steps }, still);
    expect(proven).toEqual({ kind: 'won', winner: 'X', moves: 1 });
    expect(line).toEqual(ultimateMoves('48'));
  });

  it('stops when its time is over, with chances that are shares of one and a line by the rules', () => {
    let time = 0;
    const now = () => {
      time += 100;
      return time;
    };
    const { chances, line } = judge(engine, { rules: CLOSING, first: 'X', steps: [40] }, now);
    expect(time).toBeLessThanOrEqual(BUDGET_MS + 300);
    expect(chances).toHaveLength(2);
    expect(Math.abs(chances.reduce((sum, share) => sum + share, 0) - 1000)).toBeLessThanOrEqual(2);
    expect(line.length).toBeGreaterThan(0);
    expect(typeof rules.replay(CLOSING, [40, ...line])).toBe('object');
  });

  it('knows a game of three whose first player was not X and that somebody has left', () => {
    let looks = 0;
    const game: PlayedGame = { rules: THREE_PLAYERS, first: 'O', steps: [0, { leaves: 'X' }, 1] };
    const { chances } = judge(engine, game, () => (looks++ > 20 ? Number.POSITIVE_INFINITY : 0));
    expect(chances).toHaveLength(3);
    expect(chances[0]).toBe(0);
  });

  it('refuses what the rules refuse', () => {
    expect(() => judge(engine, played(0, 0), still)).toThrow('no such position');
  });
});

describe('what is said of moves', () => {
  it('is a blunder where a draw becomes a loss, and nothing of any other move', () => {
    expect(gradesOf(whole(LOST), moversOf(rules, LOST), graderOf(engine))).toEqual([
      null,
      null,
      null,
      null,
      null,
      'blunder',
      null,
    ]);
  });

  it('waits until both positions are known, and says nothing of somebody who leaves', () => {
    const harsh = () => 'blunder' as const;
    const half = judged(newAnalysis(played(0, 4)), 1);
    expect(gradesOf(half, ['X', 'O'], harsh)).toEqual([null, null, null]);
    const left: PlayedGame = { rules: THREE_PLAYERS, first: 'X', steps: [{ leaves: 'O' }] };
    const known: Evaluation = { chances: [500, 0, 500], proven: null, line: [] };
    const analysis = withEvaluation(withEvaluation(newAnalysis(left), 0, known), 1, known);
    expect(moversOf(rules, left)).toEqual(['O']);
    expect(gradesOf(analysis, ['O'], harsh)).toEqual([null, null]);
  });
});

describe('the analysis of a game', () => {
  it('keeps what is known while the game goes on, and begins anew with another', () => {
    const known = whole(played(0, 4));
    expect(analysisOf(played(0, 4), known)).toBe(known);
    const grown = analysisOf(played(0, 4, 1), known);
    expect(grown.evaluations.map(Boolean)).toEqual([true, true, true, false]);
    expect(analysisOf(played(1, 4, 0), known).evaluations.some(Boolean)).toBe(false);
  });

  it('judges what is looked at first, then the rest in order', () => {
    const analysis = newAnalysis(played(0, 4, 1));
    expect(nextOpen(analysis, 2, new Set())).toBe(2);
    expect(nextOpen(analysis, 2, new Set([2]))).toBe(0);
    expect(nextOpen(analysis, 2, new Set([0, 1, 2, 3]))).toBeNull();
  });
});

it('the areas of a graph lie on each other, and only where something is known', () => {
  const chances = [[500, 500], [300, 700], null];
  expect(area(chances, 0)).toBe('M0 1000L1 1000V700L0 500Z');
  expect(area(chances, 1)).toBe('M0 500L1 700V0L0 0Z');
});

/** A worker that answers when the test says so. */
class FakeWorker {
  onmessage: ((event: { data: Judged }) => void) | null = null;
  onerror: ((event: Partial<ErrorEvent>) => void) | null = null;
  asked: number[] = [];
  terminated = false;
  postMessage({ steps }: PlayedGame) {
    this.asked.push(steps.length);
  }
  terminate() {
    this.terminated = true;
  }
  answer() {
    this.onmessage?.({ data: { evaluation: { chances: [500, 500], proven: null, line: [] } } });
  }
}

describe('leading the workers', () => {
  function analystOf(cores: number, game = played(0, 4, 1)) {
    const workers: FakeWorker[] = [];
    const start = () => {
      workers.push(new FakeWorker());
      return workers.at(-1) as unknown as Worker;
    };
    return { workers, analyst: new Analyst(game, () => {}, start, cores) };
  }

  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [16, 4],
  ])('uses of %d cores %d, no more than there are positions', (cores, count) => {
    const { analyst, workers } = analystOf(cores);
    analyst.think();
    expect(workers).toHaveLength(count);
  });

  it('gives each worker one position after the other, and ends it when there are no more', () => {
    const { analyst, workers } = analystOf(2);
    analyst.at = 3;
    analyst.think();
    for (let count = 0; count < 4; count += 1) workers[0]?.answer();
    expect(workers[0]?.asked).toEqual([3, 0, 1, 2]);
    expect(workers[0]?.terminated).toBe(true);
    expect(analyst.analysis.evaluations.every(Boolean)).toBe(true);
  });

  it('ends them when it is stopped, and goes on with what is not known', () => {
    const { analyst, workers } = analystOf(2);
    analyst.think();
    workers[0]?.answer();
    analyst.stop();
    expect([analyst.state, workers[0]?.terminated]).toEqual(['stopped', true]);
    analyst.think();
    expect(workers[1]?.asked).toEqual([1]);
  });

  it('says when a worker fails, and may be told to try again', () => {
    const { analyst, workers } = analystOf(3);
    analyst.think();
    workers[1]?.onerror?.({ preventDefault: () => {} });
    expect(analyst.state).toBe('failed');
    expect(workers.every(({ terminated }) => terminated)).toBe(true);
    analyst.think();
    expect(analyst.state).toBe('thinking');
  });

  it('thinks about moves that are new, and about another game from its beginning', () => {
    const { analyst, workers } = analystOf(2, played(0));
    analyst.think();
    workers[0]?.answer();
    workers[0]?.answer();
    analyst.show(played(0, 4));
    expect(workers[1]?.asked).toEqual([2]);
    analyst.show(played(8));
    expect(workers[1]?.terminated).toBe(true);
    expect(workers[2]?.asked).toEqual([0]);
  });
});
