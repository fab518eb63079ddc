/** Why something the user asked for did not happen: as the contract, the wallet, the network or the page says. */

import { CODES as ARENA_CODES, type Code as ArenaCode } from '../contract/arena';
import { CODES as ONE_GAME_CODES, type Code as OneGameCode } from '../contract/tic_tac_toe';

export type Refusal = { code: OneGameCode | ArenaCode } | PlainRefusal;

/** Why something was refused that no contract's code explains. */
export type PlainRefusal =
  /** Nobody is chosen to play as. */
  | { code: 'SPECTATOR' }
  /** Something sent earlier is still on its way. */
  | { code: 'BUSY' }
  /** The user closed the wallet's question. */
  | { code: 'CANCELLED' }
  /** The connection broke; whether the call counted will be seen on the board. */
  | { code: 'CONNECTION_LOST' }
  /** The code for wallets could not be loaded. */
  | { code: 'WALLET_NOT_LOADED' }
  /** What the relay may spend on guests today is spent. */
  | { code: 'GUEST_BUDGET' }
  /** A guest, or the guests of an address, may do no more today. */
  | { code: 'GUEST_LIMIT' }
  /** Guests play in the arena alone. */
  | { code: 'GUEST_BOARD' }
  | { code: 'OTHER'; text: string };

/** A relay has said no. */
export class RelayRefusal extends Error {
  constructor(
    readonly code: string | undefined,
    sentence: string | undefined,
  ) {
    super(sentence ?? 'the relay does not answer as it should');
  }
}

const OF_RELAY: Readonly<Record<string, PlainRefusal>> = {
  BUDGET_SPENT: { code: 'GUEST_BUDGET' },
  TOO_MANY_CALLS: { code: 'GUEST_LIMIT' },
  TOO_MANY_GUESTS: { code: 'GUEST_LIMIT' },
  STORAGE_LIMIT: { code: 'GUEST_LIMIT' },
  FOREIGN_RECEIVER: { code: 'GUEST_BOARD' },
};

/** A contract newer than this page may have other codes; the sentence behind the code explains them. */
const PANIC = /Smart contract panicked: (?:[A-Z][A-Z\d_]*: )?(.*)/s;
const CANCELLED = /user (rejected|cancell?ed|closed|denied)|rejected by (the )?user/i;
const CONNECTION = /failed to fetch|networkerror|load failed|network request failed|timeout/i;

const KNOWN = new RegExp(`\\b(${[...ONE_GAME_CODES, ...ARENA_CODES].join('|')}): `);

/** Reads whatever a call threw or a failed transaction's status, whichever contract was called. */
export function refusalFrom(cause: unknown): Refusal {
  const relayed = ofRelay(cause);
  if (relayed) return relayed;
  const text = textOf(cause);
  const code = KNOWN.exec(text)?.[1];
  return code ? { code: code as OneGameCode | ArenaCode } : refusalWithoutCode(text);
}

/** Reads what went wrong where no contract was called. */
export const plainRefusalFrom = (cause: unknown): PlainRefusal =>
  ofRelay(cause) ?? refusalWithoutCode(textOf(cause));

const ofRelay = (cause: unknown): PlainRefusal | undefined =>
  cause instanceof RelayRefusal ? OF_RELAY[cause.code ?? ''] : undefined;

function refusalWithoutCode(text: string): PlainRefusal {
  const sentence = PANIC.exec(text)?.[1];
  if (sentence) return { code: 'OTHER', text: sentence };
  if (CANCELLED.test(text)) return { code: 'CANCELLED' };
  if (CONNECTION.test(text)) return { code: 'CONNECTION_LOST' };
  return { code: 'OTHER', text };
}

function textOf(cause: unknown): string {
  if (cause instanceof Error) return cause.message || cause.name;
  return innermost(cause) ?? JSON.stringify(cause) ?? String(cause);
}

/** The words at the heart of a failure such as `{"ActionError": {"kind": {"FunctionCallError": …}}}`. */
function innermost(failure: unknown): string | null {
  if (typeof failure === 'string') return failure;
  if (typeof failure !== 'object' || failure === null) return null;
  for (const [name, inner] of Object.entries(failure)) {
    if (!LEADS_INWARDS.test(name)) continue;
    return innermost(inner) ?? name;
  }
  return null;
}

/** The names of NEAR's errors, the field that holds one, and what wallets call their own sentence. */
const LEADS_INWARDS = /^([A-Z]|kind$|message$)/;
