/** Small pieces that both ways of playing show. */

import './parts.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { markPicture } from '../boards/marks';
import { shortAccountId } from '../chain/account-id';
import type { Strings } from '../i18n/languages';
import { type Seat, SIGNS } from '../rules/game';
import { button } from './controls';

/** The colour of the sentence above the board. */
export type Tone = 'plain' | 'busy' | Seat;

/** The sentence above the board, which screen readers speak when it changes. Another one takes its place, nothing moves. */
export function headline(text: string, before: string, tone: Tone): TemplateResult {
  return html`
    <p class="headline headline--${tone}" role="status" aria-live="polite" aria-atomic="true">
      ${before ? html`<span class="visually-hidden">${before}</span>` : nothing}
      ${keyed(text, html`<span>${text}</span>`)}
    </p>
  `;
}

/** What stands where a screen will be; that of a game has its bar already, so that the page's title goes at once. */
export function placeholder(text: string, isGame: boolean): TemplateResult {
  return html`<section class="play">${isGame ? html`<div class="bar"></div>` : nothing} ${headline(text, '', 'busy')}</section>`;
}

export interface Message {
  /** Changes whenever the message should be noticed again. */
  readonly key: unknown;
  readonly text: string;
  /** Takes the message away; without it the message stays as long as its cause. */
  readonly dismiss?: () => void;
}

/** A refusal or warning. The region is always there, so that screen readers speak what appears in it. */
export function messageArea(strings: Strings, message: Message | null): TemplateResult {
  const close = (dismiss: () => void) => button('×', dismiss, { label: strings.dismiss });
  const box = ({ text, dismiss }: Message) =>
    html`<div class="message"><p>${text}</p> ${dismiss ? close(dismiss) : nothing}</div>`;
  return html`<div class="message-area" role="alert">${message ? keyed(message.key, box(message)) : nothing}</div>`;
}

export interface SeatProps {
  readonly mark: Seat;
  readonly name: string | null;
  readonly note: string | null;
  readonly active: boolean;
  /** How long this player still has for the turn. */
  readonly clock?: TemplateResult | typeof nothing;
}

export function seats(label: string, all: readonly SeatProps[]): TemplateResult {
  return html`<ul class="seats" aria-label=${label}>${all.map(seat)}</ul>`;
}

function seat({ mark, name, note, active, clock }: SeatProps): TemplateResult {
  return html`
    <li class="card seat seat--${mark} ${active ? 'seat--active' : ''}" aria-current=${active ? 'true' : nothing}>
      ${markPicture(mark)}
      <span class="seat__text">
        <span class="visually-hidden">${SIGNS[mark]}: </span>
        <span class="seat__name" title=${name ?? nothing}>${name === null ? '' : shortAccountId(name)}</span>
        <span class="seat__note">${note ?? ''}</span>
      </span>
      ${clock ?? nothing}
    </li>
  `;
}
