import type { DisclosureField, FieldValue } from '../../../schemas/fields/field.ts';
import { fill } from '../template.ts';
import { differenceTexts } from '../texts/disclosure/values.ts';
import { inWords, isoDateInWords } from '../words.ts';
import {
  basisPointsInWords,
  codeInWords,
  codesInWords,
  type Fee,
  feesOf,
  languageInWords,
  partiesOf,
  textOf,
  textsOf,
} from './field-words.ts';
import { chainInWords } from './source-words.ts';

/**
 * What differs between two values of several parts: members of a set, parties, fees, particulars of a document. Empty
 * when the field has one part, or when nothing tells the two apart.
 */
export function differenceInWords(field: DisclosureField, old: FieldValue, current: FieldValue): string {
  switch (field.rule.type) {
    case 'setBad':
    case 'setGood':
    case 'tierSet':
      return members(codesInWords(field, old), codesInWords(field, current)).join('; ');
    case 'parties':
      return members(partiesOf(old), partiesOf(current)).join('; ');
    case 'fees':
      return fees(field, feesOf(old), feesOf(current)).join('; ');
    case 'document':
      return particulars(old, current).join('; ');
    default:
      return '';
  }
}

function members(
  old: readonly string[],
  current: readonly string[],
  texts: { readonly added: string; readonly removed: string } = differenceTexts,
): readonly string[] {
  const added = current.filter((item) => !old.includes(item));
  const removed = old.filter((item) => !current.includes(item));
  return [
    ...(added.length === 0 ? [] : [fill(texts.added, { items: inWords(added) })]),
    ...(removed.length === 0 ? [] : [fill(texts.removed, { items: inWords(removed) })]),
  ];
}

/** Fees that moved, then those that came and went. */
function fees(field: DisclosureField, old: readonly Fee[], current: readonly Fee[]): readonly string[] {
  const before = new Map(old.map(({ code, bps }) => [code, bps]));
  const after = new Map(current.map(({ code, bps }) => [code, bps]));
  const moved = current.flatMap(({ code, bps }) => {
    const earlier = before.get(code);
    if (earlier === undefined) return [];
    const [was, is] = [basisPointsInWords(earlier), basisPointsInWords(bps)];
    return was === is ? [] : [difference(codeInWords(field, code), was, is)];
  });
  const stated = (list: readonly Fee[], other: ReadonlyMap<string, string>): readonly string[] =>
    list
      .filter(({ code }) => !other.has(code))
      .map(({ code, bps }) => `${codeInWords(field, code)} ${basisPointsInWords(bps)}`);
  return [...moved, ...members(stated(old, after), stated(current, before))];
}

function particulars(old: FieldValue, current: FieldValue): readonly string[] {
  const one = (what: string, member: string, words: (text: string) => string): readonly string[] => {
    const before = textOf(old, member);
    const after = textOf(current, member);
    return before === after ? [] : [difference(what, words(before), words(after))];
  };
  const itself = (text: string): string => text;
  return [
    ...one(differenceTexts.address, 'url', itself),
    ...one(differenceTexts.version, 'version', itself),
    ...one(differenceTexts.date, 'date', isoDateInWords),
    ...one(differenceTexts.language, 'language', languageInWords),
    ...members(textsOf(old, 'dti'), textsOf(current, 'dti'), {
      added: differenceTexts.identifiersAdded,
      removed: differenceTexts.identifiersRemoved,
    }),
    ...members(textsOf(old, 'chains').map(chainInWords), textsOf(current, 'chains').map(chainInWords), {
      added: differenceTexts.chainsAdded,
      removed: differenceTexts.chainsRemoved,
    }),
  ];
}

function difference(what: string, before: string, after: string): string {
  if (before === '') return fill(differenceTexts.stated, { what, after });
  if (after === '') return fill(differenceTexts.dropped, { what, before });
  return fill(differenceTexts.moved, { what, before, after });
}
