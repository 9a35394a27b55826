import type { DisclosureField, FieldValue, Quantity } from '../../../schemas/fields/field.ts';
import { fill } from '../../text/template.ts';
import { places } from './places.ts';
import { languages, valueTexts } from './value-templates.ts';
import { isAddress, publisherOf } from '../../text/publisher-text.ts';
import { joinList, formatIsoDate, oneLine, quoted } from '../../text/values.ts';
import { calendarDaysOf, grouped, formatMoney, percentOfBasisPoints } from './decimal-text.ts';
import { formatChain } from '../../text/source-text.ts';

type Members = Readonly<Record<string, unknown>>;

/** A typed value of a field as text. Amounts and dates are exact, a document has its address. */
export function formatValue(field: DisclosureField, value: FieldValue): string {
  if (value === null) return valueTexts.notStated;
  const { rule } = field;
  switch (rule.type) {
    case 'ordinal':
    case 'frequency':
    case 'yield':
      return formatCode(field, textOf(value, 'code'), textOf(value, 'text'));
    case 'supply':
      return formatSupply(field, value);
    case 'lower':
    case 'higher':
      return formatQuantity(rule.quantity, value);
    case 'setBad':
    case 'setGood':
    case 'tierSet':
      return joinList(formatCodes(field, value));
    case 'bool':
      return formatPresence(field, value);
    case 'identity':
      return formatIdentity(rule.of, value);
    case 'parties': {
      const parties = partiesOf(value);
      return parties.length === 0 ? valueTexts.noParty : joinList(parties);
    }
    case 'date':
      return formatIsoDate(textOf(value, 'date'));
    case 'fees': {
      const fees = feesOf(value).map(({ code, bps }) => formatFee(field, code, bps));
      return joinList(fees);
    }
    case 'document':
      return formatDocument(value, textOf(value, 'url'));
  }
}

/** The same for the middle of a sentence, which names the publisher of a document or page in place of its address. */
export function valueInSentence(field: DisclosureField, value: FieldValue): string {
  const address = value === null ? '' : addressOf(field, value);
  if (value === null || address === '') return formatValue(field, value);
  const name = fill(valueTexts[field.rule.type === 'document' ? 'document' : 'page'], {
    publisher: publisherOf(address),
  });
  return field.rule.type === 'document' ? formatDocument(value, name) : name;
}

/** Two values in one sentence: texts that are equal for two addresses of one publisher get different ones. */
export function valuesInSentence(
  field: DisclosureField,
  old: FieldValue,
  current: FieldValue,
): readonly [string, string] {
  const [before, after] = [valueInSentence(field, old), valueInSentence(field, current)];
  if (before !== after || formatValue(field, old) === formatValue(field, current)) return [before, after];
  return [before, after.replace(/^a (?=document|page)/, valueTexts.another)];
}

/** The address that a value is, or begins with; empty for any other value. */
function addressOf({ rule }: DisclosureField, value: Members): string {
  if (rule.type === 'document') return textOf(value, 'url');
  const contact = rule.type === 'identity' && rule.of === 'contact' ? textOf(value, 'contact') : '';
  return isAddress(contact) ? contact : '';
}

/** A note that a reader needs to compare the value; null for most values. */
export const noteOnValue = (value: FieldValue): string | null =>
  value !== null && value['count'] === 'business' && isDecimal(textOf(value, 'days'))
    ? fill(valueTexts.countsAs, { days: calendarDaysOf(textOf(value, 'days')) })
    : null;

/** A code by its text in the catalogue; `other` by the text of the source. */
export function formatCode({ words }: DisclosureField, code: string, text = ''): string {
  if (code === 'other') return text === '' ? (words['other'] ?? valueTexts.other) : inQuotes(text);
  return words[code] ?? code.replaceAll('_', ' ');
}

/** Members of a set, each as text. */
export const formatCodes = (field: DisclosureField, value: FieldValue): readonly string[] =>
  listOf(value, 'codes').map((code) => formatCode(field, String(code), textOf(value, 'text')));

/** Parties of a value, each with its identifiers. */
export const partiesOf = (value: FieldValue): readonly string[] =>
  listOf(value, 'parties').map((party) => formatParty(party as Members));

export interface Fee {
  readonly code: string;
  readonly bps: string;
}

export const feesOf = (value: FieldValue): readonly Fee[] =>
  listOf(value, 'fees').map((fee) => ({ code: textOf(fee as Members, 'code'), bps: textOf(fee as Members, 'bps') }));

export const formatBasisPoints = (bps: string): string =>
  isDecimal(bps) ? fill(valueTexts.percent, { amount: percentOfBasisPoints(bps) }) : quoted(bps);

export const formatLanguage = (code: string): string => languages.get(code) ?? code;

export const textOf = (value: FieldValue, member: string): string => {
  const text = value?.[member];
  return typeof text === 'string' ? oneLine(text) : '';
};

export const textsOf = (value: FieldValue, member: string): readonly string[] => listOf(value, member).map(String);

function formatQuantity(quantity: Quantity, value: Members): string {
  if (quantity === 'bps') return formatBasisPoints(textOf(value, 'bps'));
  const decimal = textOf(value, quantity === 'money' ? 'amount' : quantity);
  if (!isDecimal(decimal)) return quoted(decimal);
  switch (quantity) {
    case 'percent':
      return fill(valueTexts.percent, { amount: grouped(decimal) });
    case 'money':
      return fill(valueTexts.money, { amount: formatMoney(decimal), currency: textOf(value, 'currency') });
    case 'days': {
      const [one, many] = valueTexts.days[value['count'] === 'business' ? 'business' : 'calendar'];
      return fill(decimal === '1' ? one : many, { days: grouped(decimal) });
    }
  }
}

function formatPresence({ words }: DisclosureField, value: Members): string {
  const present = value['present'] === true;
  const stated = words[String(present)] ?? (present ? valueTexts.yes : valueTexts.no);
  const name = textOf(value, 'name');
  return name === '' ? stated : fill(valueTexts.named, { value: stated, name });
}

function formatIdentity(of: 'party' | 'law' | 'contact', value: Members): string {
  if (of === 'party') return formatParty(value);
  if (of === 'contact') return inQuotes(textOf(value, 'contact'));
  const code = textOf(value, 'law');
  const place = places.get(code);
  return place === undefined ? code : fill(valueTexts.law, { place, code });
}

function formatParty(party: Members): string {
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

const formatFee = (field: DisclosureField, code: string, bps: string): string =>
  fill(valueTexts.fee, { name: formatCode(field, code), amount: formatBasisPoints(bps) });

function formatSupply(field: DisclosureField, value: Members): string {
  const policy = formatCode(field, textOf(value, 'code'), textOf(value, 'text'));
  const cap = textOf(value, 'cap');
  return cap === '' ? policy : fill(valueTexts.cap, { policy, cap: isDecimal(cap) ? grouped(cap) : quoted(cap) });
}

function formatDocument(value: Members, name: string): string {
  const version = textOf(value, 'version');
  const date = textOf(value, 'date');
  const language = textOf(value, 'language');
  const identifiers = textsOf(value, 'dti');
  const chains = textsOf(value, 'chains');
  const particulars = [
    ...(version === '' ? [] : [fill(valueTexts.version, { version })]),
    ...(date === '' ? [] : [formatIsoDate(date)]),
    ...(language === '' ? [] : [fill(valueTexts.language, { language: formatLanguage(language) })]),
    ...(identifiers.length === 0 ? [] : [fill(valueTexts.identifiers, { items: joinList(identifiers) })]),
    ...(chains.length === 0 ? [] : [fill(valueTexts.chains, { items: joinList(chains.map(formatChain)) })]),
  ];
  return particulars.length === 0 ? name : fill(valueTexts.particulars, { name, particulars: particulars.join(', ') });
}

function listOf(value: FieldValue, member: string): readonly unknown[] {
  const list = value?.[member];
  return Array.isArray(list) ? (list as readonly unknown[]) : [];
}

/** Text of the source inside a sentence, which has its own full stop. */
const inQuotes = (text: string): string => quoted(text.replace(/(?<!\.)\.+$/, ''));

const isDecimal = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);
