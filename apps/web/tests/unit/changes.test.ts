/** Halving finds every block in which a game changed, with few questions, whatever was skipped or forgotten. */

import { describe, expect, it } from 'vitest';
import { findChanges, findChangesSince } from '../../src/chain/changes';
import type { Standing } from '../../src/chain/history';

const { signal } = new AbortController();

/** A node that remembers from a height on, of a game that changed in these blocks. */
function nodeWith(changes: readonly number[], { from = 0, skipped = [] as number[], closed = false } = {}) {
  const node = {
    asked: 0,
    async standingAt(height: number): Promise<Standing> {
      node.asked += 1;
      if (height < from || skipped.includes(height)) return 'unknown';
      const happened = changes.filter((change) => change <= height).length;
      if (happened === 0) return 'not created';
      return closed && happened === changes.length ? 'closed' : `standing ${happened}`;
    },
  };
  return node;
}

describe('a search', () => {
  it('finds the creation and every change', async () => {
    const changes = [70_001, 70_002, 75_000, 99_998, 100_000];
    const node = nodeWith(changes);
    expect(await findChanges(node, 100_000, signal)).toEqual({
      newest: 100_000,
      heights: changes,
      whole: true,
    });
    expect(node.asked).toBeLessThan(150);
  });

  it('finds them in a game that was closed, and in the first blocks of a chain', async () => {
    expect(await findChanges(nodeWith([0, 2, 5], { closed: true }), 90, signal)).toMatchObject({
      heights: [0, 2, 5],
      whole: true,
    });
  });

  it('goes back as far as the node remembers', async () => {
    const node = nodeWith([50, 5_000, 6_000], { from: 4_000 });
    expect(await findChanges(node, 7_000, signal)).toMatchObject({ heights: [5_000, 6_000], whole: false });
  });

  it('takes a height that was skipped for the next one', async () => {
    const node = nodeWith([10, 52], { skipped: [50, 51, 9, 11] });
    expect(await findChanges(node, 60, signal)).toMatchObject({ heights: [9, 50], whole: true });
  });

  it('begins where the node is, if that is a little behind', async () => {
    const node = nodeWith([10], { skipped: [98, 99, 100] });
    expect(await findChanges(node, 100, signal)).toMatchObject({ newest: 97, heights: [10] });
  });

  it('has nothing to find of a game that nobody has made', async () => {
    await expect(findChanges(nodeWith([]), 100, signal)).rejects.toThrow('does not know this game');
  });

  it('finds what happened since', async () => {
    expect(await findChangesSince(nodeWith([5, 80, 90]), 60, 100, signal)).toEqual([80, 90]);
    expect(await findChangesSince(nodeWith([5]), 60, 100, signal)).toEqual([]);
  });
});
