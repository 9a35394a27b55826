import type { DisclosureField, FieldValue, Quantity } from '../../../schemas/fields/field.ts';
import { fill } from '../template.ts';
import { places } from '../texts/disclosure/places.ts';
import { languages, valueTexts } from '../texts/disclosure/values.ts';
import { inWords, isoDateInWords, oneLine, quoted } from '../words.ts';
import { calendarDaysOf, grouped, moneyInWords, percentOfBasisPoints } from './decimal-words.ts';
import { chainInWords } from './source-words.ts';

type Members = Readonly<Record<string, unknown>>;

/** A typed value of a field in words, for the middle of a sentence. Amounts and dates are exact. */
export function valueInWords(field: DisclosureField, value: FieldValue): string {
  if (value === null) return valueTexts.notStated;
  const { rule } = field;
  switch (rule.type) {
    case 'ordinal':
    case 'frequency':
    case 'yield':
      return codeInWords(field, textOf(value, 'code'), textOf(value, 'text'));
    case 'supply':
      return supplyInWords(field, value);
    case 'lower':
    case 'higher':
      return quantityInWords(rule.quantity, value);
    case 'setBad':
    case 'setGood':
    case 'tierSet':
      return inWords(codesInWords(field, value));
    case 'bool':
      return presenceInWords(field, value);
    case 'identity':
      return identityInWords(rule.of, value);
    case 'parties': {
      const parties = partiesOf(value);
      return parties.length === 0 ? valueTexts.noParty : inWords(parties);
    }
    case 'date':
      return isoDateInWords(textOf(value, 'date'));
    case 'fees': {
      const fees = feesOf(value).map(({ code, bps }) => feeInWords(field, code, bps));
      return inWords(fees);
    }
    case 'document':
      return documentInWords(value);
  }
}

/** What a reader needs to know to compare the value; null for most. */
export const noteOnValue = (value: FieldValue): string | null =>
  value !== null && value['count'] === 'business' && isDecimal(textOf(value, 'days'))
    ? fill(valueTexts.countsAs, { days: calendarDaysOf(textOf(value, 'days')) })
    : null;

/** A code in the words of the catalogue; what is not on its scale in the source's own text. */
export function codeInWords({ words }: DisclosureField, code: string, text = ''): string {
  if (code === 'other') return text === '' ? (words['other'] ?? valueTexts.other) : inQuotes(text);
  return words[code] ?? code.replaceAll('_', ' ');
}

/** Members of a set, each in words. */
export const codesInWords = (field: DisclosureField, value: FieldValue): readonly string[] =>
  listOf(value, 'codes').map((code) => codeInWords(field, String(code), textOf(value, 'text')));

/** Parties of a value, each with what identifies it. */
export const partiesOf = (value: FieldValue): readonly string[] =>
  listOf(value, 'parties').map((party) => partyInWords(party as Members));

export interface Fee {
  readonly code: string;
  readonly bps: string;
}

export const feesOf = (value: FieldValue): readonly Fee[] =>
  listOf(value, 'fees').map((fee) => ({ code: textOf(fee as Members, 'code'), bps: textOf(fee as Members, 'bps') }));

export const basisPointsInWords = (bps: string): string =>
  isDecimal(bps) ? fill(valueTexts.percent, { amount: percentOfBasisPoints(bps) }) : quoted(bps);

export const languageInWords = (code: string): string => languages.get(code) ?? code;

export const textOf = (value: FieldValue, member: string): string => {
  const text = value?.[member];
  return typeof text === 'string' ? oneLine(text) : '';
};

export const textsOf = (value: FieldValue, member: string): readonly string[] => listOf(value, member).map(String);

function quantityInWords(quantity: Quantity, value: Members): string {
  if (quantity === 'bps') return basisPointsInWords(textOf(value, 'bps'));
  const decimal = textOf(value, quantity === 'money' ? 'amount' : quantity);
  if (!isDecimal(decimal)) return quoted(decimal);
  switch (quantity) {
    case 'percent':
      return fill(valueTexts.percent, { amount: grouped(decimal) });
    case 'money':
      return fill(valueTexts.money, { amount: moneyInWords(decimal), currency: textOf(value, 'currency') });
    case 'days': {
      const [one, many] = valueTexts.days[value['count'] === 'business' ? 'business' : 'calendar'];
      return fill(decimal === '1' ? one : many, { days: grouped(decimal) });
    }
  }
}

function presenceInWords({ words }: DisclosureField, value: Members): string {
  const present = value['present'] === true;
  const stated = words[String(present)] ?? (present ? valueTexts.yes : valueTexts.no);
  const name = textOf(value, 'name');
  return name === '' ? stated : fill(valueTexts.named, { value: stated, name });
}

function identityInWords(of: 'party' | 'law' | 'contact', value: Members): string {
  if (of === 'party') return partyInWords(value);
  if (of === 'contact') return inQuotes(textOf(value, 'contact'));
  const code = textOf(value, 'law');
  const place = places.get(code);
  return place === undefined ? code : fill(valueTexts.law, { place, code });
}

function partyInWords(party: Members): string {
  const lei = textOf(party, 'lei');
  const number = textOf(party, 'registrationNumber');
  const country = textOf(party, 'country');
  const particulars = [
    ...(lei === '' ? [] : [fill(valueTexts.lei, { lei })]),
    ...(number === '' ? [] : [fill(valueTexts.registration, { number })]),
    ...(country === '' ? [] : [places.get(country) ?? country]),
  ];
  const name = textOf(party, 'name');
  return particulars.length === 0 ? name : fill(valueTexts.particulars, { name, particulars: particulars.join(', ') });
}

const feeInWords = (field: DisclosureField, code: string, bps: string): string =>
  fill(valueTexts.fee, { name: codeInWords(field, code), amount: basisPointsInWords(bps) });

function supplyInWords(field: DisclosureField, value: Members): string {
  const policy = codeInWords(field, textOf(value, 'code'), textOf(value, 'text'));
  const cap = textOf(value, 'cap');
  return cap === '' ? policy : fill(valueTexts.cap, { policy, cap: isDecimal(cap) ? grouped(cap) : quoted(cap) });
}

function documentInWords(value: Members): string {
  const version = textOf(value, 'version');
  const date = textOf(value, 'date');
  const language = textOf(value, 'language');
  const identifiers = textsOf(value, 'dti');
  const chains = textsOf(value, 'chains');
  const particulars = [
    ...(version === '' ? [] : [fill(valueTexts.version, { version })]),
    ...(date === '' ? [] : [isoDateInWords(date)]),
    ...(language === '' ? [] : [fill(valueTexts.language, { language: languageInWords(language) })]),
    ...(identifiers.length === 0 ? [] : [fill(valueTexts.identifiers, { items: inWords(identifiers) })]),
    ...(chains.length === 0 ? [] : [fill(valueTexts.chains, { items: inWords(chains.map(chainInWords)) })]),
  ];
  const name = textOf(value, 'url');
  return particulars.length === 0 ? name : fill(valueTexts.particulars, { name, particulars: particulars.join(', ') });
}

function listOf(value: FieldValue, member: string): readonly unknown[] {
  const list = value?.[member];
  return Array.isArray(list) ? (list as readonly unknown[]) : [];
}

/** The source's own words inside of our sentence, which ends by itself. */
const inQuotes = (text: string): string => quoted(text.replace(/\.+$/, ''));

const isDecimal = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);
