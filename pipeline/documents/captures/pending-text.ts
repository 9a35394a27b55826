/** Texts that are probably cut off, rewritten or moved: each is pending, and accepted only if enough captures show it. */
import type { CaptureComparison } from '../../../schemas/facts.ts';
import { publishingSite } from '../../../schemas/values/publishing-site.ts';
import {
  type Agreement,
  agreements,
  hasAgreed,
  isStillCutOff,
  seemsCutOff,
  seemsRewritten,
  type PendingCaptures,
  sourceDrift,
  truncationV2,
} from './accepted-text.ts';

/** The text whose values are written, and the one that is pending. */
export interface AcceptedText {
  readonly textHash: string;
  readonly finalUrl: string;
  readonly pending: PendingText | null;
}

interface PendingText extends PendingCaptures, Suspicion {
  readonly textHash: string;
  /** What the pending text retains of earlier ones: an unmodified document brings no comparisons of its own. */
  readonly comparisons: readonly RetainedShare[];
}

/** Why a text is pending. */
interface Suspicion {
  readonly needed: Agreement;
  /** It is accepted only if it states a value: another text may be that of an error, however long it lasts. */
  readonly mustState?: boolean;
}

/** How much of another text, by its hash, a text retains. */
export type RetainedShare = Pick<CaptureComparison, 'against' | 'kept5'>;

export interface SeenText {
  readonly textHash: string;
  readonly finalUrl: string;
  readonly asOf: number;
  readonly comparisons: readonly CaptureComparison[];
  readonly states: ReadValues;
}

/** What the rules read, which decides whether a text is another state of the same document. */
export interface ReadValues {
  /** Whether the accepted text states a value. */
  readonly valuesBefore: boolean;
  /** Whether the text that was seen states a value, or has a passage about a field. */
  readonly values: () => boolean;
}

const cutOff: Suspicion = { needed: agreements.partMissing };
const replaced: Suspicion = { needed: agreements.replaced };
const emptied: Suspicion = { ...replaced, mustState: true };

/** The accepted text after a text was seen; no value is written while another one is pending. */
export function acceptedAfter(before: AcceptedText | null, seen: SeenText): AcceptedText {
  const { textHash, finalUrl } = seen;
  const suspicion = before === null ? null : suspicionOf(before, seen);
  if (before === null || suspicion === null) return { textHash, finalUrl, pending: null };
  const open = before.pending?.textHash === textHash ? before.pending : null;
  const pending: PendingText = {
    textHash,
    since: open?.since ?? seen.asOf,
    captures: (open?.captures ?? 0) + 1,
    ...suspicion,
    comparisons: seen.comparisons.map(({ against, kept5 }) => ({ against, kept5 })),
  };
  return isAccepted(pending, seen.asOf, seen.states) ? { textHash, finalUrl, pending: null } : { ...before, pending };
}

const isAccepted = (pending: PendingText, asOf: number, { values }: ReadValues): boolean =>
  hasAgreed(pending, asOf, pending.needed) && (pending.mustState !== true || values());

/** The accepted text after a fetch that found the last text again. */
export function acceptedUnmodified(before: AcceptedText, asOf: number, states: ReadValues): AcceptedText {
  if (before.pending === null) return before;
  const pending = { ...before.pending, captures: before.pending.captures + 1 };
  return isAccepted(pending, asOf, states)
    ? { ...before, textHash: pending.textHash, pending: null }
    : { ...before, pending };
}

function suspicionOf(before: AcceptedText, { textHash, finalUrl, comparisons, states }: SeenText): Suspicion | null {
  const isElsewhere = publishingSite(finalUrl) !== publishingSite(before.finalUrl);
  if (isElsewhere) return states.valuesBefore ? emptied : replaced;
  if (textHash === before.textHash) return null;
  const compared = comparisons.find(({ against }) => against === before.textHash) ?? comparisons[0];
  if (compared === undefined) return null;
  if (seemsCutOff(compared, truncationV2)) return cutOff;
  const isPending = before.pending?.needed.overMs === cutOff.needed.overMs;
  if (isPending && isStillCutOff(compared, truncationV2)) return cutOff;
  const isRewritten = seemsRewritten(compared);
  if (!states.valuesBefore || compared.kept5 >= sourceDrift.similarFrom) return isRewritten ? replaced : null;
  return isRewritten || !states.values() ? emptied : null;
}
