/** Where the browser tests serve the page; other ports let two runs go side by side. */

/** The page for localnet; the one for wallets is at the port after it. */
export const LOCALNET_PORT = Number(process.env.PAGE_PORT ?? 4173);
export const WALLET_PORT = LOCALNET_PORT + 1;
