/** The arena contract as this page reads and calls it. */

import { CALL_GAS, CODES, type Code, type Methods } from '../contract/arena';
import { type ContractCaller, type ContractReader, callerOf, readerOf, type View } from './caller';
import { type Refusal, refusalReader } from './refusal';
import type { Signer } from './signer';

export type ArenaCaller = ContractCaller<Methods>;
export type ArenaReader = ContractReader<Methods>;
export type ArenaRefusal = Refusal<Code>;

export function arenaCaller(signer: Signer, arenaId: string): ArenaCaller {
  return callerOf(signer, { contractId: arenaId, gas: CALL_GAS });
}

export function arenaReader(view: View, arenaId: string): ArenaReader {
  return readerOf(view, arenaId);
}

/** Reads whatever a call to the arena threw or a failed transaction's status. */
export const arenaRefusal = refusalReader(CODES);
