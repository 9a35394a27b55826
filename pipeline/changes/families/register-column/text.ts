/** Texts of a cell and of the difference of two cells. */
import type { Cell } from '../../../registers/columns/cell.ts';
import type { CellChange } from '../../../registers/columns/cell-change.ts';
import type { Column } from '../../../registers/columns/column.ts';
import { columnOf, columns } from '../../../registers/columns/columns.ts';
import type { RegisterColumnValue, RegisterListedValue } from '../../../../schemas/facts.ts';
import type { Finding } from '../../finding.ts';
import { fill } from '../../text/template.ts';
import { formatIsoDate, joinFilled, oneLine, quoted } from '../../text/values.ts';
import { blankCell, memberTexts } from './templates.ts';

/** Everything that the texts of a change depend on. */
export interface CellFacts {
  readonly column: Column;
  readonly cell: CellChange;
  readonly texts: CellTexts;
  /** The new cell, or the old one if the new one is blank. */
  readonly stated: RegisterColumnValue;
  readonly label: string;
  /** Last reading of the row; null when there is none. */
  readonly row: RegisterListedValue | null;
  readonly asOf: number;
}

/** Kind and texts of a change, and a note beside each of the two values. */
export type ExplainedCell = Pick<Finding, 'kind' | 'changeKind' | 'wording'> & {
  readonly notes: { readonly previous: string | null; readonly current: string | null };
};

interface CellText {
  /** Content on one line; null when the cell is blank. */
  readonly line: string | null;
  /** Content inside a sentence: text of the source in quotation marks. */
  readonly inSentence: string;
}

/** Texts of two cells and of their difference, made once. */
export interface CellTexts {
  readonly before: CellText;
  readonly after: CellText;
  /** Members added, removed and moved, as parts of a sentence; empty without any. */
  readonly members: string;
}

export const cellTexts = (column: Column, cell: CellChange): CellTexts => ({
  before: cell.wasBlank ? blank : cellText(cell.before, column),
  after: cell.isBlank ? blank : cellText(cell.after, column),
  members: memberText(column, cell.members),
});

const blank: CellText = { line: null, inSentence: blankCell };

/** A date is written out, a set is a list, any other content is as published. */
function cellText(cell: Cell, stated: Column): CellText {
  if (cell === null) return blank;
  const { date = '', items = [], text } = cell;
  if (date.trim() !== '') {
    const day = formatIsoDate(date);
    return { line: oneLine(day), inSentence: day };
  }
  const column = items.length === 0 ? stated : columnOf(cell.meaning);
  const members = listOf(column, items);
  return members === '' ? { line: oneLine(text), inSentence: quoted(text) } : { line: members, inSentence: members };
}

function memberText(column: Column, { added, removed, movedIn, movedOut }: CellChange['members']): string {
  const place = placesOf(column).to;
  const parts = [
    [memberTexts.added, added],
    [memberTexts.removed, removed],
    [memberTexts.movedIn, movedIn],
    [memberTexts.movedOut, movedOut],
  ] as const;
  return parts
    .map(([template, members]) => [template, listOf(column, members)] as const)
    .filter(([, items]) => items !== '')
    .map(([template, items]) => fill(template, { items, place }))
    .join('; ');
}

/** Places of this column's identifiers and of the other column's, inside a sentence. */
export const placesOf = ({ places }: Column): { readonly from: string; readonly to: string } =>
  places ?? columns.dti.places ?? { from: '', to: '' };

const listOf = ({ memberText: textOf }: Column, members: readonly string[]): string =>
  members.length === 0 ? '' : joinFilled(members, textOf);
