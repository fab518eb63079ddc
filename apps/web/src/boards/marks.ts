/** The four marks as pictures. */

import './marks.css';
import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit-html';
import type { Seat } from '../rules/game';

/** The mark's strokes in a box of 100 by 100; each has length 1, so that it can be drawn by animation. */
export function markStrokes(seat: Seat): SVGTemplateResult {
  switch (seat) {
    case 'X':
      return svg`<path pathLength="1" d="M26 26 L74 74" /><path pathLength="1" d="M74 26 L26 74" />`;
    case 'O':
      return svg`<circle pathLength="1" cx="50" cy="50" r="26" transform="rotate(-90 50 50)" />`;
    case 'A':
      return svg`<path pathLength="1" d="M50 24 L77 72 L23 72 Z" />`;
    case 'S':
      return svg`<path pathLength="1" d="M28 28 H72 V72 H28 Z" />`;
  }
}

export function markPicture(seat: Seat): TemplateResult {
  return html`<svg class="mark mark--${seat}" viewBox="0 0 100 100" aria-hidden="true">${markStrokes(seat)}</svg>`;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A line through two points that goes on so far beyond each of them. */
export function pathThrough(from: Point, to: Point, beyond: number): string {
  const [dx, dy] = [Math.sign(to.x - from.x) * beyond, Math.sign(to.y - from.y) * beyond];
  return `M${from.x - dx} ${from.y - dy} L${to.x + dx} ${to.y + dy}`;
}
