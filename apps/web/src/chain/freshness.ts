/** How recent what is known of the chain is. Public RPC is served by many nodes, some a little behind. */

export interface Freshness {
  /** The block of the newest answer. */
  readonly height: number;
  /** How many answers in a row were older than that; times without an answer do not interrupt the row. */
  readonly olderAnswers: number;
}

export const NOTHING_SEEN: Freshness = { height: 0, olderAnswers: 0 };

/** So many older answers in a row mean that the chain itself was restarted. */
const OLDER_ANSWERS_OF_A_RESTART = 3;
/** In blocks: no node is so far behind a receipt. */
const LONGEST_LAG = 100;

export interface Judgement {
  /** `outdated`: something newer is known. `restarted`: so was the chain, and what was known of it is gone. */
  readonly kind: 'newer' | 'outdated' | 'restarted';
  readonly freshness: Freshness;
}

/** Judges an answer taken at a block; `behind` says that it shows less than a receipt has shown. */
export function judge({ height: known, olderAnswers }: Freshness, height: number, behind = false): Judgement {
  if (height >= known && !behind) return { kind: 'newer', freshness: { height, olderAnswers: 0 } };
  const older = height >= known ? 0 : olderAnswers + 1;
  const restarted = older >= OLDER_ANSWERS_OF_A_RESTART || height > known + LONGEST_LAG;
  return restarted
    ? { kind: 'restarted', freshness: { height, olderAnswers: 0 } }
    : { kind: 'outdated', freshness: { height: known, olderAnswers: older } };
}
