/** Text of a cell, and where its begin is. */
export interface RawCell {
  /** Such as `E.1`: part and number without leading zeros. */
  readonly number: string;
  /** Null when label and text are one: `E.12 Label: text`. */
  readonly label: string | null;
  readonly text: string;
  readonly place: string;
}
