/** The worker in which the computer thinks: a question comes in, an answer goes out. */

import type { Answer, Question } from './computer';
import { think } from './engine';
import init from './engine.wasm?init';

const engine = init();

async function answer(question: Question): Promise<Answer> {
  try {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    return { cell: think(await engine, question, { now: () => performance.now(), seed }) };
  } catch (cause) {
    return { problem: String(cause) };
  }
}

self.onmessage = async ({ data }: MessageEvent<Question>) => self.postMessage(await answer(data));
