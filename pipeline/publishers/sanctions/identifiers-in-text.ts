/** Identifiers of organisations in free text: labels, values and other words, in any order and with any signs between. */
import { isLei } from '../../../schemas/values/lei.ts';
import { unicodeForm } from '../../../schemas/values/unicode-form.ts';
import { isInn, isOgrn, isUscc } from './check-digits.ts';
import { type LabelAt, type LabelKind, labelsIn } from './identifier-labels.ts';
import { nationalityCode } from './nationalities.ts';

interface TextIdentifier {
  /** `code`: of several organisations, so it matches nothing. */
  readonly kind: Exclude<LabelKind, 'none'>;
  readonly value: string;
  /** ISO 3166-1 alpha-2; null when the text states none. */
  readonly country: string | null;
}

export interface IdentifiersInText {
  readonly identifiers: readonly TextIdentifier[];
  /** Values whose check digits are not those of their kind. */
  readonly failing: readonly string[];
  /** Whether six digits or more in a row are in no identifier, or the text is longer than what is read. */
  readonly isPartlyUnread: boolean;
}

type CountryOf = (name: string) => string | null;

/** No text of a list is longer; what is behind that is reported as unread. */
const longest = 16_000;

/**
 * Reads a text. `prose`: the text states other things as well, so that a value counts only behind or before a label, and
 * with right check digits or as a BIC; digits that are unread are no fault there.
 */
export function identifiersInText(
  text: string,
  countryOf: CountryOf,
  kind: 'cell' | 'prose' = 'cell',
): IdentifiersInText {
  const plain = joinedDigits(unicodeForm(text.slice(0, longest), 'NFKC').replaceAll(/[‐‑‒–—]/g, '-'));
  const labels = labelsIn(plain);
  const values = valuesIn(plain, labels, kind);
  const found: TextIdentifier[] = [];
  const failing: string[] = [];
  const used = new Set<LabelAt>();
  for (const value of values) {
    const label = labelOf(plain, value, values, labels, used);
    if (label === null && kind === 'prose') continue;
    if (label !== null) used.add(label);
    if (label?.kind === 'none') continue;
    const country = statedCountry(plain, value, label, countryOf);
    const read = identify(value.text, label, country);
    if (read === null) continue;
    if (kind === 'prose' && !read.isCertain) continue;
    if (read.isFailing) failing.push(value.text);
    found.push({ kind: read.kind, value: value.text, country: read.country });
  }
  return {
    identifiers: found,
    failing,
    isPartlyUnread: text.length > longest || (kind === 'cell' && hasUnreadDigits(plain, values)),
  };
}

interface ValueAt {
  readonly at: number;
  readonly end: number;
  readonly text: string;
  /** End of the values that are written together. */
  readonly groupEnd: number;
}

/** `1 149 102 007 933` is one number when its check digits are right together. */
const joinedDigits = (text: string): string =>
  text.replaceAll(/(?<![\p{L}\p{N}])\d{1,4}(?!\p{N})(?: \d{1,4}(?!\p{N}))*/gu, (groups) => {
    const digits = groups.replaceAll(' ', '');
    return isOgrn(digits) || isInn(digits) ? digits : groups;
  });

const wordPattern = /[\p{L}\p{N}]+(?:[./-]+[\p{L}\p{N}]+)*/gu;
const gluedDigits = /^\d{6,}(?=\p{Lu}\p{Ll}{2})/u;

interface WordAt {
  readonly word: string;
  readonly at: number;
}

/** Digits end where a capitalised word is glued to them. */
const wordsIn = (text: string): readonly WordAt[] =>
  [...text.matchAll(wordPattern)].flatMap(({ index, 0: word }) => {
    const end = gluedDigits.exec(word)?.[0].length ?? 0;
    const rest = { word: word.slice(end), at: index + end };
    return end === 0 ? [rest] : [{ word: word.slice(0, end), at: index }, rest];
  });

const date = /^\d{1,2}[./-]\d{1,2}[./-]\d{4}$|^\d{4}-\d{2}-\d{2}$/;
const shortest = 2;

/** Letters of a register in front of a number: `HRB 12345`. */
const registerPrefix = /(?:^|[^\p{L}\p{N}])([A-Z]{2,4} )$/u;

/** Words with a digit, and those that may be a BIC, outside the labels. */
function valuesIn(text: string, labels: readonly LabelAt[], kind: 'cell' | 'prose'): readonly ValueAt[] {
  const values: ValueAt[] = [];
  let from = 0;
  for (const label of [...labels, { at: text.length, end: text.length, kind: 'none' as const }]) {
    const bic = labels.findLast(({ end }) => end <= from)?.kind === 'bic';
    for (const { word, at: index } of wordsIn(text.slice(from, label.at))) {
      const at = from + index;
      if (date.test(word) || word.length < shortest) continue;
      if (!/\d/.test(word) && !(bic && bicShape.test(word))) continue;
      const prefix = registerPrefix.exec(text.slice(from, at))?.[1];
      if (prefix === undefined || kind === 'prose') values.push(...divided(word, at));
      else
        values.push({
          at: at - prefix.length,
          end: at + word.length,
          text: `${prefix}${word}`,
          groupEnd: at + word.length,
        });
    }
    from = label.end;
  }
  return values;
}

const leastPart = 8;

/** `1000334551/00070350` is two values; `1360/1995-1996` is one. */
function divided(word: string, at: number): readonly ValueAt[] {
  const parts = word.split('/');
  if (parts.length < 2 || parts.some((part) => part.length < leastPart))
    return [{ at, end: at + word.length, text: word, groupEnd: at + word.length }];
  let start = at;
  return parts.map((part) => {
    const value = { at: start, end: start + part.length, text: part, groupEnd: at + word.length };
    start += part.length + 1;
    return value;
  });
}

/**
 * The last label before a value; one that stands directly behind an earlier value, and was taken for that, does not count.
 * Else the next label behind the value, before any other value.
 */
function labelOf(
  text: string,
  value: ValueAt,
  values: readonly ValueAt[],
  labels: readonly LabelAt[],
  used: ReadonlySet<LabelAt>,
): LabelAt | null {
  const before = labels.findLast(({ end }) => end <= value.at);
  const between = values.some(({ at, end }) => before !== undefined && at >= before.end && end <= value.at);
  if (before !== undefined && (!used.has(before) || between)) return before;
  const next = values.find(({ at }) => at >= value.groupEnd);
  const behind = labels.findLast(
    (label) => label.kind !== 'none' && label.at >= value.groupEnd && (next === undefined || label.at < next.at),
  );
  if (behind === undefined || (next !== undefined && isLabelOfNext(text, behind))) return null;
  if (/[.;]\s/.test(text.slice(value.groupEnd, behind.at))) return null;
  return behind;
}

/** `TIN: 7701…`: a sign behind a label ties it to the value that follows. */
const isLabelOfNext = (text: string, { end }: LabelAt): boolean => /^\s*[:-]/.test(text.slice(end, end + 8));

const bicShape = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

interface IdentifierKind {
  readonly kind: TextIdentifier['kind'];
  readonly country: string | null;
  /** The check digits of its kind are wrong. */
  readonly isFailing: boolean;
  /** They are right, or its shape is that of a BIC behind its label. */
  readonly isCertain: boolean;
}

/** The value decides over the label, unless another country is stated. */
function identify(written: string, label: LabelAt | null, stated: string | null): IdentifierKind | null {
  const text = written.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const country = stated ?? label?.country ?? null;
  const right = (kind: IdentifierKind['kind'], where: string | null): IdentifierKind => ({
    kind,
    country: where,
    isFailing: false,
    isCertain: true,
  });
  if (isLei(text)) return right('lei', null);
  if (isUscc(text) && (country === null || country === 'CN')) return right('registration', 'CN');
  if (country === null || country === 'RU') {
    if (isOgrn(text)) return right('registration', 'RU');
    if (isInn(text) && label?.kind !== 'code') return right('tax', 'RU');
  }
  const kind = label?.kind ?? 'registration';
  if (kind === 'none') return null;
  if (kind === 'bic' && !bicShape.test(text)) return /^\d{9}$/.test(text) ? right('code', 'RU') : null;
  if (kind === 'bic') return right('bic', null);
  if (kind === 'lei') return { kind: 'registration', country, isFailing: text.length === 20, isCertain: false };
  // Such as the licence of a bank: beside the number of the register it would show another company.
  const isOther = kind === 'registration' && country === 'RU' && label?.country !== 'RU' && !ogrnShape.test(text);
  if (isOther) return { kind: 'code', country, isFailing: false, isCertain: false };
  return { kind, country, isFailing: label?.country === 'RU' && kind !== 'code', isCertain: false };
}

const ogrnShape = /^(?:\d{13}|\d{15})$/;

/** At the end of the 60 characters before a label. */
const wordsInFront = /(?:\p{L}[\p{L}.'’-]{0,59}\s{1,59}){1,4}$/u;

/** `(Russia)` behind the value, `Russia INN` around the label. */
function statedCountry(text: string, value: ValueAt, label: LabelAt | null, countryOf: CountryOf): string | null {
  const bracket = /^\s*\(([^()]{2,60})\)/.exec(text.slice(value.end))?.[1];
  const behind = bracket === undefined ? null : countryIn(bracket, countryOf);
  if (behind !== null || label === null) return behind;
  const front = wordsInFront.exec(text.slice(Math.max(0, label.at - 60), label.at))?.[0] ?? '';
  return countryIn(front, countryOf);
}

/** The country that words name, from the longest end of them on. */
function countryIn(text: string, countryOf: CountryOf): string | null {
  const words = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  for (let from = 0; from < words.length; from += 1) {
    for (const part of [words.slice(from), words.slice(0, words.length - from)]) {
      const name = part.join(' ');
      const code = name.length < 2 ? null : (countryOf(name) ?? nationalityCode(name));
      if (code !== null) return code;
    }
  }
  return null;
}

const hasUnreadDigits = (text: string, values: readonly ValueAt[]): boolean =>
  [...text.matchAll(/\d{6,}/g)].some(
    ({ index, 0: digits }) => !values.some(({ at, end }) => at <= index && end >= index + digits.length),
  );
