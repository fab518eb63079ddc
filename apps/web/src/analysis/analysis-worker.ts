/** A worker in which positions are judged: one comes in, what is known of it goes out. */

import init from '../computer/engine.wasm?init';
import type { Judged, PlayedGame } from './analysis';
import { judge } from './engine';

const engine = init();

async function answer(game: PlayedGame): Promise<Judged> {
  try {
    return { evaluation: judge(await engine, game, () => performance.now()) };
  } catch (cause) {
    return { problem: String(cause) };
  }
}

self.onmessage = async ({ data }: MessageEvent<PlayedGame>) => self.postMessage(await answer(data));
