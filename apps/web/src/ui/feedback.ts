/** Sounds and vibration, off until somebody asks for them. The sounds are made here: a few notes each. */

import type { Position } from '../rules/game';
import { remember, remembered } from '../settings';

export type Cue = 'mark' | 'capture' | 'win' | 'turn';

/** Notes in hertz, one after another. */
const NOTES: Readonly<Record<Cue, readonly number[]>> = {
  mark: [523],
  capture: [523, 784],
  win: [523, 659, 784, 1047],
  turn: [784, 659],
};
const NOTE_SECONDS = 0.11;
const LOUDNESS = 0.12;
const VIBRATION_MS: Readonly<Record<Cue, number>> = { mark: 10, capture: 30, win: 120, turn: 60 };

let audio: AudioContext | null = null;

export const isSoundOn = (): boolean => remembered('sound') === 'on';

export function turnSound(on: boolean): void {
  remember('sound', on ? 'on' : null);
  give('mark');
}

export function give(cue: Cue): void {
  // A browser lets a page be heard only after somebody has pressed something on it, and complains otherwise.
  if (!isSoundOn() || !navigator.userActivation.hasBeenActive) return;
  if ('vibrate' in navigator) navigator.vibrate(VIBRATION_MS[cue]);
  audio ??= new AudioContext();
  for (const [index, hertz] of NOTES[cue].entries())
    playNote(audio, hertz, audio.currentTime + index * NOTE_SECONDS);
}

function playNote(context: AudioContext, hertz: number, at: number): void {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(LOUDNESS, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + NOTE_SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + NOTE_SECONDS);
}

/** What is heard when a position becomes another one; nothing when no mark is new, as after an undo. */
export function cueOf(before: Position, after: Position): Cue | null {
  const marks = ({ cells }: Position) => cells.filter(({ mark }) => mark).length;
  if (marks(after) <= marks(before)) return null;
  if (after.outcome.kind === 'won') return 'win';
  return captured(after) > captured(before) ? 'capture' : 'mark';
}

const captured = (position: Position): number =>
  'fields' in position ? position.fields.flatMap(({ owners }) => owners).length : 0;
