/** Extractors of observations that no bytes are behind. */

/** A day that began. */
export const tickExtractor = 'attestry-ticks';
/** What two sources state, compared. */
export const reconcileExtractor = 'reconcile';
/** What the operator declares. */
export const declareExtractor = 'declare';
/** An operator's review of a change, or declaration of when rules were issued. */
export const reviewExtractor = 'operator';
/** Which rules hold from here on. */
export const ruleExtractor = 'attestry-rules';
/** A wallet proof of an import. */
export const proofExtractor = 'attestry-proofs';
