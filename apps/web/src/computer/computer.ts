/** A computer opponent as the page sees it: it is asked for a move and can be stopped at any time. */

import type { GameRules } from '../rules/game';

export const LEVELS = ['easy', 'medium', 'strong'] as const;
export type Level = (typeof LEVELS)[number];

/** What the worker is asked. */
export interface Question {
  readonly game: GameRules;
  readonly moves: readonly number[];
  readonly level: Level;
}

/** What the worker answers: the cell to mark, or why it knows none. */
export type Answer = { readonly cell: number } | { readonly problem: string };

export interface Computer {
  /** The cell that it would mark. Never settles when it is stopped before it knows. */
  think(question: Question): Promise<number>;
  /** Stops thinking at once. */
  stop(): void;
}

/** Thinks in a worker, so that the page stays responsive; stopping ends the worker. */
export class WorkerComputer implements Computer {
  private worker: Worker | null = null;

  constructor(
    private readonly start = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
  ) {}

  think(question: Question): Promise<number> {
    this.worker ??= this.start();
    const { worker } = this;
    return new Promise((resolve, reject) => {
      const fail = (problem: string) => {
        this.stop();
        reject(new Error(problem));
      };
      worker.onmessage = ({ data }: MessageEvent<Answer>) =>
        'cell' in data ? resolve(data.cell) : fail(data.problem);
      worker.onerror = (event) => {
        event.preventDefault();
        fail(event.message || 'the computer did not load');
      };
      worker.postMessage(question);
    });
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}
