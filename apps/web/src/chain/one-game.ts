/** The contract that keeps one game, as this page reads and calls it. */

import { CALL_GAS, type Methods } from '../contract/tic_tac_toe';
import { type ContractCaller, callerOf, readerOf, type View } from './caller';
import type { Network } from './network';
import type { Reading } from './reading';
import type { Signer } from './signer';

export type Caller = ContractCaller<Methods>;

export function gameCaller(signer: Signer, { contractId }: Network): Caller {
  return callerOf(signer, { contractId, gas: CALL_GAS });
}

export function gameReader(view: View, { contractId }: Network): () => Promise<Reading> {
  const reader = readerOf<Methods>(view, contractId);
  return async () => {
    const { value, height } = await reader.read('get_game', {});
    return { game: value, height };
  };
}
