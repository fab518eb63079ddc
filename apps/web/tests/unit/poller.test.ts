/** Looking again and again, and waiting before one asks again. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchPatiently, pauseAfter } from '../../src/chain/back-off';
import { Poller } from '../../src/chain/poller';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a poller', () => {
  it('looks once more without waiting when something changes during a look, and never twice at a time', async () => {
    let waiting = 0;
    const look = vi.fn(async () => {
      waiting += 1;
      expect(waiting).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 30));
      waiting -= 1;
    });
    const poller = new Poller(look, () => 1_000);
    poller.start();
    poller.now();
    poller.now();
    await vi.advanceTimersByTimeAsync(500);
    expect(look).toHaveBeenCalledTimes(2);
  });

  it('rests while the page is hidden, and looks at once when it is seen again', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    vi.stubGlobal('document', page);
    const show = (visibilityState: 'visible' | 'hidden') =>
      Object.assign(page, { visibilityState }).dispatchEvent(new Event('visibilitychange'));
    const [look, always] = [vi.fn(), vi.fn()];
    const pollers = [new Poller(look, () => 100), new Poller(always, () => 100, true)];
    for (const poller of pollers) poller.start();
    await vi.advanceTimersByTimeAsync(1);
    show('hidden');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(look).toHaveBeenCalledTimes(1);
    expect(always).toHaveBeenCalledTimes(11);
    show('visible');
    await vi.advanceTimersByTimeAsync(1);
    expect(look).toHaveBeenCalledTimes(2);
    expect(always).toHaveBeenCalledTimes(11);
    for (const poller of pollers) poller.stop();
    show('visible');
    expect(look).toHaveBeenCalledTimes(2);
  });

  it('looks no further when there is no pause to wait, until the pause changes', async () => {
    let pause: number | null = null;
    const look = vi.fn();
    const poller = new Poller(look, () => pause);
    poller.start();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(look).toHaveBeenCalledTimes(1);
    pause = 100;
    poller.later();
    await vi.advanceTimersByTimeAsync(250);
    expect(look).toHaveBeenCalledTimes(3);
    poller.stop();
    poller.now();
    await vi.advanceTimersByTimeAsync(250);
    expect(look).toHaveBeenCalledTimes(3);
  });
});

describe('backing off', () => {
  it('waits twice as long each time, and as long as the server wants', () => {
    vi.setSystemTime(new Date('2026-01-01T00:00:00Z'));
    expect([1, 2, 3].map((tries) => pauseAfter(tries, null))).toEqual([500, 1_000, 2_000]);
    expect(pauseAfter(1, '3')).toBe(3_000);
    expect(pauseAfter(3, '1')).toBe(2_000);
    expect(pauseAfter(1, 'Thu, 01 Jan 2026 00:00:09 GMT')).toBe(9_000);
    expect(pauseAfter(1, 'soon')).toBe(500);
  });

  it('asks again after what Retry-After says, but not when that is too long', async () => {
    const busy = (seconds: string) => new Response('', { status: 429, headers: { 'retry-after': seconds } });
    const fetch = vi.fn().mockResolvedValueOnce(busy('7')).mockResolvedValue(new Response('ok'));
    vi.stubGlobal('fetch', fetch);
    const { signal } = new AbortController();
    const answer = fetchPatiently('http://busy', { signal });
    await vi.advanceTimersByTimeAsync(6_999);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await answer).ok).toBe(true);
    fetch.mockReset().mockResolvedValue(busy('3600'));
    expect((await fetchPatiently('http://busy', { signal })).status).toBe(429);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
