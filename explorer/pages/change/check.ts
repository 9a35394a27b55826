/** The outcome of a computation, in words. */
export interface Check {
  readonly state: 'broken' | 'stated' | 'verified';
  readonly text: string;
}
