/** Names that are put together from syllables, and what writers of lists do to a name. */
import fc from 'fast-check';

/** No word of a table, and no two are spelled or sound alike. */
const namingWords = [
  ...['zorvelin', 'batukesh', 'quimandra', 'feldropax', 'hirogate', 'lumestrig', 'parnovisk', 'tscheruval'],
  ...['wobbenhaal', 'yasturim', 'cledomarn', 'driphontex', 'jurgovelt', 'novaskrin', 'rambleth', 'sigmundo'],
];

/** Forms of one kind. */
const formKinds = [
  ['Ltd', 'Limited', 'GmbH', 'OOO', 'S.r.l.', 'LLC', 'Sp. z o.o.'],
  ['JSC', 'OAO', 'A.S.', 'PJSC'],
];

export interface MadeUpName {
  readonly words: readonly string[];
  readonly kind: number;
  readonly form: string;
}

const capitalised = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
export const textOf = ({ words, form }: MadeUpName): string => [...words.map(capitalised), form].join(' ');

export const madeUpName: fc.Arbitrary<MadeUpName> = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...namingWords), { minLength: 2, maxLength: 3 }),
    fc.integer({ min: 0, max: formKinds.length - 1 }),
  )
  .map(([words, kind]) => ({ words, kind, form: formKinds[kind]?.[0] ?? '' }));

const accents: Readonly<Record<string, string>> = { a: 'á', e: 'ë', i: 'í', o: 'ö', u: 'ü', n: 'ñ' };
const wide = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));

/** A way to write a name, with the level that it has beside the name as it was. */
interface WayToWrite {
  readonly write: (name: MadeUpName) => string;
  readonly level: 'L3' | 'L4';
}

const inForm = (name: MadeUpName, at: number): string => {
  const forms = formKinds[name.kind] ?? [];
  return forms[at % forms.length] ?? '';
};

export const writings: Readonly<Record<string, WayToWrite>> = {
  'in capitals': { write: (name) => textOf(name).toUpperCase(), level: 'L3' },
  'with accents': {
    write: (name) => textOf(name).replaceAll(/[aeioun]/g, (letter) => accents[letter] ?? letter),
    level: 'L3',
  },
  'in full width': { write: (name) => wide(textOf(name)), level: 'L3' },
  'in quotation marks': { write: ({ words, form }) => `«${words.map(capitalised).join(' ')}», ${form}`, level: 'L3' },
  'without its form': { write: ({ words }) => words.join(' '), level: 'L3' },
  'with a soft hyphen': { write: (name) => textOf(name).replace(/^.../, '$&\u00ad'), level: 'L3' },
  'as entities': { write: (name) => textOf(name).replaceAll('o', '&#111;'), level: 'L3' },
  'formerly another one': { write: (name) => `Beldam Ostrik (formerly ${textOf(name)})`, level: 'L3' },
  'in another order': { write: ({ words, form }) => [...[...words].reverse(), form].join(' '), level: 'L4' },
  'with a general word': { write: ({ words, form }) => [...words, 'Group', form].join(' '), level: 'L4' },
  'with a doubled letter': { write: (name) => textOf(name).replace(/[lmnrst]/, '$&$&'), level: 'L4' },
  'with two words joined': {
    write: ({ words: [a = '', b = '', ...rest], form }) => [`${a}${b}`, ...rest, form].join(' '),
    level: 'L4',
  },
};

/** Names of others, as near as two names come: none may be found. */
export const others: Readonly<Record<string, (name: MadeUpName, other: string) => string>> = {
  'another last word': ({ words, form }, other) => [...words.slice(0, -1), other, form].join(' '),
  'another first word': ({ words, form }, other) => [other, ...words.slice(1), form].join(' '),
  'only its last word, beside another one': ({ words, form }, other) => [other, words.at(-1) ?? '', form].join(' '),
};

/** A word that the name does not have. */
export const otherWord = ({ words }: MadeUpName, at: number): string => {
  const left = namingWords.filter((word) => !words.includes(word));
  return left[at % left.length] ?? '';
};

/** The name with a further form of its kind. */
export const inOtherForm = (name: MadeUpName, at: number): string => [...name.words, inForm(name, at)].join(' ');
