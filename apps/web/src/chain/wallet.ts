/** A wallet through NEAR Connect. Its code is loaded when somebody asks for it, not before. */

import type { ConnectorAction, NearConnector, NearWalletBase } from '@hot-labs/near-connect';
import { type Network, transactionUrl } from './network';
import { type CallOutcome, callOutcome, type Signer } from './signer';

export interface Wallet {
  /** Lets the user choose a wallet and an account. */
  connect(): Promise<Signer>;
  /** The account that was connected on an earlier visit, if it still is. */
  restore(): Promise<Signer | null>;
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

async function connected(connector: NearConnector, network: Network): Promise<Signer> {
  const { wallet, accounts } = await connector.getConnectedWallet();
  const accountId = accounts[0]?.accountId;
  if (!accountId) throw new Error('the wallet has no account for this page');
  return walletSigner(wallet, accountId, network);
}

function walletSigner(wallet: NearWalletBase, accountId: string, network: Network): Signer {
  const send = async (receiverId: string, action: ConnectorAction): Promise<CallOutcome> => {
    const outcome = await wallet.signAndSendTransaction({
      signerId: accountId,
      receiverId,
      actions: [action],
    });
    const read = callOutcome(outcome, receiverId);
    return { ...read, url: transactionUrl(network.id, read.hash) };
  };
  return {
    accountId,
    send({ contractId, method, args, gas, deposit }) {
      const params = { methodName: method, args, gas: gas.toString(), deposit: deposit.toString() };
      return send(contractId, { type: 'FunctionCall', params });
    },
    keys: {
      allow({ publicKey, contractId, methods, allowance }) {
        const permission = {
          receiverId: contractId,
          methodNames: [...methods],
          allowance: allowance.toString(),
        };
        return send(accountId, { type: 'AddKey', params: { publicKey, accessKey: { permission } } });
      },
      remove: (publicKey) => send(accountId, { type: 'DeleteKey', params: { publicKey } }),
    },
  };
}
