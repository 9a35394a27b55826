/** Captures in doubt: a text that looks cut off, rewritten or moved is believed only when it lasts. */
import type { CaptureComparison } from '../../schemas/facts.ts';
import { registrableHost } from '../../schemas/values/registrable-host.ts';
import { looksCutOff } from '../changes/families/source/classify-capture.ts';
import { sourceDrift, truncationV2 } from '../changes/families/source/parameters.ts';
import { hourMs } from '../../schemas/values/durations.ts';

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
  /** It is believed only if it states a value: another text may be that of an error, however long it lasts. */
  readonly mustState?: boolean;
  /** What the text in doubt retains of earlier ones: an unmodified document brings no comparisons of its own. */
  readonly comparisons: readonly Compared[];
}

/** How much of another text, by its hash, a text retains. */
export type Compared = Pick<CaptureComparison, 'against' | 'kept5'>;

export interface SeenText {
  readonly textHash: string;
  readonly finalUrl: string;
  readonly asOf: number;
  readonly comparisons: readonly CaptureComparison[];
  readonly states: States;
}

/** What the rules read, which decides whether a text is another state of the same document. */
export interface States {
  /** Whether the text that is believed states a value. */
  readonly valuesBefore: boolean;
  /** Whether the text that was seen states a value, or has a passage about a field. */
  readonly values: () => boolean;
}

/** As decision 17 settles them: a part may have been removed, a page may have been rewritten, a site may have moved. */
const cutOff = { untilCaptures: 3, untilMs: 72 * hourMs };
const replaced = { untilCaptures: 2, untilMs: 6 * hourMs };
const emptied = { ...replaced, mustState: true };

/** The belief after a text was seen; no value is written from it while it is in doubt. */
export function beliefAfter(before: Belief | null, seen: SeenText): Belief {
  const { textHash, finalUrl } = seen;
  const reason = before === null ? null : doubtOf(before, seen);
  if (before === null || reason === null) return { textHash, finalUrl, doubt: null };
  const open = before.doubt?.textHash === textHash ? before.doubt : null;
  const doubt: Doubt = {
    textHash,
    since: open?.since ?? seen.asOf,
    captures: (open?.captures ?? 0) + 1,
    ...reason,
    comparisons: seen.comparisons.map(({ against, kept5 }) => ({ against, kept5 })),
  };
  return isSettled(doubt, seen.asOf, seen.states) ? { textHash, finalUrl, doubt: null } : { ...before, doubt };
}

const isSettled = (doubt: Doubt, asOf: number, { values }: States): boolean =>
  doubt.captures >= doubt.untilCaptures &&
  asOf - doubt.since >= doubt.untilMs &&
  (doubt.mustState !== true || values());

/** The belief after a look that found the last text again. */
export function beliefAgain(before: Belief, asOf: number, states: States): Belief {
  if (before.doubt === null) return before;
  const doubt = { ...before.doubt, captures: before.doubt.captures + 1 };
  return isSettled(doubt, asOf, states) ? { ...before, textHash: doubt.textHash, doubt: null } : { ...before, doubt };
}

function doubtOf(
  before: Belief,
  { textHash, finalUrl, comparisons, states }: SeenText,
): Pick<Doubt, 'untilCaptures' | 'untilMs' | 'mustState'> | null {
  const isElsewhere = registrableHost(finalUrl) !== registrableHost(before.finalUrl);
  if (isElsewhere) return states.valuesBefore ? emptied : replaced;
  if (textHash === before.textHash) return null;
  const compared = comparisons.find(({ against }) => against === before.textHash) ?? comparisons[0];
  if (compared === undefined) return null;
  const { kept5, new5 } = compared;
  if (looksCutOff(compared, truncationV2)) return cutOff;
  // While a text looks cut off, one that lacks less is in doubt as well.
  const isLacking = kept5 < sourceDrift.truncated.restoredFrom && new5 <= truncationV2.inDoubtNewAtMost;
  if (before.doubt?.untilMs === cutOff.untilMs && isLacking) return cutOff;
  const { keptBelow, newAbove } = sourceDrift.rewritten;
  const isRewritten = kept5 < keptBelow && new5 > newAbove;
  if (!states.valuesBefore || kept5 >= sourceDrift.similarFrom) return isRewritten ? replaced : null;
  return isRewritten || !states.values() ? emptied : null;
}
