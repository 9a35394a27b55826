/** Typed comparison of register cells. A blank cell is null. */
import type { RegisterColumnValue } from '../../../schemas/facts.ts';
import { unicodeForm } from '../../../schemas/values/unicode-form.ts';
import { parseUrl } from '../../../schemas/values/parse-url.ts';
import { writtenAddresses } from '../../../schemas/values/written-addresses.ts';

export type Cell = RegisterColumnValue | null;

export const isBlank = (cell: Cell): boolean => cell === null || cell.text.trim() === '';

export interface SetDelta {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Members of a set-valued cell; a cell without members counts as one member, its text. */
const membersOf = (cell: Cell): readonly string[] => {
  if (cell === null) return [];
  return cell.items ?? (isBlank(cell) ? [] : [cell.text]);
};

export function setDelta(old: Cell, current: Cell): SetDelta {
  const before = membersOf(old);
  const after = membersOf(current);
  return {
    added: after.filter((member) => !before.includes(member)),
    removed: before.filter((member) => !after.includes(member)),
  };
}

/** Identifiers are the row's: one that only changed columns was neither added nor removed. */
export interface IdentifierDelta extends SetDelta {
  readonly movedIn: readonly string[];
  /** No longer stated in this column, and stated in another one of the row. */
  readonly movedOut: readonly string[];
}

export function identifierDelta(old: Cell, current: Cell): IdentifierDelta {
  const { added, removed } = setDelta(old, current);
  const before = old?.elsewhere ?? [];
  const after = current?.elsewhere ?? [];
  const arrived = (member: string): boolean => before.includes(member) && !after.includes(member);
  return {
    added: added.filter((member) => !arrived(member)),
    removed: removed.filter((member) => !after.includes(member)),
    movedIn: added.filter(arrived),
    movedOut: removed.filter((member) => after.includes(member)),
  };
}

/** Whether the row names no identifier in any column. */
export const namesNone = (cell: Cell): boolean => membersOf(cell).length === 0 && (cell?.elsewhere ?? []).length === 0;

export type YesNo = 'yes' | 'no' | 'blank' | 'other';

export function yesNo(cell: Cell): YesNo {
  if (isBlank(cell)) return 'blank';
  const text = cell?.text.trim().toLowerCase();
  return text === 'yes' || text === 'no' ? text : 'other';
}

export interface Link {
  /** Lower-case, without `www.`. */
  readonly host: string;
  /** Path and query without a trailing slash. */
  readonly path: string;
}

/** The first link a cell gives; null for a blank cell, `EMT_NO_WP` and prose without a link. */
export const linkOf = (cell: Cell): Link | null => findLinks(cell)[0] ?? null;

function findLinks(cell: Cell): readonly Link[] {
  return writtenAddresses(cell?.text ?? '').flatMap((found) => {
    const text = /^https?:/i.test(found) ? found : `https://${found}`;
    const url = parseUrl(text);
    if (url === null) return [];
    return [
      { host: url.hostname.replace(/^www\./, ''), path: `${url.pathname.replace(/(?<!\/)\/+$/, '')}${url.search}` },
    ];
  });
}

/** Whether a legal name's own row states the earlier name as a previous legal name. */
export const isNamedFormerly = (old: Cell, current: Cell): boolean =>
  (current?.formerly ?? []).some((name) => nameForm(name) === nameForm(old?.text ?? ''));

const nameForm = (name: string): string =>
  unicodeForm(name, 'NFKC')
    .toLowerCase()
    .replaceAll(/[\s.,;:'"]+/g, ' ')
    .trim();

export type DateMove = 'set' | 'emptied' | 'earlier' | 'later' | 'unreadable';

/** How a stated date moved; `unreadable` when a side is not a date. */
export function dateMove(old: Cell, current: Cell): DateMove {
  if (isBlank(old)) return 'set';
  if (isBlank(current)) return 'emptied';
  if (old?.date === undefined || current?.date === undefined) return 'unreadable';
  return current.date < old.date ? 'earlier' : 'later';
}
