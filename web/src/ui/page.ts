/** One way of playing, as the frame around it sees it. */

import type { TemplateResult } from 'lit-html';
import type { Cell } from '../cell';
import type { Strings } from '../i18n/en';

export interface Page {
  /** Comes to the front. */
  start(): void | Promise<void>;
  /** Leaves the front. */
  stop(): void;
  play(cell: Cell): void;
  template(strings: Strings): TemplateResult;
}
