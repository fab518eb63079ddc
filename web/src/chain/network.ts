/** Which chain and which contract this page was built for. */

export type NetworkId = 'localnet' | 'testnet' | 'mainnet';

export interface Network {
  readonly id: NetworkId;
  readonly rpcUrl: string;
  readonly contractId: string;
  /** How often to look for the opponent's move. */
  readonly pollMs: number;
}

const PUBLIC_RPC = {
  testnet: 'https://test.rpc.fastnear.com',
  mainnet: 'https://free.rpc.fastnear.com',
} as const;

const EXPLORER: Record<NetworkId, string | null> = {
  localnet: null,
  testnet: 'https://testnet.nearblocks.io/txns/',
  mainnet: 'https://nearblocks.io/txns/',
};

const PUBLIC_POLL_MS = 2_000;

/** The network that the build's environment names, unless it is localnet, which is asked at run time. */
export function publicNetwork(env: ImportMetaEnv): Network | null {
  const id = env.VITE_NETWORK;
  if (id !== 'testnet' && id !== 'mainnet') return null;
  if (!env.VITE_CONTRACT_ID)
    throw new Error(`Build for ${id} with VITE_CONTRACT_ID set to the contract's account.`);
  const rpcUrl = env.VITE_RPC_URL || PUBLIC_RPC[id];
  return { id, rpcUrl, contractId: env.VITE_CONTRACT_ID, pollMs: PUBLIC_POLL_MS };
}

/** Where people can look at a transaction, if the network has an explorer. */
export function transactionUrl(network: NetworkId, hash: string): string | null {
  const explorer = EXPLORER[network];
  return explorer && explorer + hash;
}
