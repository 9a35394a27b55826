/** Results of a reading of a field. */
export const readingTexts = {
  finds: 'gives {after} for {the}',
  findsNothing: 'does not find {the}',
  found: 'gave {before}',
  foundNothing: 'did not find it',
} as const;

/** Additions to a wording by stage. */
export const stageTexts = {
  withdrawnNote: 'Withdrawn.',
  draftHeadline: 'Not confirmed yet: {headline}',
  draftWhat: '{what} One reading shows it; a later one decides.',
  draftDetail:
    '{detail} A capture at least six hours later, or one in another format, confirms the change or withdraws it.',
  withdrawnHeadline: 'Withdrawn: {headline}',
} as const;

/** Sentences that quote the source. `{quote}` ends its sentence itself. */
export const passageTexts = {
  both: '{Source}, as of {date}: {quote} Before: {priorQuote}',
  now: '{Source}, as of {date}: {quote}',
  before: 'The passage was: {priorQuote} As of {date} it is not found.',
  withdrawn: '{Source}, as of {date}: {quote} The reading that is withdrawn: {priorQuote}',
  withdrawnGone: 'The reading that is withdrawn: {priorQuote} As of {date} no such passage is found.',
  none: '{Source} was read on {date}; no passage is quoted.',
  /** A removal that several captures confirmed, not one reading. */
  settled: 'Three captures over 72 hours agree that the passage is gone.',
} as const;
