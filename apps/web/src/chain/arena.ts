/** The arena contract as this page reads and calls it. */

import { CALL_GAS, type Methods } from '../contract/arena';
import { type ContractCaller, type ContractReader, callerOf } from './caller';
import type { Signer } from './signer';

export type ArenaCaller = ContractCaller<Methods>;
export type ArenaReader = ContractReader<Methods>;

export function arenaCaller(signer: Signer, arenaId: string): ArenaCaller {
  return callerOf(signer, { contractId: arenaId, gas: CALL_GAS });
}
