/** A place in a file that breaks a rule. */
export interface Finding {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
  /** Which rule, and the line of `remaining.txt` that would excuse the finding. */
  readonly rule: 'prose' | 'name' | 'file' | 'type';
  readonly subject: string;
}
