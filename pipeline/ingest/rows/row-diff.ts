import { columnOf } from '../../registers/columns/columns.ts';
import type { RegisterFeed } from '../feed.ts';
import type { RowFacts } from './row-facts.ts';

/** Cells before and after, by column name; null on the side that lacks the row. */
export type FieldChanges = Readonly<Record<string, { readonly before: string | null; readonly after: string | null }>>;

export interface RowDifference {
  /** `corrected`: the entity's LEI became valid, or another valid LEI replaced it. */
  readonly kind: 'equal' | 'editorial' | 'changed' | 'corrected';
  /** The columns that differ in more than whitespace and list notation. */
  readonly fields: FieldChanges;
}

/** Compares two versions of a row, column by column. Only cells whose keys differ are compared further. */
export function compareRows(feed: RegisterFeed, before: RowFacts, after: RowFacts): RowDifference {
  const fields: Record<string, { before: string; after: string }> = {};
  let kind: RowDifference['kind'] = 'equal';
  for (const [index, { name, meaning }] of feed.columns.entries()) {
    if (before.keys[index] === after.keys[index]) continue;
    const cells = { before: before.columns[name] ?? '', after: after.columns[name] ?? '' };
    fields[name] = cells;
    if (kind !== 'changed') kind = columnOf(meaning).isRespelled(cells.before, cells.after) ? 'editorial' : 'changed';
  }
  const corrected = after.lei !== null && after.lei !== before.lei;
  return { kind: corrected ? 'corrected' : kind, fields };
}

/** All filled cells of a row that only one side has. */
export function wholeRow(side: 'before' | 'after', columns: Readonly<Record<string, string>>): FieldChanges {
  const filled = Object.entries(columns).filter(([, cell]) => cell !== '');
  return Object.fromEntries(filled.map(([name, cell]) => [name, { before: null, after: null, [side]: cell }]));
}
