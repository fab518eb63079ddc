/** A dialog over the page: the browser keeps the keyboard in it and closes it by Escape. */

import './modal.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';
import { button } from './controls';

export interface ModalProps {
  readonly text: string;
  /** Whether it leaves the board in sight: it stands beside it, or below where there is no room. */
  readonly beside?: boolean;
  /** What stands between the text and the buttons. */
  readonly content?: TemplateResult | typeof nothing;
  /** Whatever closes it other than its buttons. */
  readonly closed: () => void;
  readonly buttons: TemplateResult;
}

export function modal({ text, beside, content, closed, buttons }: ModalProps): TemplateResult {
  return html`
    <dialog class="dialog ${beside ? 'dialog--beside' : ''}" aria-labelledby="dialog-text" ${ref(open)} @close=${closed}>
      <p id="dialog-text" class="dialog__text">${text}</p>
      ${content ?? nothing}
      <div class="dialog__buttons flow">${buttons}</div>
    </dialog>
  `;
}

export interface QuestionProps extends Omit<ModalProps, 'buttons'> {
  readonly strings: { readonly cancel: string; readonly yes: string };
  readonly confirm: () => void;
}

/** A dialog that asks before something is done. */
export function question({ strings, confirm, ...rest }: QuestionProps): TemplateResult {
  return modal({
    ...rest,
    buttons: html`
      ${button(strings.cancel, rest.closed, { look: 'normal' })} ${button(strings.yes, confirm, { look: 'primary' })}
    `,
  });
}

function open(element: Element | undefined): void {
  // A dialog can be shown only once it is part of the page, which is after the drawing that creates it.
  queueMicrotask(() => {
    if (element instanceof HTMLDialogElement && element.isConnected && !element.open) element.showModal();
  });
}
