/** Puts what goes wrong before any game into the words of a language. */

import type { PlainRefusal } from '../chain/refusal';
import type { Strings } from '../i18n/languages';

export function plainRefusalText(refusal: PlainRefusal, strings: Strings): string {
  return refusal.code === 'OTHER' ? strings.otherRefusal(refusal.text) : strings.refusal[refusal.code];
}

/** A page for a public network asks nobody when it opens the chain: only its own code can be missing. */
export function chainFailureText(strings: Strings): string {
  return import.meta.env.VITE_NETWORK === 'localnet' ? strings.noNode : strings.notLoaded;
}
