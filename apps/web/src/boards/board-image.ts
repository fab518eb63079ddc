/** A board as a PNG: its picture as the page draws it, on a canvas. */

import { render } from 'lit-html';
import type { Position } from '../rules/game';
import { boardPicture } from './boards';

const WIDTH = 900;
/** What an SVG needs of the page's styles, which it can't see by itself. */
const STYLES = ['color', 'fill', 'opacity', 'stroke', 'stroke-linecap', 'stroke-linejoin', 'stroke-width'];

export async function boardImage(position: Position): Promise<Blob> {
  const host = document.createElement('div');
  host.className = 'board-image';
  document.body.append(host);
  try {
    render(boardPicture(position, ''), host);
    return await drawn(host);
  } finally {
    host.remove();
  }
}

async function drawn(host: HTMLElement): Promise<Blob> {
  const layers = [...host.querySelectorAll('svg')];
  const { width = 1, height = 1 } = layers[0]?.viewBox.baseVal ?? {};
  const canvas = new OffscreenCanvas(WIDTH, Math.round((WIDTH * height) / width));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser has no canvas');
  context.fillStyle = getComputedStyle(host).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const layer of layers)
    context.drawImage(await asImage(layer, canvas), 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/png' });
}

async function asImage(layer: SVGSVGElement, { width, height }: OffscreenCanvas): Promise<HTMLImageElement> {
  for (const element of [layer, ...layer.querySelectorAll<SVGElement>('*')]) {
    const styles = getComputedStyle(element);
    for (const name of STYLES) element.style.setProperty(name, styles.getPropertyValue(name));
  }
  layer.setAttribute('width', String(width));
  layer.setAttribute('height', String(height));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(layer))}`;
  await image.decode();
  return image;
}
