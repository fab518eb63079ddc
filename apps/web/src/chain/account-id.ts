/** Which texts the contract accepts as players, so that a form can tell while somebody types. */

export type AccountIdProblem = 'empty' | 'too_short' | 'too_long' | 'malformed' | 'is_contract';

const MIN_LENGTH = 2;
const MAX_LENGTH = 64;
const ACCOUNT_ID = /^(([a-z\d]+[-_])*[a-z\d]+\.)*([a-z\d]+[-_])*[a-z\d]+$/;
const DETERMINISTIC = /^0s[a-f\d]{40}$/;

/** Why the text cannot be a player of this contract, or `null` when it can. */
export function playerProblem(text: string, contractId: string): AccountIdProblem | null {
  if (text === '') return 'empty';
  if (text.length < MIN_LENGTH) return 'too_short';
  if (text.length > MAX_LENGTH) return 'too_long';
  if (!ACCOUNT_ID.test(text)) return 'malformed';
  if (text === contractId || DETERMINISTIC.test(text)) return 'is_contract';
  return null;
}

/** A long account id (such as an implicit one) with its middle left out. */
export function shortAccountId(id: string): string {
  return id.length <= 24 ? id : `${id.slice(0, 10)}…${id.slice(-8)}`;
}
