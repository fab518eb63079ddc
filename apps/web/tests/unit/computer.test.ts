/** The computer: the very wasm that its worker loads, and how the page asks it. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Answer, LEVELS, type Question, WorkerComputer } from '../../src/computer/computer';
import { BUDGET_MS, think } from '../../src/computer/engine';
import { CLASSIC, CLOSING, replayed, THREE_PLAYERS } from './rules';

const wasm = readFileSync(new URL('../../src/computer/engine.wasm', import.meta.url));
const engine = new WebAssembly.Instance(new WebAssembly.Module(wasm));

/** A clock that is over after a few looks at it. */
function shortClock() {
  let looks = 0;
  return { now: () => (looks++ > 3 ? Number.POSITIVE_INFINITY : 0), seed: 1 };
}

describe('the engine', () => {
  it.each(LEVELS)('at level %s takes a win that is there', (level) => {
    expect(think(engine, { game: CLASSIC, moves: [0, 3, 1, 4], level }, shortClock())).toBe(2);
  });

  it.each([
    ['classic', CLASSIC],
    ['three players', THREE_PLAYERS],
    ['ultimate', CLOSING],
  ])('plays a whole game of %s by the rules', (_name, game) => {
    const moves: number[] = [];
    while (replayed(game, ...moves).outcome.kind === 'in_progress') {
      moves.push(think(engine, { game, moves, level: 'medium' }, shortClock()));
    }
    expect(moves.length).toBeGreaterThan(4);
  });

  it('never loses classic against itself when it is strong', () => {
    const moves: number[] = [];
    const clock = () => ({ now: () => 0, seed: moves.length });
    while (replayed(CLASSIC, ...moves).outcome.kind === 'in_progress') {
      moves.push(think(engine, { game: CLASSIC, moves, level: 'strong' }, clock()));
    }
    expect(replayed(CLASSIC, ...moves).outcome).toEqual({ kind: 'draw' });
  });

  it('stops when its time is over', () => {
    let time = 0;
    const now = () => {
      time += 100;
      return time;
    };
    think(engine, { game: CLOSING, moves: [], level: 'strong' }, { now, seed: 1 });
    expect(time).toBeLessThanOrEqual(BUDGET_MS.strong + 300);
  });

  it('has nothing to think about after the end', () => {
    const over: Question = { game: CLASSIC, moves: [0, 3, 1, 4, 2], level: 'easy' };
    expect(() => think(engine, over, shortClock())).toThrow('nothing to think about');
  });
});

/** A worker that answers when the test says so. */
class FakeWorker {
  onmessage: ((event: { data: Answer }) => void) | null = null;
  onerror: ((event: Partial<ErrorEvent>) => void) | null = null;
  terminated = false;
  postMessage() {}
  terminate() {
    this.terminated = true;
  }
}

describe('asking the worker', () => {
  const question: Question = { game: CLASSIC, moves: [], level: 'easy' };
  const started: FakeWorker[] = [];
  const start = () => {
    const worker = new FakeWorker();
    started.push(worker);
    return worker as unknown as Worker;
  };

  it('gives the cell that it answers, and asks the same worker again', async () => {
    const computer = new WorkerComputer(start);
    const cell = computer.think(question);
    started.at(-1)?.onmessage?.({ data: { cell: 4 } });
    expect(await cell).toBe(4);
    const count = started.length;
    void computer.think(question);
    expect(started).toHaveLength(count);
  });

  it('stops by ending the worker, and begins with a new one', () => {
    const computer = new WorkerComputer(start);
    void computer.think(question);
    const worker = started.at(-1);
    computer.stop();
    expect(worker?.terminated).toBe(true);
    void computer.think(question);
    expect(started.at(-1)).not.toBe(worker);
  });

  it('fails when the worker has a problem or does not load', async () => {
    const computer = new WorkerComputer(start);
    const problem = computer.think(question);
    started.at(-1)?.onmessage?.({ data: { problem: 'no wasm' } });
    await expect(problem).rejects.toThrow('no wasm');
    const lost = computer.think(question);
    started.at(-1)?.onerror?.({ message: '', preventDefault: () => {} });
    await expect(lost).rejects.toThrow('did not load');
  });
});
