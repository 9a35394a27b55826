/** Meaning of a change of one field for a holder, by direction. Facts in the present tense, no advice. */
export interface HolderTexts {
  /** The content of the field, to complete "A holder can read in the source …". */
  readonly subject: string;
  readonly weakens?: string;
  readonly mixed?: string;
  readonly strengthens?: string;
  readonly neutral?: string;
}

/** By name of the field. */
export type HolderTable = Readonly<Record<string, HolderTexts>>;
