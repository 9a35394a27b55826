/** Names of parties in a text that holds nothing else. */
import { closedAnswer } from './closed-answers.ts';
import { custodianBanks } from '../vocabulary/custodian-banks.ts';
import { legalForms } from '../vocabulary/legal-forms.ts';
import { anyOf, plainForm } from './words.ts';

/** Longest name of a party: a text with more is about it. */
const mostNameWords = 10;

/** A name alone in its text, or before a note about it. Null for every other text. */
export function partyName(text: string): string | null {
  const plain = plainForm(text).trim();
  if (closedAnswer(plain) !== null) return null;
  const [name = ''] = plain.split(' Note:', 1);
  const words = name.split(' ');
  const isSentence = /\b(?:is|are|was|has|have|the issuer|see)\b/i.test(name) || /[;:]/.test(name);
  return name === '' || isSentence || words.length > mostNameWords || !/^[\p{Lu}\d]/u.test(name) || !/\p{L}/u.test(name)
    ? null
    : name.replace(/(?<=\p{L}{3})(?<!\b(?:Ltd|Inc|Corp))\.$/u, '');
}

/** What follows a comma within one name. */
const suffix = new RegExp(`^(?:${legalForms.join('|')})$`);

/** Names parted by semicolons, sorted, each once; null when a part is no name, or commas may part names. */
export function partyNames(text: string): readonly string[] | null {
  const names = plainForm(text)
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (isOne(part) ? partyName(part) : null));
  const known = names.filter((name) => name !== null);
  return known.length === 0 || known.length < names.length ? null : [...new Set(known)].sort();
}

/** Whether a text names one party: "Brink, Ltd." does, "Brink and Bank of Malta" may be one or two. */
const isOne = (part: string): boolean =>
  !/\s(?:and|or)\s/i.test(part) &&
  part
    .split(',')
    .slice(1)
    .every((rest) => suffix.test(rest.trim()));

/** Source of an expression for words that end with a legal form; ignores case, so `companyNamed` decides. */
export const companyPattern = `(?:(?:[\\p{L}\\p{N}][\\p{L}\\p{N}&.'+-]{0,30},?|&) ){1,8}(?:${legalForms.join('|')})(?![\\p{L}\\p{N}])`;

/** A legal form of two words is one word of a name; an association of others is none. */
const wordOfName = /National Association(?! of\b)|\S+/g;

/** A company by its name with one legal form at the end; null for words that may be more than a name, or two of them. */
export function companyNamed(text: string): string | null {
  const words = plainForm(text).match(wordOfName) ?? [];
  const forms = words.filter((word) => suffix.test(word.replace(/,$/, '')));
  const isName = words.every((word) => /^[\p{Lu}\p{N}]/u.test(word) || ['of', 'the', '&'].includes(word));
  return isName && forms.length === 1 && suffix.test(words.at(-1) ?? '') ? words.join(' ') : null;
}

/** Source of an expression for one bank of the list. Ignores case. */
export const custodianPattern = `(?:${anyOf(custodianBanks.map(plainForm))})(?![\\p{L}\\p{N}])`;
const banks = new RegExp(custodianPattern, 'giu');

/** Up to 21 banks of the list, parted by commas and "and". */
export const custodiansPattern = `${custodianPattern}(?:(?:, and |, | and )${custodianPattern}){0,20}`;

/** The banks that a list of them names, as they are printed, sorted. */
export const custodiansNamed = (text: string): readonly { readonly name: string }[] =>
  [...new Set([...text.matchAll(banks)].map(([name]) => name))].sort().map((name) => ({ name }));

/** A company that a text names, with its place in the text. */
export interface NamedCompany {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Words of a company's name before its legal form at most. */
const mostWordsBefore = 8;
const ending = new RegExp(`^(?:${legalForms.join('|')})(?=$|[,;:)]|'s)`);

/** The companies of a text in its plain form: words with capitals up to a legal form. */
export function companiesIn(text: string): readonly NamedCompany[] {
  const words = [...text.matchAll(wordOfName)];
  return words.flatMap((word, index) => {
    const form = ending.exec(word[0])?.[0];
    if (form === undefined) return [];
    let first = index;
    while (first > 0 && index - first < mostWordsBefore && isPartOfName(words[first - 1]?.[0] ?? '')) first -= 1;
    while (first < index && /^(?:of|the|The|&)$/.test(words[first]?.[0] ?? '')) first += 1;
    if (first === index) return [];
    const start = words[first]?.index ?? 0;
    const end = word.index + form.length;
    const name = companyNamed(text.slice(start, end));
    return name === null ? [] : [{ name, start, end }];
  });
}

const isPartOfName = (word: string): boolean =>
  ['of', '&', 'the'].includes(word) || (/^[\p{Lu}\p{N}]/u.test(word) && !/(?:[;:)"]|\p{Ll}{2}\.)$/u.test(word));
