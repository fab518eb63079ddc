/** Draws a QR code as one path, dark on light in every theme, since cameras expect it so. */

import { html, type TemplateResult } from 'lit-html';
import encodeQR from 'qr';

/** In modules: the quiet zone that a code needs around it. */
const BORDER = 4;

export function codePicture(text: string): TemplateResult {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
  const dark = rows.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : [])));
  const size = rows.length;
  return html`
    <svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" aria-hidden="true">
      <rect width=${size} height=${size} fill="#ffffff" /><path fill="#000000" d=${dark.join('')} />
    </svg>
  `;
}
