/** Former names that a list states in prose: "Example (formerly known as Quarnholt) is a company of …". */
import type { ListedName } from '../../../schemas/generated/records.ts';
import { marks } from '../../screening/names/tables/tables.ts';
import { lineOf } from './line-of.ts';

/** Marks of several words, or with signs: "formerly" alone is in front of an office as often as of a name. */
const mark = marks
  .filter(({ mark: text, kind, place }) => kind === 'previous' && place === 'anywhere' && /[ ./]/.test(text))
  .map(({ mark: text }) => text.replaceAll('.', '\\.').replaceAll(' ', '\\s'))
  .sort((a, b) => b.length - a.length)
  .join('|');
const marked = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${mark})\.?[:,]?\s`, 'giu');

/** A name in quotation marks, or from a capital letter to a sign or a word that goes on with the sentence. */
const quotedName = /^["“«„']([^"“”«»„\n]{2,200})["”»]/u;
const plainName = /^(?!\p{Ll})\p{L}[^.;,()[\]\n"“”«»]{1,200}/u;
const goesOn = /\s(?:is|was|were|are|has|had|until|till|since|from|before|prior|which|who|when|and)\s/u;

/** Signs between what a mark stands behind and the mark. */
const between = /[\s("“,:–-]$/u;

/**
 * Names behind a mark that stands at the start of a sentence, or behind a name of the entry: elsewhere the text may state
 * the former name of another party.
 */
export function formerNamesInText(text: string, names: readonly ListedName[]): readonly ListedName[] {
  const own = names.map(({ name }) => name.toLowerCase());
  return [...text.matchAll(marked)].flatMap(({ index, 0: found }): readonly ListedName[] => {
    if (!isAboutEntry(text.slice(Math.max(0, index - 300), index), own)) return [];
    const rest = text.slice(index + found.length).trimStart();
    const plain = plainName.exec(rest)?.[0] ?? '';
    const name = lineOf(quotedName.exec(rest)?.[1] ?? plain.split(goesOn)[0] ?? '');
    return name === '' ? [] : [{ name, kind: 'previous', weak: false }];
  });
}

function isAboutEntry(before: string, own: readonly string[]): boolean {
  let front = before;
  while (between.test(front)) {
    if (front.endsWith('\n')) return true;
    front = front.slice(0, -1);
  }
  return front === '' || /[.;]$/.test(front) || own.some((name) => front.toLowerCase().endsWith(name));
}
