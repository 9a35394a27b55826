/** What a change of one field means for a holder, by direction. Facts in the present tense, no advice. */
export interface HolderTexts {
  /** What the field tells, to complete "A holder can read in the source …". */
  readonly subject: string;
  readonly weakens?: string;
  readonly mixed?: string;
  readonly strengthens?: string;
  readonly neutral?: string;
}

/** By name of the field. */
export type HolderTable = Readonly<Record<string, HolderTexts>>;
