/** What a reading does to the drafts of a fact: it confirms, withdraws or leaves each of them, and finds new differences. */
import type { Stage } from '../../impact/facts.ts';

/**
 * The stage of a draft after a reading: withdrawn (`superseded`) if the reading does not show it, else confirmed, or still a
 * draft.
 */
export function stageAfter(isShown: boolean, isConfirmed: () => boolean): Stage {
  if (!isShown) return 'superseded';
  return isConfirmed() ? 'confirmed' : 'draft';
}

/** A difference at its new stage. */
export interface DraftStep<T, D> {
  readonly difference: T;
  readonly stage: Stage;
  /** The draft that ends; null for a new difference. */
  readonly draft: D | null;
}

export interface FollowedDrafts<T, D> {
  /** Drafts that end, in the order in which they were opened, then new differences in the order in which they were found. */
  readonly steps: readonly DraftStep<T, D>[];
  /** Drafts that the reading leaves open. */
  readonly open: readonly D[];
}

interface DraftReading<T, D> {
  readonly open: readonly D[];
  /** All that the reading shows. */
  readonly found: readonly T[];
  readonly same: (found: T, drafted: T) => boolean;
  /** Whether the reading, which shows the difference again, confirms the draft. */
  readonly isConfirmed: (draft: D, difference: T) => boolean;
  /** Whether this reading alone establishes a new difference. */
  readonly isAtOnce: (difference: T) => boolean;
}

/** Follows each draft by itself. A difference that a draft has already is not new. */
export function followDrafts<T, D extends { readonly difference: T }>({
  open,
  found,
  same,
  isConfirmed,
  isAtOnce,
}: DraftReading<T, D>): FollowedDrafts<T, D> {
  const steps: DraftStep<T, D>[] = [];
  const stillOpen: D[] = [];
  for (const draft of open) {
    const shown = found.find((difference) => same(difference, draft.difference));
    const difference = shown ?? draft.difference;
    const stage = stageAfter(shown !== undefined, () => isConfirmed(draft, difference));
    if (stage === 'draft') stillOpen.push(draft);
    else steps.push({ difference, stage, draft });
  }
  for (const difference of found) {
    if (open.some((draft) => same(difference, draft.difference))) continue;
    steps.push({ difference, stage: isAtOnce(difference) ? 'confirmed' : 'draft', draft: null });
  }
  return { steps, open: stillOpen };
}
