import type { ChangeView } from '../../readers/changes/change-view.ts';

type Sure = Pick<ChangeView, 'confidence' | 'confirmed' | 'isWithdrawn' | 'reviewedBy'>;

/** How sure a change is, in a word: no reader has to know the numbers of a rule set. A review takes its place. */
export function confidenceWord({ confirmed, isWithdrawn, confidence, reviewedBy }: Sure): string {
  if (isWithdrawn) return 'Withdrawn';
  if (!confirmed) return 'One reading';
  if (reviewedBy !== null) return `Confirmed by ${reviewedBy}`;
  return confidence >= 1 ? 'Certain' : 'Likely';
}

/** The number behind the word, for the rules; undefined where a review decided. */
export const confidenceTitle = ({ confidence, reviewedBy }: Sure): string | undefined =>
  reviewedBy === null ? `confidence ${confidence}` : undefined;
