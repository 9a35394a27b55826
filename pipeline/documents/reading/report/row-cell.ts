/** A cell of a line or a table of a report, with its place across the page. */
export interface RowCell {
  /** Left and right; columns of a page of HTML are 100 apart. */
  readonly x0: number;
  readonly x1: number;
  readonly text: string;
}
