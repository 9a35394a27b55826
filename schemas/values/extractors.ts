/** Extractors of observations that no bytes are behind: a day that began, and what two sources state compared. */
export const tickExtractor = 'attestry-ticks';
export const reconcileExtractor = 'reconcile';
