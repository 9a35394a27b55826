/** Names inside a name: "Example Holdings (formerly Example Bank)" is three names. */
import { type BirthName, withBirthName } from './birth-names.ts';
import { visible } from './reading/characters.ts';
import { mayEndInNote, withoutNotes } from './notes-on-names.ts';
import type { NameMode } from './reading/word.ts';
import { marks, type MarkRow } from './tables/tables.ts';

/** A name that another one states before or after a mark. */
export interface NamePart extends Partial<BirthName> {
  readonly name: string;
  /** The mark as written. */
  readonly mark: string;
  readonly place: 'before' | 'after';
  /** Null for the name in front, which is of the kind of the whole. */
  readonly kind: 'alias' | 'previous' | null;
}

/** Bounds on hostile cells. The readers of lists raise an alarm for what is beyond them. */
export const longestCell = 4_096;
export const mostParts = 100;

const rowsByMark = new Map(marks.map((row) => [row.mark, row]));
const escaped = (mark: string): string => mark.replaceAll('.', '\\.').replaceAll(' ', '\\s+');
const patternOf = (texts: readonly string[]): string =>
  [...texts]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');
const every = patternOf(marks.map(({ mark }) => mark));

/**
 * Ends of a mark: `a.k.a.:`, `formerly, `; `ex-` ends with its hyphen. Only one space, because the name behind it may begin
 * with others: two repetitions in a row would take quadratic time.
 */
const end = String.raw`(?:\.?[:,：]?\s|\.?[:：]|(?<=ex)-)`;
const inBrackets = new RegExp(String.raw`[(（\[]\s*(${every})${end}([^()（）\[\]]+)[)）\]]`, 'giu');
const anywhere = new RegExp(String.raw`(?<![\p{L}\p{N}])(${every})${end}`, 'giu');
const outsideBrackets = marks.flatMap(({ mark, place }) => (place === 'brackets' ? [] : [mark.split(' ')[0] ?? '']));
const mayHave = new RegExp(String.raw`[()（\[;|]|\s/\s|\b(?:${patternOf([...new Set(outsideBrackets)])})`, 'i');

/** Whether a mark that was found outside brackets counts there. Behind a semicolon each does. */
function counts({ 1: mark = '', index, input }: RegExpExecArray): boolean {
  const place = rowOf(mark)?.place;
  if (place === 'anywhere' || (place === 'lower_case' && mark === mark.toLowerCase())) return true;
  return /;\s?$/.test(input.slice(Math.max(0, index - 2), index));
}

const rowOf = (mark: string): MarkRow | undefined => rowsByMark.get(mark.toLowerCase().replaceAll(/\s+/g, ' '));

/** What stands between the names of a cell: a semicolon, a bar or a slash between spaces, in a cell that starts a list also its letters or numbers. */
const semicolon = /;|\s[/|]\s/g;
const numbered = /;|\s[/|]\s|(?<![\p{L}\p{N}])\(?(?:[a-h]|\d)\)(?=\s)/giu;
const startsList = /^\s?\(?[a1]\)\s/i;
/** What stands in brackets is part of one name. */
const bracketed = /[([（][^()[\]（）]*[)\]）]/g;

/** The names that a name states around its marks, so many at most; none when it has no mark between two names. */
export const partsOf = (name: string, mode: NameMode): readonly NamePart[] => everyPart(name, mode).slice(0, mostParts);

/** Without the bound on their number; of a longer text, those of its start. */
export function everyPart(name: string, mode: NameMode): readonly NamePart[] {
  if (!mayHave.test(name) && !mayEndInNote(name)) return [];
  const text = visible(name.slice(0, longestCell));
  const behind: NamePart[] = [];
  const { text: stated, note } = withoutNotes(text);
  const outside = stated.replaceAll(inBrackets, (_, mark: string, inner: string) => {
    behind.push(...inner.split(';').map((one) => partBehind(one, mark)));
    return ' ';
  });
  const found = [...outside.matchAll(anywhere)].filter(counts);
  for (const [at, one] of found.entries()) {
    behind.push(partBehind(outside.slice(one.index + one[0].length, found[at + 1]?.index), one[1] ?? ''));
  }
  if (behind.length === 0) return namesOfCell(outside, note);
  const parts = behind.filter(({ name: part }) => isName(part));
  const front = trimmed(outside.slice(0, found[0]?.index));
  const mark = parts[0]?.mark ?? note;
  if (!isName(front)) return found[0] === undefined || leads(found[0][0]) ? parts : [];
  if (mark === undefined) return [];
  const named = mode === 'person' ? parts.map((part) => (isBirth(part) ? withBirthName(part, front) : part)) : parts;
  return [partInFront(front, mark), ...named];
}

/** Whether a mark in front of everything is one: not the first word of a name, as in "Previously Owned Cars". */
const leads = (mark: string): boolean => /[./:：]|\S\s+\S/.test(mark) || mark === mark.toLowerCase();

const isBirth = ({ mark }: NamePart): boolean => rowOf(mark)?.kind === 'birth';

/** Names without marks, as several ones in a cell: `X; Y`, `a) X b) Y`. One alone is a part if a note stood behind it. */
function namesOfCell(cell: string, note: string | undefined): readonly NamePart[] {
  const text = cell.replaceAll(bracketed, (one) => one.replaceAll(';', ','));
  const isList = startsList.test(text);
  const between = isList ? numbered : semicolon;
  const names = text.split(between).slice(isList ? 1 : 0);
  const separators = (text.match(between) ?? []).slice(isList ? 1 : 0);
  const [front = '', ...others] = names.map(trimmed);
  const parts = others.flatMap((name, at) => (isName(name) ? [partBehind(name, (separators[at] ?? ';').trim())] : []));
  const mark = parts[0]?.mark ?? note;
  return mark === undefined || !isName(front) ? [] : [partInFront(front, mark), ...parts];
}

const partInFront = (name: string, mark: string): NamePart => ({ name, mark, place: 'before', kind: null });

const partBehind = (text: string, mark: string): NamePart => ({
  name: trimmed(text),
  mark,
  place: 'after',
  kind: (rowOf(mark)?.kind ?? 'alias') === 'alias' ? 'alias' : 'previous',
});

const isName = (text: string): boolean => /\p{L}/u.test(text);

/** Without the brackets, quotation marks and separators around a part. */
const trimmed = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,;:()[\]"“”«»'‘’-]+/, '')
    .replace(/(?<![\s,;:([\]"“”«»'‘’-])[\s,;:([\]"“”«»'‘’-]+$/, '')
    .replace(/^([^()]*)\)+$/, '$1');
