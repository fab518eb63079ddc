/** One screen of the arena, as the page around it sees it, and what the page lends to it. */

import type { TemplateResult } from 'lit-html';
import type { ArenaCaller, ArenaReader } from '../chain/arena';
import type { Network } from '../chain/network';
import type { SentTransaction, Signer } from '../chain/signer';
import type { Language, Strings } from '../i18n/languages';
import type { Identity } from './identity';
import type { PageParts } from './page';
import type { Route } from './routes';

export interface Screen {
  /** It is shown: it may ask the chain, until `stop`. */
  start(): void;
  stop(): void;
  /** A key was pressed outside of any text field; whether it did something here. */
  key?(key: string): boolean;
  template(strings: Strings, language: Language): TemplateResult;
}

/** What a screen is made with. */
export interface ScreenContext extends Omit<PageParts, 'access'> {
  readonly network: ArenaNetwork;
  readonly reader: ArenaReader;
  /** Who plays here. */
  readonly identity: Identity;
  /** Lets people choose who plays here, and say what the page may do for them without asking. */
  identityTemplate(strings: Strings, language: Language, folded?: boolean): TemplateResult;
  /** The account that plays here, `null` for somebody who just watches. */
  signer(): Signer | null;
  /** The same as it calls the arena. */
  caller(): ArenaCaller | null;
  /** The transactions by which this window has come to games: created or joined them. */
  readonly entered: Map<string, SentTransaction>;
  /** Goes to another screen; the back button leads back. */
  readonly open: (route: Route) => void;
}

export type ArenaNetwork = Network & { readonly arenaId: string };
