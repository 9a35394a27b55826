/** When two cells of a register column say the same, and what they say in words. */
import type { RegisterColumnValue } from '../../schemas/facts.ts';
import { identifierDelta, isBlank, linksOf, membersOf } from '../impact/v1/comparators.ts';
import { columnOf } from '../registers/columns/columns.ts';
import { fill } from './text/template.ts';
import {
  columnFields,
  columnWords,
  identifierPlaces,
  memberTexts,
  serviceWords,
  unknownColumn,
} from './texts/register-columns.ts';
import { joinList, formatIsoDate, oneLine, orElse, quoted } from './text/values.ts';

type Cell = RegisterColumnValue | null;

/** Whether the difference is none or only one of spelling (domain 7.2, editorial). */
export function isSameCell(meaning: string, old: Cell, current: Cell): boolean {
  if (meaning === 'last_update') return true;
  if (meaning === 'dti' || meaning === 'ffg') return isSameIdentifiers(old, current);
  if (isBlank(old) || isBlank(current)) return isBlank(old) === isBlank(current);
  if (old === null || current === null) return false;
  if (old.text === current.text) return true;
  if (old.items !== undefined && current.items !== undefined) return sameMembers(old.items, current.items);
  if (old.date !== undefined && current.date !== undefined) return old.date === current.date;
  if (isLinkColumn(meaning) && isSameLinks(linksOf(old), linksOf(current))) return true;
  return columnOf(meaning).difference(old.text, current.text) !== 'changed';
}

const isSameLinks = (old: readonly string[], current: readonly string[]): boolean =>
  old.length > 0 && sameMembers(old, current);

const isLinkColumn = (meaning: string): boolean => meaning === 'white_paper_link' || meaning === 'website';

/** A cell in words: `blank`, dates written out, sets as a list, other text as published. */
export function formatCell(cell: Cell): string {
  if (cell === null || isBlank(cell)) return columnWords.blank;
  if (isDated(cell)) return formatIsoDate(cell.date);
  return cell.items === undefined ? cell.text : orElse(formatMembers(cell.meaning, membersOf(cell)), cell.text);
}

/** As `formatCell`, with text of the source in quotation marks. */
export const cellQuoted = (cell: Cell): string =>
  cell === null || isBlank(cell) || isDated(cell) || hasMembers(cell) ? formatCell(cell) : quoted(formatCell(cell));

const hasMembers = (cell: RegisterColumnValue): boolean => formatMembers(cell.meaning, cell.items ?? []) !== '';

/** What was added to a set and what is gone from it, as parts of a sentence. */
export function formatDelta(old: Cell, current: Cell): string {
  const { added, removed, movedIn, movedOut } = identifierDelta(old, current);
  const meaning = current?.meaning ?? old?.meaning ?? '';
  const place = otherColumn(meaning).to;
  const parts = [
    [memberTexts.added, added],
    [memberTexts.removed, removed],
    [memberTexts.movedIn, movedIn],
    [memberTexts.movedOut, movedOut],
  ] as const;
  return parts
    .map(([template, members]) => [template, formatMembers(meaning, members)] as const)
    .filter(([, items]) => items !== '')
    .map(([template, items]) => fill(template, { items, place }))
    .join('; ');
}

/** Where an identifier column states its identifiers, and where the row's other one does. */
export function otherColumn(meaning: string): { readonly from: string; readonly to: string } {
  const { dti, ffg } = identifierPlaces;
  return meaning === 'ffg' ? { from: ffg, to: dti } : { from: dti, to: ffg };
}

/** An identifier that came from another column of the row is told where it left. */
function isSameIdentifiers(old: Cell, current: Cell): boolean {
  const { added, removed, movedOut } = identifierDelta(old, current);
  return added.length + removed.length + movedOut.length === 0;
}

/** Members of a set in words; blank ones are left out. */
const formatMembers = (meaning: string, members: readonly string[]): string => {
  const stated = members.map(oneLine).filter((member) => member !== '');
  return stated.length === 0 ? '' : joinList(meaning === 'services' ? stated.map(formatService) : stated);
};

/** A service by its letter, as MiCA names it. */
const formatService = (letter: string): string => {
  const words = (serviceWords as Readonly<Record<string, string>>)[letter];
  return words === undefined ? letter : `${words} (${letter})`;
};

const isDated = (cell: RegisterColumnValue): cell is RegisterColumnValue & { readonly date: string } =>
  cell.date !== undefined && cell.date.trim() !== '';

const sameMembers = (left: readonly string[], right: readonly string[]): boolean =>
  left.every((member) => right.includes(member)) && right.every((member) => left.includes(member));

/** What a column is about and why that matters, by its meaning. */
export const fieldWords = (meaning: string): { readonly meaning: string; readonly stake: string } =>
  fieldTexts.get(meaning) ?? unknownColumn;

const fieldTexts: ReadonlyMap<string, { readonly meaning: string; readonly stake: string }> = new Map(
  Object.entries(columnFields),
);
