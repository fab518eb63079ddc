/**
 * Finds the blocks in which a game changed by halving: where a game stands the same at both ends of a span, nothing
 * happened to it in between, since it never comes back to an earlier standing.
 */

import type { History, Standing } from './history';

export interface Changes {
  /** The newest block that the node knows. */
  readonly newest: number;
  /** Ascending. A height that the chain skipped stands for the next one that it has. */
  readonly heights: readonly number[];
  /** Whether the game's creation is among them; otherwise the node no longer knows that far back. */
  readonly whole: boolean;
}

/** How far the first step back goes; each further one goes twice as far. */
const FIRST_STEP = 1_000;
const AT_ONCE = 6;
const MOST_LAG = 10;
/** So many heights in a row a chain never skips. */
export const MOST_SKIPPED = 4;

export async function findChanges(history: History, newest: number, signal: AbortSignal): Promise<Changes> {
  const known = await newestKnown(history, newest, signal);
  const search = new Search(history, known, signal);
  const { first, whole } = await search.creation();
  const later = await search.between(first, known);
  return { newest: known, heights: [...(whole ? [first] : []), ...later].sort((a, b) => a - b), whole };
}

/** Nodes lag a little behind each other, and behind who serves blocks. */
async function newestKnown(history: History, newest: number, signal: AbortSignal): Promise<number> {
  for (let height = newest; height > newest - MOST_LAG && height >= 0; height -= 1) {
    const standing = await history.standingAt(height, signal);
    if (isSince(standing)) return height;
    if (standing === 'not created') break;
  }
  throw new Error('the node does not know this game');
}

/** The blocks after an earlier one in which the game changed, ascending. */
export async function findChangesSince(
  history: History,
  since: number,
  newest: number,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const heights = await new Search(history, newest, signal).between(since, newest);
  return heights.sort((a, b) => a - b);
}

class Search {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly history: History,
    private readonly newest: number,
    private readonly signal: AbortSignal,
  ) {}

  /** How the game stood at the first block from this height on that there is. */
  async at(height: number): Promise<Standing> {
    for (let next = height; next < height + MOST_SKIPPED && next <= this.newest; next += 1) {
      const standing = await this.limited(() => this.history.standingAt(next, this.signal));
      if (standing !== 'unknown') return standing;
    }
    return 'unknown';
  }

  /** The first block at which the game is known to be there, and whether it was created in it. */
  async creation(): Promise<{ first: number; whole: boolean }> {
    let [before, since] = [await this.heightBefore(), this.newest];
    while (since - before > 1) {
      const middle = Math.floor((before + since) / 2);
      if (isSince(await this.at(middle))) since = middle;
      else before = middle;
    }
    const whole = before < 0 || (await this.at(before)) !== 'unknown';
    return { first: since, whole };
  }

  /** A height before the game's creation, or before all that the node remembers. */
  private async heightBefore(): Promise<number> {
    for (let step = FIRST_STEP; ; step *= 2) {
      const height = this.newest - step;
      if (height < 0) return -1;
      if (!isSince(await this.at(height))) return height;
    }
  }

  /** The heights after the first and up to the last at which the game stands otherwise than just before. */
  async between(first: number, last: number): Promise<number[]> {
    return this.within(first, await this.at(first), last, await this.at(last));
  }

  private async within(first: number, atFirst: Standing, last: number, atLast: Standing): Promise<number[]> {
    if (atFirst === atLast) return [];
    if (last - first === 1) return [last];
    const middle = Math.floor((first + last) / 2);
    const atMiddle = await this.at(middle);
    const halves = await Promise.all([
      this.within(first, atFirst, middle, atMiddle),
      this.within(middle, atMiddle, last, atLast),
    ]);
    return halves.flat();
  }

  private async limited<T>(ask: () => Promise<T>): Promise<T> {
    while (this.running >= AT_ONCE) await new Promise<void>((go) => this.waiting.push(go));
    this.running += 1;
    try {
      return await ask();
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }
}

const isSince = (standing: Standing): boolean => standing !== 'unknown' && standing !== 'not created';
