import type { ChangeView } from '../../readers/changes/change-view.ts';

/** How sure a change is, in a word: no reader has to know the numbers of a rule set. */
export function confidenceWord({ confirmed, confidence }: Pick<ChangeView, 'confidence' | 'confirmed'>): string {
  if (!confirmed) return 'One reading';
  return confidence >= 1 ? 'Certain' : 'Likely';
}
