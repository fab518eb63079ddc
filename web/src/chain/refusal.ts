/** Why something the user asked for did not happen: as the contract, the wallet, the network or the page says. */

export const CONTRACT_CODES = [
  'CALLER_IS_CONTRACT',
  'PLAYER_IS_CONTRACT',
  'NO_GAME',
  'WRONG_GAME',
  'GAME_OVER',
  'NOT_A_PLAYER',
  'NOT_YOUR_TURN',
  'OUT_OF_BOUNDS',
  'CELL_TAKEN',
] as const;

export type ContractCode = (typeof CONTRACT_CODES)[number];

export type Refusal =
  | { code: ContractCode }
  /** Nobody is chosen to play as. */
  | { code: 'SPECTATOR' }
  /** An earlier move or new game is still on its way. */
  | { code: 'BUSY' }
  /** The user closed the wallet's question. */
  | { code: 'CANCELLED' }
  /** The connection broke; whether the call counted will be seen on the board. */
  | { code: 'CONNECTION_LOST' }
  | { code: 'OTHER'; text: string };

const PANIC = new RegExp(`\\b(${CONTRACT_CODES.join('|')}): `);
const CANCELLED = /user (rejected|cancell?ed|closed|denied)|rejected by (the )?user/i;
const CONNECTION = /failed to fetch|networkerror|load failed|network request failed|timeout/i;

/** Reads whatever a call threw or a failed transaction's status. */
export function refusalFrom(cause: unknown): Refusal {
  const text = textOf(cause);
  const code = PANIC.exec(text)?.[1] as ContractCode | undefined;
  if (code) return { code };
  if (CANCELLED.test(text)) return { code: 'CANCELLED' };
  if (CONNECTION.test(text)) return { code: 'CONNECTION_LOST' };
  return { code: 'OTHER', text };
}

function textOf(cause: unknown): string {
  if (typeof cause === 'string') return cause;
  if (cause instanceof Error) return cause.message || cause.name;
  return JSON.stringify(cause) ?? String(cause);
}
