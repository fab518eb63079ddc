/** Signs with a secret key that this page has: of one of localnet's players, or one that a wallet has allowed. */

import { Account, actions, type JsonRpcProvider, type KeyPairString } from 'near-api-js';
import { type CallOutcome, callOutcome, type Signer } from './signer';

export interface AccountKey {
  readonly accountId: string;
  readonly secretKey: string;
}

export function accountSigner(
  provider: JsonRpcProvider,
  { accountId, secretKey }: AccountKey,
  urlOf: (hash: string, blockHash: string) => string | null | Promise<string | null>,
): Signer {
  const account = new Account(accountId, provider, secretKey as KeyPairString);
  return {
    accountId,
    keys: null,
    async send({ contractId, method, args, gas, deposit }): Promise<CallOutcome> {
      const action = actions.functionCall(method, args, gas, deposit);
      const transaction = { receiverId: contractId, actions: [action], throwOnFailure: false };
      const outcome = await account.signAndSendTransaction(transaction);
      const read = callOutcome(outcome, contractId);
      return { ...read, url: await urlOf(read.hash, outcome.transaction_outcome.block_hash) };
    },
  };
}
