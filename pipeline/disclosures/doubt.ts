/** Captures in doubt: a text that looks cut off, rewritten or moved is believed only when it lasts. */
import type { CaptureComparison } from '../../schemas/facts.ts';
import { registrableHost } from '../../schemas/values/registrable-host.ts';
import { looksCutOff } from '../changes/families/source/classify-capture.ts';
import { sourceDrift, truncationV2 } from '../changes/families/source/parameters.ts';

/** The text whose values are said, and the one that is in doubt. */
export interface Belief {
  readonly textHash: string;
  readonly finalUrl: string;
  readonly doubt: Doubt | null;
}

interface Doubt {
  readonly textHash: string;
  readonly since: number;
  readonly captures: number;
  /** How often and how long it must be seen to be believed. */
  readonly untilCaptures: number;
  readonly untilMs: number;
}

export interface SeenText {
  readonly textHash: string;
  readonly finalUrl: string;
  readonly asOf: number;
  readonly comparisons: readonly CaptureComparison[];
}

const hour = 3_600_000;
/** As decision 17 settles them: a part may have been removed, a page may have been rewritten, a site may have moved. */
const cutOff = { untilCaptures: 3, untilMs: 72 * hour };
const replaced = { untilCaptures: 2, untilMs: 6 * hour };

/** The belief after a text was seen; no value is written from it while it is in doubt. */
export function beliefAfter(before: Belief | null, seen: SeenText): Belief {
  const { textHash, finalUrl } = seen;
  const reason = before === null ? null : doubtOf(before, seen);
  if (before === null || reason === null) return { textHash, finalUrl, doubt: null };
  const open = before.doubt?.textHash === textHash ? before.doubt : null;
  const doubt: Doubt = { textHash, since: open?.since ?? seen.asOf, captures: (open?.captures ?? 0) + 1, ...reason };
  const isSettled = doubt.captures >= doubt.untilCaptures && seen.asOf - doubt.since >= doubt.untilMs;
  return isSettled ? { textHash, finalUrl, doubt: null } : { ...before, doubt };
}

/** The belief after a look that found the last text again. */
export function beliefAgain(before: Belief, asOf: number): Belief {
  const { doubt } = before;
  if (doubt === null) return before;
  const captures = doubt.captures + 1;
  const isSettled = captures >= doubt.untilCaptures && asOf - doubt.since >= doubt.untilMs;
  return isSettled
    ? { ...before, textHash: doubt.textHash, doubt: null }
    : { ...before, doubt: { ...doubt, captures } };
}

function doubtOf(
  before: Belief,
  { textHash, finalUrl, comparisons }: SeenText,
): Pick<Doubt, 'untilCaptures' | 'untilMs'> | null {
  const isElsewhere = registrableHost(finalUrl) !== registrableHost(before.finalUrl);
  if (isElsewhere) return replaced;
  if (textHash === before.textHash) return null;
  const compared = comparisons.find(({ against }) => against === before.textHash) ?? comparisons[0];
  if (compared === undefined) return null;
  const { kept5, new5 } = compared;
  if (looksCutOff(compared, truncationV2)) return cutOff;
  // While a text looks cut off, one that lacks less is in doubt as well.
  const isLacking = kept5 < sourceDrift.truncated.restoredFrom && new5 <= truncationV2.inDoubtNewAtMost;
  if (before.doubt?.untilMs === cutOff.untilMs && isLacking) return cutOff;
  return kept5 < 0.3 && new5 > 0.5 ? replaced : null;
}
