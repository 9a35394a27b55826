import type { FamilyKinds } from '../kinds.ts';
import type { fieldReviewTexts } from './text/review-templates.ts';
import type { disclosureTexts } from './text/templates.ts';

/** Kinds of change of this family. */
export const disclosureKinds = {
  value_changed: {
    comparisons: ['disclosure_field'],
    templates: [
      'went',
      'replaced',
      'changed',
      'particulars',
      'parts',
      'schemeBegins',
      'schemeEnds',
      'schemeRenamed',
      'returned',
      'uncomparable',
      'withdrawn',
      'partial',
      'dismissed',
    ],
  },
  value_added: {
    comparisons: ['disclosure_field'],
    templates: [
      'added',
      'schemeNamed',
      'schemeDenied',
      'returnedToNone',
      'uncomparable',
      'withdrawnAdded',
      'dismissed',
    ],
  },
  value_removed: {
    comparisons: ['disclosure_field'],
    templates: ['removed', 'schemeUnknown', 'returnedAfterGap', 'uncomparable', 'withdrawnRemoved', 'dismissedRemoval'],
  },
  wording_changed: {
    comparisons: ['disclosure_field'],
    templates: ['wording', 'spelling', 'spellingOfValue', 'namedOtherwise', 'returnedWording'],
  },
  value_corrected: {
    comparisons: ['disclosure_field'],
    templates: ['reread', 'rereadGone'],
  },
} as const satisfies FamilyKinds<
  keyof typeof disclosureTexts | keyof Pick<typeof fieldReviewTexts, 'dismissed' | 'dismissedRemoval'>
>;
