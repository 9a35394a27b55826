import type { Wording } from '../../../../text/template.ts';

/** Texts of an operator's review of a draft of a disclosed field. `{why}` quotes the operator and ends the sentence. */
export const fieldReviewTexts = {
  /** A reviewer without a name. */
  reviewer: 'the operator',
  reviewed: 'Reviewed by {by} on {date}: {why}',
  dismissed: {
    title: '{Label}: a reading was dismissed',
    headline: 'Withdrawn: a review dismissed the reading of {label}',
    what: 'One reading showed {value} for {label}; a review of {date} established that the source does not state it.',
    whatDetail:
      'Reviewed by {by}: {why} What was read before stands; the same value, read in the same way from the same words, is not raised again.',
  },
  /** For a reading that did not find the field. */
  dismissedRemoval: {
    title: '{Label}: a reading was dismissed',
    headline: 'Withdrawn: a review dismissed a reading without {label}',
    what: 'One reading did not find {label}; a review of {date} established that the source states it as before.',
    whatDetail:
      'Reviewed by {by}: {why} What was read before stands; while the text is the same, its absence is not raised again.',
  },
} as const satisfies Readonly<Record<'dismissed' | 'dismissedRemoval', Wording>> & {
  readonly reviewer: string;
  readonly reviewed: string;
};
