/** How recent what is known of the chain is. Public RPC is served by many nodes, some a little behind. */

export interface Freshness {
  /** The block of the newest answer. */
  readonly height: number;
  /** How many answers in a row were older than that; times without an answer do not interrupt the row. */
  readonly olderAnswers: number;
  /** Since which block answers have shown less than a receipt; `null` while they do not. */
  readonly behindSince: number | null;
}

export const NOTHING_SEEN: Freshness = { height: 0, olderAnswers: 0, behindSince: null };

/** So many older answers in a row mean that the chain itself was restarted. */
const OLDER_ANSWERS_OF_A_RESTART = 3;
/** In blocks: no node is so far behind a receipt. */
export const LONGEST_LAG = 100;

export interface Judgement {
  /** `outdated`: something newer is known. `restarted`: so was the chain, and what was known of it is gone. */
  readonly kind: 'newer' | 'outdated' | 'restarted';
  readonly freshness: Freshness;
}

/**
 * Judges an answer taken at a block. `behind` says that it shows less than a receipt has shown, `wasAway` that there was
 * no answer before it: the node may have begun another chain, which is as high as the one before or higher.
 */
export function judge(known: Freshness, height: number, behind = false, wasAway = false): Judgement {
  const isOlder = height < known.height || (behind && (wasAway || known.olderAnswers > 0));
  const fresh: Freshness = { height, olderAnswers: 0, behindSince: null };
  if (!isOlder && !behind) return { kind: 'newer', freshness: fresh };
  const olderAnswers = isOlder ? known.olderAnswers + 1 : 0;
  const behindSince = behind && !isOlder ? (known.behindSince ?? height) : known.behindSince;
  const isRestart =
    olderAnswers >= OLDER_ANSWERS_OF_A_RESTART || height > (behindSince ?? height) + LONGEST_LAG;
  return isRestart
    ? { kind: 'restarted', freshness: fresh }
    : { kind: 'outdated', freshness: { height: known.height, olderAnswers, behindSince } };
}
