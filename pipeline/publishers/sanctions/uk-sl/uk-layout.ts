/** Columns of a UK list. Both lists spread a name over Name 1 to Name 6. */
export interface UkLayout {
  /** Label of the date in the first line. */
  readonly dateLine: 'Report Date' | 'Last Updated';
  readonly columns: UkColumns;
  /** Columns of `columns` that older files lack. */
  readonly optional: readonly string[];
  /** Published columns that the parser skips. */
  readonly unread: readonly string[];
  /** Whether a last record with all its cells counts as complete although it has no line break. */
  readonly lastCellIsOftenEmpty: boolean;
}

export interface UkColumns {
  readonly entryId: string;
  readonly entityType: string;
  readonly nameType: string;
  readonly aliasStrength: string;
  readonly nonLatinName: string;
  readonly regime: string;
  readonly listedOn: string;
  readonly birthDate: string;
  readonly nationality: string;
  /** Country of the address. */
  readonly country: string;
  /** Free text. In the consolidated list it also holds facts, each after a label, for which the other list has columns. */
  readonly information: string;
  /** When the row was last updated. */
  readonly updated: string;
  readonly registration?: string;
  readonly website?: string;
  readonly parent?: string;
  readonly subsidiary?: string;
  readonly imo?: string;
  readonly owner?: string;
  readonly flag?: string;
}

/** Given names first; the last one is the family name of a person or the whole name of anything else. */
export const namePartColumns: readonly string[] = ['Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name 6'];
