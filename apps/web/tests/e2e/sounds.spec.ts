/** Sounds: what the page would play is rendered and measured. */

import type { Page } from '@playwright/test';
import { arenaWindow } from './arena-table';
import { expect, test } from './fixtures';
import { cellsOf, rememberBefore } from './ultimate-table';

const SAMPLE_RATE = 44_100;
const NOTE_SECONDS = 0.11;

type Rendering = Window & { rendering?: OfflineAudioContext };

/** Gives the page, whose sound is on, an audio device that renders instead of playing. */
async function withSound(page: Page): Promise<void> {
  await rememberBefore(page, { sound: 'on' });
  await page.addInitScript((sampleRate) => {
    class RenderingContext extends OfflineAudioContext {
      constructor() {
        super(1, sampleRate, sampleRate);
        (window as Rendering).rendering = this;
      }
    }
    Object.assign(window, { AudioContext: RenderingContext });
  }, SAMPLE_RATE);
}

interface Sound {
  readonly peak: number;
  readonly seconds: number;
  /** The pitch of each note, in hertz. */
  readonly notes: readonly number[];
}

/** What the page has played so far, as it would be heard. */
async function heard(page: Page): Promise<Sound> {
  const isHeard = () => page.evaluate(() => (window as Rendering).rendering !== undefined);
  await expect.poll(isHeard).toBe(true);
  return page.evaluate(
    async ([sampleRate, noteSeconds]) => {
      const buffer = await (window as Rendering).rendering?.startRendering();
      const samples = buffer?.getChannelData(0) ?? new Float32Array();
      const last = samples.findLastIndex((sample) => Math.abs(sample) > 0.001);
      const notes = [];
      for (let from = 0; from < last; from += Math.round(noteSeconds * sampleRate)) {
        // A whole number of periods cannot be wished for, but the middle of a note is long enough.
        const note = samples.slice(from + 441, from + 441 + 4_410 / 1.25);
        const crossings = note.filter((sample, index) => sample >= 0 && (note[index - 1] ?? 0) < 0).length;
        notes.push((crossings * sampleRate) / note.length);
      }
      const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      return { peak, seconds: (last + 1) / sampleRate, notes };
    },
    [SAMPLE_RATE, NOTE_SECONDS] as const,
  );
}

/** Checks that a sound can be heard, is not distorted, and has these notes. */
function expectNotes({ peak, seconds, notes }: Sound, ...hertz: number[]): void {
  expect(peak).toBeGreaterThan(0.05);
  expect(peak).toBeLessThan(0.5);
  expect(seconds).toBeGreaterThan(hertz.length * NOTE_SECONDS - 0.05);
  expect(seconds).toBeLessThanOrEqual(hertz.length * NOTE_SECONDS + 0.01);
  expect(notes).toHaveLength(hertz.length);
  for (const [index, note] of notes.entries()) expect(Math.abs(note - (hertz[index] ?? 0))).toBeLessThan(25);
}

const people = [
  { name: '', computer: null },
  { name: '', computer: null },
];
const CLASSIC = { kind: 'grid', rows: 3, cols: 3, inARow: 3, players: 2 };
const ULTIMATE = { kind: 'ultimate', capture: 'first' };

for (const [name, rules, moves, cell, notes] of [
  ['a mark is one note', CLASSIC, [], 4, [523]],
  ['a capture is two, upwards', ULTIMATE, cellsOf('00 03 30 04 40'), cellsOf('05')[0], [523, 784]],
  ['a win is four', CLASSIC, [0, 3, 1, 4], 2, [523, 659, 784, 1047]],
] as const) {
  test(name, async ({ page }) => {
    await withSound(page);
    await rememberBefore(page, {
      'device-match': { rules, players: people, confirmTurn: false, moves },
    });
    await page.goto('#device/game');
    await page.locator(`[data-cell="${cell}"]`).click();
    expectNotes(await heard(page), ...notes);
  });
}

test('“your turn” is two, downwards', async ({ browser, chain }) => {
  const game_id = await chain.game([chain.alice, chain.bob]);
  const { page, status } = await arenaWindow(browser, chain, chain.bob, '');
  await withSound(page);
  await page.goto(`#/arena/${game_id}`);
  await page.reload();
  await expect(status).toContainText('to move');
  await page.locator('.headline').click();
  await chain.arena(chain.alice, 'play', { game_id, row: 0, col: 0 });
  expectNotes(await heard(page), 784, 659);
});

test('nothing is played before somebody has pressed something, since browsers forbid it', async ({
  page,
}) => {
  await withSound(page);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }),
  );
  await page.goto('#device/game');
  await page.locator('[data-cell="40"]').click();
  await expect(page.locator('.mini .mark')).toHaveCount(1);
  expect(await page.evaluate(() => (window as Rendering).rendering === undefined)).toBe(true);
});
