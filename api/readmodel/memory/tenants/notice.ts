import type { Severity } from '../../../../schemas/vocabulary.ts';

/** A notification of a change, of verdicts or of an ended intake, without its text. */
export interface PickedNotice {
  readonly notificationId: string;
  /** Its place in the list, with `createdAt`. */
  readonly sortId: string;
  readonly assetId: string;
  readonly itemId: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly readAt: number | null;
  /** The change whose text is shown; null for an intake and for verdicts. */
  readonly change: { readonly id: string; readonly revision: number; readonly detectedAt: number } | null;
  /** Of an intake or of verdicts; empty for a change. */
  readonly kind: string;
  readonly reason: string | null;
  /** How urgent it is: of an intake, before the matches that its text names. */
  readonly severity: Severity;
  /** Of verdicts on obligations of one asset; absent otherwise. */
  readonly obligation?: {
    /** Empty for a regime that begins to apply. */
    readonly id: string;
    readonly text: string;
    /** The verdict as its page states it, without the number of others. */
    readonly statement: string;
  };
}
