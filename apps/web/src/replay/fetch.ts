/** Asks servers that are free for all and say so: a refusal because of too many questions is waited for. */

const TRIES = 4;
const PAUSE_MS = 500;

export async function fetchPatiently(
  url: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, init);
    const busy = response.status === 429 || response.status >= 500;
    if (!busy || tries === TRIES) return response;
    await pause(PAUSE_MS * 2 ** (tries - 1));
    init.signal.throwIfAborted();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
