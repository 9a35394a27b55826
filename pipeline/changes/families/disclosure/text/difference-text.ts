import type { DisclosureField, FieldValue } from '../../../../../schemas/fields/field.ts';
import { fill } from '../../../../text/template.ts';
import { differenceTexts } from '../../../../documents/fields/value-templates.ts';
import { joinList, formatIsoDate } from '../../../../text/values.ts';
import {
  formatBasisPoints,
  formatCode,
  formatCodes,
  type Fee,
  feesOf,
  formatLanguage,
  partiesOf,
  textOf,
  textsOf,
} from '../../../../documents/fields/value-text.ts';
import { publisherOf } from '../../../../text/publisher-text.ts';
import { formatChain } from '../../../../text/source-text.ts';

/**
 * The differences between two values of several parts: members of a set, parties, fees, particulars of a document. Empty
 * for a field of one part, and when the texts of both values are equal.
 */
export function formatDifference(field: DisclosureField, old: FieldValue, current: FieldValue): string {
  switch (field.rule.type) {
    case 'setBad':
    case 'setGood':
    case 'tierSet':
      return members(formatCodes(field, old), formatCodes(field, current)).join('; ');
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
    ...(added.length === 0 ? [] : [fill(texts.added, { items: joinList(added) })]),
    ...(removed.length === 0 ? [] : [fill(texts.removed, { items: joinList(removed) })]),
  ];
}

/** Changed fees first, then added and removed ones. */
function fees(field: DisclosureField, old: readonly Fee[], current: readonly Fee[]): readonly string[] {
  const before = new Map(old.map(({ code, bps }) => [code, bps]));
  const after = new Map(current.map(({ code, bps }) => [code, bps]));
  const moved = current.flatMap(({ code, bps }) => {
    const earlier = before.get(code);
    if (earlier === undefined) return [];
    const [was, is] = [formatBasisPoints(earlier), formatBasisPoints(bps)];
    return was === is ? [] : [difference(formatCode(field, code), was, is)];
  });
  const stated = (list: readonly Fee[], other: ReadonlyMap<string, string>): readonly string[] =>
    list
      .filter(({ code }) => !other.has(code))
      .map(({ code, bps }) => `${formatCode(field, code)} ${formatBasisPoints(bps)}`);
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
    ...addresses(textOf(old, 'url'), textOf(current, 'url')),
    ...one(differenceTexts.version, 'version', itself),
    ...one(differenceTexts.date, 'date', formatIsoDate),
    ...one(differenceTexts.language, 'language', formatLanguage),
    ...members(textsOf(old, 'dti'), textsOf(current, 'dti'), {
      added: differenceTexts.identifiersAdded,
      removed: differenceTexts.identifiersRemoved,
    }),
    ...members(textsOf(old, 'chains').map(formatChain), textsOf(current, 'chains').map(formatChain), {
      added: differenceTexts.chainsAdded,
      removed: differenceTexts.chainsRemoved,
    }),
  ];
}

/** Another publisher, or another address of the same one. */
function addresses(before: string, after: string): readonly string[] {
  const [from, to] = [publisherOf(before), publisherOf(after)];
  if (before === after) return [];
  return from === to
    ? [fill(differenceTexts.otherAddress, { publisher: to })]
    : [difference(differenceTexts.publisher, from, to)];
}

function difference(what: string, before: string, after: string): string {
  if (before === '') return fill(differenceTexts.stated, { what, after });
  if (after === '') return fill(differenceTexts.dropped, { what, before });
  return fill(differenceTexts.moved, { what, before, after });
}
