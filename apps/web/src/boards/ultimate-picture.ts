/** What an ultimate board shows beside its buttons: mini-fields, lines, captures, as one drawing. */

import './ultimate.css';
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from 'lit-html';
import type { CaptureLine, FieldView, UltimatePosition } from '../rules/game';
import { markStrokes, pathThrough } from './marks';

/** In the drawing's units: a cell, the space between mini-fields, the border around all. */
export const CELL = 100;
export const GAP = 44;
export const BORDER = 28;
const FIELD = 3 * CELL;
export const SIDE = 3 * FIELD + 2 * GAP + 2 * BORDER;

const SIDE_COUNT = 3;
const CELLS_A_ROW = 9;
const VIEW_BOX = `0 0 ${SIDE} ${SIDE}`;

/** Where a mini-field's upper left corner is. */
const corner = (field: number) => ({
  x: BORDER + (field % SIDE_COUNT) * (FIELD + GAP),
  y: BORDER + Math.floor(field / SIDE_COUNT) * (FIELD + GAP),
});

export const fieldOf = (cell: number): number =>
  Math.floor(cell / (CELLS_A_ROW * SIDE_COUNT)) * SIDE_COUNT + Math.floor((cell % CELLS_A_ROW) / SIDE_COUNT);

/** A cell's number inside its own mini-field, 0 to 8 in reading order. */
export const innerOf = (cell: number): number =>
  (Math.floor(cell / CELLS_A_ROW) % SIDE_COUNT) * SIDE_COUNT + (cell % SIDE_COUNT);

export const cellOf = (field: number, inner: number): number =>
  (Math.floor(field / SIDE_COUNT) * SIDE_COUNT + Math.floor(inner / SIDE_COUNT)) * CELLS_A_ROW +
  (field % SIDE_COUNT) * SIDE_COUNT +
  (inner % SIDE_COUNT);

const centreOf = (cell: number) => {
  const { x, y } = corner(fieldOf(cell));
  const inner = innerOf(cell);
  return {
    x: x + (inner % SIDE_COUNT) * CELL + CELL / 2,
    y: y + Math.floor(inner / SIDE_COUNT) * CELL + CELL / 2,
  };
};

/** Below the marks: mini-fields with their colours and the lines between them and between their cells. */
export function ground(position: UltimatePosition): TemplateResult {
  return html`
    <svg class="ultimate__ground" viewBox=${VIEW_BOX} aria-hidden="true">
      ${position.fields.map(fieldGround)}
      <g class="ultimate__rules">${[1, 2].map(betweenFields)}</g>
    </svg>
  `;
}

function fieldGround(field: FieldView, number: number): SVGTemplateResult {
  const { x, y } = corner(number);
  const margin = 10;
  const line = (offset: number) => svg`
    <path d="M${x + offset} ${y + 10} V${y + FIELD - 10} M${x + 10} ${y + offset} H${x + FIELD - 10}" />`;
  return svg`
    <rect
      class="field-ground ${field.open ? 'field--open' : ''} ${ownerClass(field)}"
      data-field=${number}
      x=${x - margin} y=${y - margin} width=${FIELD + 2 * margin} height=${FIELD + 2 * margin} rx="30"
    />
    <g class="ultimate__cell-lines" data-field-lines=${number}>${[CELL, 2 * CELL].map(line)}</g>
  `;
}

function betweenFields(index: number): SVGTemplateResult {
  const at = BORDER + index * (FIELD + GAP) - GAP / 2;
  return svg`<path d="M${at} ${BORDER} V${SIDE - BORDER} M${BORDER} ${at} H${SIDE - BORDER}" />`;
}

/** Above the marks: capturing lines, states of mini-fields, and the line that won. */
export function overlay(position: UltimatePosition): TemplateResult {
  return html`
    <svg class="ultimate__overlay" viewBox=${VIEW_BOX} aria-hidden="true">
      ${position.fields.map(({ captures }, field) => captures.map((capture) => captureLine(capture, field)))}
      ${position.fields.map(state)}
      ${position.line.length > 0 ? winningLine(position) : nothing}
    </svg>
  `;
}

function captureLine({ seat, cells }: CaptureLine, field: number): SVGTemplateResult {
  const path = pathThrough(centreOf(cells[0] ?? 0), centreOf(cells[2] ?? 0), 30);
  return svg`<path class="ultimate__capture mark--${seat}" data-capture=${field} data-seat=${seat} pathLength="1" d=${path} />`;
}

function state({ owners }: FieldView, field: number): SVGTemplateResult | typeof nothing {
  const [owner, another] = owners;
  if (!owner) return nothing;
  const { x, y } = corner(field);
  // Large enough to be read from across the table, around the middle of the mini-field.
  const enlarged = (box: number, scale: number) =>
    `translate(${x + (FIELD - box * scale) / 2} ${y + (FIELD - box * scale) / 2}) scale(${scale})`;
  if (another) {
    return svg`<g class="ultimate__state ultimate__state--both" data-state="?" data-state-of=${field} transform=${enlarged(FIELD, 1.15)}>
      <path pathLength="1" d="M98 112 C98 40 202 40 202 112 C202 160 150 150 150 196" /><path d="M150 245 v0.1" />
    </g>`;
  }
  return svg`<g class="ultimate__state mark--${owner}" data-state=${owner} data-state-of=${field} transform=${enlarged(CELL, 4.1)}>${markStrokes(owner)}</g>`;
}

function winningLine({ line, outcome }: UltimatePosition): SVGTemplateResult {
  const middle = (field: number) => ({ x: corner(field).x + FIELD / 2, y: corner(field).y + FIELD / 2 });
  const path = pathThrough(middle(line[0] ?? 0), middle(line[2] ?? 0), 110);
  const winner = outcome.kind === 'won' ? outcome.winner : '';
  return svg`<path class="ultimate__win mark--${winner}" data-line=${line.join(' ')} pathLength="1" d=${path} />`;
}

export function ownerClass({ owners }: FieldView): string {
  if (owners.length > 1) return 'field--both';
  return owners[0] ? `field--${owners[0]}` : '';
}

/** A whole board as a picture that nobody presses, for the pages that explain rules. */
export function ultimatePicture(position: UltimatePosition, description: string): TemplateResult {
  const turn = position.outcome.kind === 'in_progress' ? position.outcome.next : '';
  return html`
    <div class="ultimate ultimate--picture" role="img" aria-label=${description} data-turn=${turn}>
      ${ground(position)}
      <svg class="ultimate__small" viewBox=${VIEW_BOX} aria-hidden="true">
        ${position.cells.map(({ mark }, cell) => {
          if (!mark) return nothing;
          const { x, y } = centreOf(cell);
          const faded = (position.fields[fieldOf(cell)]?.owners.length ?? 0) > 0;
          return svg`<g class="mark mark--${mark} ${faded ? 'mark--faded' : ''}" transform="translate(${x - CELL / 2} ${y - CELL / 2})">${markStrokes(mark)}</g>`;
        })}
      </svg>
      ${overlay(position)}
    </div>
  `;
}
