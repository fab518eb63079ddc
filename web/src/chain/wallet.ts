/** A wallet through NEAR Connect. Its code is loaded when somebody asks for it, not before. */

import type { NearConnector, NearWalletBase } from '@hot-labs/near-connect';
import { CALL_GAS } from '../contract/tic_tac_toe';
import { type Caller, callOutcome } from './caller';
import { type Network, transactionUrl } from './network';

export interface Wallet {
  /** Lets the user choose a wallet and an account. */
  connect(): Promise<Caller>;
  /** The account that was connected on an earlier visit, if it still is. */
  restore(): Promise<Caller | null>;
  disconnect(): Promise<void>;
}

export async function loadWallet(network: Network): Promise<Wallet> {
  const { NearConnector } = await import('@hot-labs/near-connect');
  if (network.id === 'localnet') throw new Error('localnet has players of its own and needs no wallet');
  const connector = new NearConnector({
    network: network.id,
    providers: { [network.id]: [network.rpcUrl] },
    footerBranding: null,
  });
  return {
    async connect() {
      await connector.connect();
      return connected(connector, network);
    },
    restore: () => connected(connector, network).catch(() => null),
    disconnect: () => connector.disconnect(),
  };
}

async function connected(connector: NearConnector, network: Network): Promise<Caller> {
  const { wallet, accounts } = await connector.getConnectedWallet();
  const accountId = accounts[0]?.accountId;
  if (!accountId) throw new Error('the wallet has no account for this page');
  return walletCaller(wallet, accountId, network);
}

function walletCaller(wallet: NearWalletBase, accountId: string, network: Network): Caller {
  return {
    accountId,
    async call(methodName, args) {
      const params = { methodName, args, gas: CALL_GAS.toString(), deposit: '0' };
      const outcome = await wallet.signAndSendTransaction({
        signerId: accountId,
        receiverId: network.contractId,
        actions: [{ type: 'FunctionCall', params }],
      });
      const read = callOutcome(outcome);
      return { ...read, url: transactionUrl(network.id, read.hash) };
    },
  };
}
