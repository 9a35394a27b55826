/** A line or block of a cell, without the number of the cell. */
export interface RawLine {
  readonly text: string;
  /** Whether it is set apart from the line before it: by a wider gap, another size or another left edge. */
  readonly isApart: boolean;
}

/** Text of a cell, and where its begin is. */
export interface RawCell {
  /** Such as `E.1`: part and number without leading zeros. */
  readonly number: string;
  /** Null when label and text are one: `E.12 Label: text`. */
  readonly label: string | null;
  readonly text: string;
  readonly place: string;
  /** The lines of label and text; only where these are one. */
  readonly lines?: readonly RawLine[];
}
