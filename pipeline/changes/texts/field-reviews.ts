import type { Wording } from '../template.ts';

/** What an operator's review of a draft of a disclosed field adds: `{why}` quotes the operator and ends the sentence. */
export const fieldReviewTexts = {
  /** Who gave no name. */
  reviewer: 'the operator',
  reviewed: 'Reviewed by {by} on {date}: {why}',
  dismissed: {
    title: '{Label}: a reading was dismissed',
    headline: 'Withdrawn: a review dismissed the reading of {label}',
    what: 'One reading showed another value for {label}; a review of {date} established that the source does not state it.',
    whatDetail:
      'Reviewed by {by}: {why} What was read before stands; the same value read in the same way is not raised again.',
  },
} as const satisfies { readonly reviewer: string; readonly reviewed: string; readonly dismissed: Wording };
