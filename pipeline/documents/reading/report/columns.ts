/** Amounts by the date that their column or heading names. */
import { plainForm } from '../notation/words.ts';
import { monthOf } from '../vocabulary/months.ts';
import { dateIn } from './dates.ts';
import type { RowCell } from './row-cell.ts';
import type { Row } from './rows.ts';
import type { Amount } from './amounts.ts';

/** An amount of one date. */
export interface Entry {
  readonly date: string;
  readonly label: string;
  readonly amount: Amount;
  readonly row: Row;
}

/** Rows under one head: amounts of one date, in order. */
export interface Column {
  readonly date: string;
  readonly entries: readonly Entry[];
}

interface OpenColumn {
  readonly date: string;
  readonly entries: Entry[];
}

interface Head {
  readonly date: string;
  /** Centre of the column; null of a heading, which is about the only amount of a row. */
  readonly x: number | null;
}

/**
 * A table with two columns of one date, such as one for each chain, is not read: both have the same date. `only` is the date of
 * tables without one, where the document has no other.
 */
export function columnsOf(rows: readonly Row[], only: string | null = null): readonly Column[] {
  const columns: OpenColumn[] = [];
  const newest = new Map<string, OpenColumn>();
  const first: readonly Head[] = only === null ? [] : [{ date: only, x: null }];
  let heads = first;
  let part = '';
  let isNew = false;
  for (const [index, row] of rows.entries()) {
    if (row.part !== part) {
      heads = isContinued(rows, index) ? heads : first;
      part = row.part;
      isNew = true;
    }
    const next = headsOf(row);
    if (next !== null) {
      // A heading of the same date goes on with the column: a report may part its assets and sum them in the end.
      isNew ||= !isSameHeading(heads, next);
      heads = next;
      if (row.amounts.length === 0) continue;
    } else if (namesOtherDay(row, heads)) {
      // A text between heading and amounts that names another day: which of both they have is not known.
      heads = [];
      isNew = true;
    }
    for (const { date, amount } of datedAmounts(row, heads)) {
      const key = `${date} ${part}`;
      const open = isNew ? undefined : newest.get(key);
      const entry = { date, label: row.label, amount, row };
      if (open !== undefined) open.entries.push(entry);
      else {
        const column = { date, entries: [entry] };
        columns.push(column);
        newest.set(key, column);
      }
    }
    if (row.amounts.length > 0 && heads.length > 0) isNew = false;
  }
  return columns;
}

/** Amounts of one column end within so many points of one another. */
const sameEdge = 3;

/** Whether a table goes on at the top of a page: its last row on the page before and its first one here have the same columns. */
function isContinued(rows: readonly Row[], index: number): boolean {
  const [before, row] = [rows[index - 1], rows[index]];
  if (before === undefined || row === undefined || row.label === '' || before.label === '') return false;
  const [one, other] = [before.amounts, row.amounts];
  const isNext = pageOf(row) === pageOf(before) + 1 && row.dates.length === 0;
  return (
    isNext &&
    one.length > 0 &&
    one.length === other.length &&
    one.every(({ x0, x1 }, at) => {
      const cell = other[at];
      return cell !== undefined && Math.min(Math.abs(cell.x1 - x1), Math.abs(cell.x0 - x0)) <= sameEdge;
    })
  );
}

const pageOf = ({ part }: Row): number => (part.startsWith('pdf:') ? Number(part.slice(4)) : Number.NaN);

const isSameHeading = (one: readonly Head[], other: readonly Head[]): boolean =>
  one.length === 1 && other.length === 1 && one[0]?.x === null && other[0]?.x === null && one[0].date === other[0].date;

/** The same moment in another zone, in brackets after a time with its zone. */
const otherZone =
  /(?<=\b(?:time|[A-Z]{2,4})(?: ?\("?[A-Z]{2,5}"?\))?),? ?\((?:[^()]|\("?[A-Z]{2,5}"?\)){1,200}(?:\)|$)/giu;
const dayInText = /(?:^|[^\p{L}])(\p{L}{3,12})\.? (\d{1,2})(?!\d)|(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.)? (\p{L}{3,12})/gu;

/** Whether a row without amounts names a day of a month that is none of the heads. */
function namesOtherDay({ label, amounts }: Row, heads: readonly Head[]): boolean {
  if (heads.length === 0 || amounts.length > 0) return false;
  const known = new Set(heads.map(({ date }) => date.slice(5)));
  return [...plainForm(label).replaceAll(otherZone, '').matchAll(dayInText)].some(
    ([, first = '', day = '', before = '', second = '']) => {
      const month = monthOf(first || second);
      return month > 0 && !known.has(`${String(month).padStart(2, '0')}-${(day || before).padStart(2, '0')}`);
    },
  );
}

const mostWords = 14;

/** A row of dates, or a short line that ends with one: `Reserve assets as of June 30, 2025`. Null of every other row. */
function headsOf({ label, dates, amounts }: Row): readonly Head[] | null {
  if (dates.length > 0 && amounts.length === 0) {
    const distinct = new Set(dates.map(({ date }) => date));
    return distinct.size === dates.length
      ? dates.map((cell) => ({ date: cell.date, x: centre(cell) })).sort((a, b) => a.x - b.x)
      : [];
  }
  if (dates.length > 0 || label.split(' ').length > mostWords) return null;
  const date = dateIn(label);
  return date === null ? null : [{ date, x: null }];
}

const centre = ({ x0, x1 }: RowCell): number => (x0 + x1) / 2;

/** Words of a label under a heading; more are a sentence. */
const longestLabel = 25;
/** Widest distance between an amount and the head of its column, in points. */
const farthest = 60;

interface DatedAmount {
  readonly date: string;
  readonly amount: Amount;
}

/** One amount for each head, or none: a row with more amounts than heads has columns that are not known. */
function datedAmounts({ amounts, label }: Row, heads: readonly Head[]): readonly DatedAmount[] {
  const [only] = heads;
  if (only === undefined || amounts.length > heads.length) return [];
  if (heads.length === 1) {
    const [first] = amounts;
    // A number beside a sentence is that of a note.
    if (only.x === null && label.split(' ', longestLabel + 1).length > longestLabel) return [];
    const isNear = first !== undefined && (only.x === null || Math.abs(centre(first) - only.x) <= farthest);
    return isNear ? [{ date: only.date, amount: first.amount }] : [];
  }
  const found = amounts.map((cell): DatedAmount | null => {
    const near = nearest(heads, centre(cell));
    return near === null ? null : { date: near.date, amount: cell.amount };
  });
  const known = found.flatMap((one) => one ?? []);
  const isClear = known.length === amounts.length && new Set(known.map(({ date }) => date)).size === known.length;
  return isClear ? known : [];
}

/** The head nearest to a place, of heads from left to right; null when none is near. */
function nearest(heads: readonly Head[], x: number): Head | null {
  let [low, high] = [0, heads.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((heads[middle]?.x ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  const [left, right] = [heads[low - 1], heads[low]];
  const awayOf = (head: Head | undefined): number => Math.abs((head?.x ?? Number.POSITIVE_INFINITY) - x);
  const near = awayOf(left) <= awayOf(right) ? left : right;
  return near === undefined || awayOf(near) > farthest ? null : near;
}
