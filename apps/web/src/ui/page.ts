/** One way of playing, as the frame around it sees it. */

import type { TemplateResult } from 'lit-html';
import type { Language, Strings } from '../i18n/languages';
import type { Rules } from '../rules/game';
import type { ChainAccess } from './chain-access';

/** What every page is made with. */
export interface PageParts {
  readonly access: ChainAccess;
  readonly rules: Rules;
  /** Where the page is drawn. */
  readonly root: () => ParentNode;
  /** Something has changed: draw again. */
  readonly changed: () => void;
}

export interface Page {
  /** Whether it wants the whole window, without the page's title and links. */
  readonly fillsWindow?: boolean;
  /** Comes to the front; the path is what its address has beyond its name. */
  start(path: string): void | Promise<void>;
  /** Leaves the front. */
  stop(): void;
  /** The path has changed while it is at the front; a page with one address has none. */
  navigate?(path: string): void;
  /** A key was pressed outside of any text field; whether it did something here. */
  key(key: string): boolean;
  template(strings: Strings, language: Language): TemplateResult;
}
