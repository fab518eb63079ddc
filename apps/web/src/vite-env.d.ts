/// <reference types="vite/client" />

/** What a build can be told; see README.md. */
interface ImportMetaEnv {
  readonly VITE_NETWORK: import('./contract/networks').NetworkId;
  readonly VITE_CONTRACT_ID?: string;
  readonly VITE_RPC_URL?: string;
  readonly VITE_BLOCKS_URL?: string;
  readonly VITE_ARENA_ID?: string;
  readonly VITE_BOT_ID?: string;
  readonly VITE_INDEXER_URL?: string;
  readonly VITE_RELAY_URL?: string;
}
