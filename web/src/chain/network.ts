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
  testnet: 'https://rpc.testnet.fastnear.com',
  mainnet: 'https://rpc.mainnet.fastnear.com',
} as const;

const EXPLORER: Record<NetworkId, string | null> = {
  localnet: null,
  testnet: 'https://testnet.nearblocks.io/txns/',
  mainnet: 'https://nearblocks.io/txns/',
};

const PUBLIC_POLL_MS = 2_000;

/** The public network that the page was built for; the build makes sure that the contract is named. */
export function publicNetwork(id: 'testnet' | 'mainnet', env: ImportMetaEnv): Network {
  const rpcUrl = env.VITE_RPC_URL || PUBLIC_RPC[id];
  return { id, rpcUrl, contractId: env.VITE_CONTRACT_ID ?? '', pollMs: PUBLIC_POLL_MS };
}

/** Where people can look at a transaction, if the network has an explorer. */
export function transactionUrl(network: NetworkId, hash: string): string | null {
  const explorer = EXPLORER[network];
  return explorer && explorer + hash;
}
