/** A board of rows and columns as a picture that nobody presses. */

import { html, nothing, svg, type TemplateResult } from 'lit-html';
import type { GridPosition } from '../rules/game';
import { markStrokes } from './marks';

const CELL = 100;

export function gridPicture({ rules, cells, line }: GridPosition, description: string): TemplateResult {
  const { rows, cols } = rules;
  const [width, height] = [cols * CELL, rows * CELL];
  const lines = [
    ...inner(cols).map((col) => `M${col * CELL} 0 V${height}`),
    ...inner(rows).map((row) => `M0 ${row * CELL} H${width}`),
  ];
  return html`
    <svg class="picture" role="img" aria-label=${description} viewBox="0 0 ${width} ${height}">
      <path class="picture__lines" d=${lines.join(' ')} />
      ${cells.map(({ mark }, cell) => {
        if (!mark) return nothing;
        const faded = line.length > 0 && !line.includes(cell);
        const [x, y] = [(cell % cols) * CELL, Math.floor(cell / cols) * CELL];
        return svg`<g class="mark mark--${mark} ${faded ? 'mark--faded' : ''}" transform="translate(${x} ${y})">${markStrokes(mark)}</g>`;
      })}
    </svg>
  `;
}

/** The lines between so many rows or columns. */
const inner = (count: number) => Array.from({ length: count - 1 }, (_, index) => index + 1);
