import type { FamilyKinds } from '../kinds.ts';
import type { sanctionsTexts } from './templates.ts';

/** Kinds of change of this family. */
export const sanctionsKinds = {
  list_match_added: {
    comparisons: ['list_match', 'collateral_match'],
    templates: ['added', 'addedLinked', 'reviewed'],
  },
  list_match_removed: {
    comparisons: ['list_match', 'collateral_match'],
    templates: ['removed', 'removedByName', 'subjectLeft', 'renamed', 'similarMatchEnded', 'unconfirmed'],
  },
  list_match_amended: {
    comparisons: ['list_match', 'collateral_match'],
    templates: ['amended', 'amendedByName'],
  },
  list_candidate: {
    comparisons: ['list_match'],
    templates: [
      'candidate',
      'sameKey',
      'sameName',
      'similarName',
      'similarAgain',
      'similarDismissed',
      'similarCovered',
      'similarWithdrawn',
      'similarEnded',
      'dismissed',
      'withdrawn',
      'sameKeyWithdrawn',
      'sameNameWithdrawn',
      'renamedWithdrawn',
      'candidateLeft',
    ],
  },
} as const satisfies FamilyKinds<keyof typeof sanctionsTexts>;
