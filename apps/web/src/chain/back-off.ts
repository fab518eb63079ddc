/** How long the page waits before it asks again: longer each time, and as long as the server wants. */

import { pause } from '../pause';

const TRIES = 4;
const FIRST_PAUSE_MS = 500;
/** A server that wants a longer pause is not waited for. */
const LONGEST_PAUSE_MS = 30_000;

/** Asks a server; a refusal because of too many questions, or because of trouble of its own, is waited for. */
export async function fetchPatiently(
  url: string | URL,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, init);
    const busy = response.status === 429 || response.status >= 500;
    const ms = pauseAfter(tries, response.headers.get('retry-after'));
    if (!busy || tries === TRIES || ms > LONGEST_PAUSE_MS) return response;
    await pause(ms);
    init.signal.throwIfAborted();
  }
}

/** How long to wait after so many tries. `Retry-After` has seconds or a date; other origins often do not show it. */
export function pauseAfter(tries: number, retryAfter: string | null): number {
  const own = FIRST_PAUSE_MS * 2 ** (tries - 1);
  if (retryAfter === null) return own;
  const wanted = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(wanted) ? own : Math.max(own, wanted);
}
