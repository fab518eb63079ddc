/** Judges the positions of a game in workers, on all cores but one, so that the page always answers. */

import {
  type Analysis,
  analysisOf,
  type Judged,
  nextOpen,
  type PlayedGame,
  withEvaluation,
} from './analysis';

export class Analyst {
  analysis: Analysis;
  /** The position that is looked at, which is judged first. */
  at = 0;
  /** `stopped` by people, `failed` when the code did not load; it may be told to think again. */
  state: 'thinking' | 'stopped' | 'failed' = 'stopped';
  /** Each worker with the position that it judges. */
  private readonly tasks = new Map<Worker, number>();

  constructor(
    game: PlayedGame,
    private readonly changed: () => void,
    private readonly start = () =>
      new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' }),
    private readonly cores = navigator.hardwareConcurrency,
  ) {
    this.analysis = analysisOf(game, null);
  }

  /** The game may have gone on, or may be another one. */
  show(game: PlayedGame): void {
    const next = analysisOf(game, this.analysis);
    if (next === this.analysis) return;
    // What is thought about stays the same where the game has only gone on.
    if (next.evaluations.every((known) => known === null)) this.end();
    this.analysis = next;
    if (this.state === 'thinking') this.think();
  }

  /** Begins, or goes on after a stop. */
  think(): void {
    this.state = 'thinking';
    const most = Math.max(1, this.cores - 1);
    while (this.tasks.size < most && this.next() !== null) this.give(this.start());
    this.changed();
  }

  /** Ends the workers, and with them what they think about. */
  stop(): void {
    this.end();
    this.state = 'stopped';
    this.changed();
  }

  private end(): void {
    for (const worker of this.tasks.keys()) worker.terminate();
    this.tasks.clear();
  }

  private next(): number | null {
    return nextOpen(this.analysis, this.at, new Set(this.tasks.values()));
  }

  /** Gives a worker the next position; without one it goes. */
  private give(worker: Worker): void {
    const index = this.next();
    if (index === null) {
      worker.terminate();
      return;
    }
    this.tasks.set(worker, index);
    worker.onmessage = ({ data }: MessageEvent<Judged>) => {
      if ('problem' in data) this.fail();
      else this.take(worker, index, data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.fail();
    };
    const { game } = this.analysis;
    worker.postMessage({ ...game, steps: game.steps.slice(0, index) } satisfies PlayedGame);
  }

  private take(worker: Worker, index: number, { evaluation }: Extract<Judged, { evaluation: object }>): void {
    this.tasks.delete(worker);
    this.analysis = withEvaluation(this.analysis, index, evaluation);
    this.give(worker);
    this.changed();
  }

  private fail(): void {
    this.end();
    this.state = 'failed';
    this.changed();
  }
}
