/** A notification of a group of changes, or of an ended intake, without its text. */
export interface PickedNotice {
  readonly notificationId: string;
  /** Its place in the list, with `createdAt`. */
  readonly sortId: string;
  readonly assetId: string;
  readonly itemId: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly readAt: number | null;
  /** The change whose text is shown; null for an intake. */
  readonly change: { readonly id: string; readonly revision: number; readonly detectedAt: number } | null;
  /** Of an intake; empty for a group. */
  readonly kind: string;
  readonly reason: string | null;
}
