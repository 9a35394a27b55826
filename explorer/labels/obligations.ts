/** Our reading of a rule, as the composition root gives it. */
export interface ObligationReading {
  /** Such as EMT-01. */
  readonly id: string;
  /** What the issuer evidences, in a few words that begin a sentence. */
  readonly title: string;
  /** From when it counts, what shows it and when that is due, as sentences. */
  readonly reading: string;
}
