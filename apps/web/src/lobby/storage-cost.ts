/** What a new game locks of an account's storage balance, and what must be attached for it. */

import type { ArenaReader } from '../chain/arena';
import type { StorageBalance, StorageBalanceBounds } from '../contract/arena';
import { type CreatePlan, rulesOf } from './create-plan';

export interface Account {
  /** `null` for somebody who is not registered yet. */
  readonly balance: StorageBalance | null;
  readonly bounds: StorageBalanceBounds;
}

/** What `get_cost` takes. */
export const costArgs = (plan: CreatePlan) => ({ players: plan.seats.length + 1, rules: rulesOf(plan) });

/** What a game locks; `null` without an answer. */
export async function readCost(reader: ArenaReader, plan: CreatePlan): Promise<bigint | null> {
  const cost = await reader.read('get_cost', costArgs(plan)).catch(() => null);
  return cost && BigInt(cost.value);
}

/** What must be attached to a game that locks so much: exactly what the balance lacks. */
export function missingDeposit(cost: bigint, { balance, bounds }: Account): bigint {
  if (!balance) return cost + BigInt(bounds.min);
  const missing = cost - BigInt(balance.available);
  return missing > 0n ? missing : 0n;
}

/** What the account's games and its registration lock. */
export const lockedIn = ({ total, available }: StorageBalance): bigint => BigInt(total) - BigInt(available);

const YOCTO_DIGITS = 24;
const SHOWN_DIGITS = 5;

/** An amount in NEAR for people: enough digits to tell amounts apart, rounded up so that it is never too little. */
export function nearText(yocto: bigint, language: string): string {
  const unit = 10n ** BigInt(YOCTO_DIGITS - SHOWN_DIGITS);
  const rounded = (yocto + unit - 1n) / unit;
  const number = Number(rounded) / 10 ** SHOWN_DIGITS;
  const text = new Intl.NumberFormat(language, { maximumFractionDigits: SHOWN_DIGITS }).format(number);
  return `${text} NEAR`;
}
