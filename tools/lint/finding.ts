/** A place in a file that breaks a rule. */
export interface Finding {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}
