/** Amounts as reports print them. */
import { plainForm } from '../notation/words.ts';

/** An amount in millionths, with how many decimals were printed. */
export interface Amount {
  readonly millionths: bigint;
  readonly decimals: number;
}

const places = 6;

/** How a document groups digits: `1,234.50`, `1.234,50`, `1'234.50` or `1 234,50`. */
export type AmountStyle = 'comma' | 'point' | 'apostrophe' | 'space';

const forms: Readonly<Record<AmountStyle, { readonly form: RegExp; readonly group: string }>> = {
  comma: { form: /^(\()?(-)?(\d{1,3}(?:,\d{3}){1,12}|\d{1,40})(?:\.(\d{1,6}))?(\))?$/, group: ',' },
  point: { form: /^(\()?(-)?(\d{1,3}(?:\.\d{3}){1,12}|\d{1,40})(?:,(\d{1,6}))?(\))?$/, group: '.' },
  apostrophe: { form: /^(\()?(-)?(\d{1,3}(?:'\d{3}){1,12}|\d{1,40})(?:[.,](\d{1,6}))?(\))?$/, group: "'" },
  space: { form: /^(\()?(-)?(\d{1,3}(?:_\d{3}){1,12}|\d{1,40})(?:,(\d{1,6}))?(\))?$/, group: '_' },
};

/** Amounts that only one style has. */
const marks: readonly (readonly [style: AmountStyle, mark: RegExp])[] = [
  ['comma', /\d,\d{3}(?:,\d{3}|\.\d)/],
  ['point', /\d\.\d{3}(?:\.\d{3}|,\d)/],
  ['apostrophe', /\d'\d{3}(?!\d)/],
  ['space', /\d \d{3}(?: \d{3}|,\d)/],
];

/** The style on which all amounts of a document agree; null where two styles are sure. English where none is, unless
 * it may be another one. */
export function styleOf(texts: Iterable<string>): AmountStyle | null {
  const found = new Set<AmountStyle>();
  let isOpen = false;
  for (const text of texts) {
    if (!/\d[.,' ]\d{3}/.test(text) || text.length > longest) continue;
    const plain = plainForm(text);
    isOpen ||= /^[^.,\d]{0,5}\d{1,3}\.\d{3}[^.,\d]{0,5}$/.test(plain);
    for (const [style, mark] of marks) if (mark.test(plain) && amountOf(text, style) !== null) found.add(style);
  }
  const [only] = found;
  // One point before three digits parts groups or decimals.
  if (only === undefined) return isOpen ? null : 'comma';
  return found.size > 1 ? null : only;
}

const sign = /^(\(?-?) ?(?:(?:US|HK|S|A|C)?[$€£¥]|(?:USD|EUR|GBP|CHF|HKD|SGD|JPY|AUD|CAD)(?=[ \d])) ?/;
const code = / ?(?:[$€£¥]|USD|EUR|GBP|CHF|HKD|SGD|JPY|AUD|CAD)$/;
/** The ticker of a token after an amount with groups. */
const ticker = /(?<=\d[,.' ]\d{3}(?:[.,]\d{1,6})?) \p{Lu}[\p{L}\d]{1,6}\p{Lu}$/u;

/**
 * `$ 1,234.50`, `(75,977,366)`, `1,234 USD`: brackets and a sign are minus; null for every other text, a dash for nil among
 * them.
 */
export function amountOf(text: string, style: AmountStyle = 'comma'): Amount | null {
  if (text.length > longest) return null;
  const bare = plainForm(text).trim().replace(ticker, '').replace(sign, '$1').replace(code, '').trim();
  const joined = style === 'space' ? bare.replaceAll(/(?<=\d) (?=\d{3}(?!\d))/g, '_') : bare;
  const { form, group } = forms[style];
  const [matched, open, minus, whole = '', part = '', close] = form.exec(joined.replaceAll(/[$€£\s]/gu, '')) ?? [];
  if (matched === undefined || (open === undefined) !== (close === undefined)) return null;
  if (open !== undefined && minus !== undefined) return null;
  const digits = BigInt(`${whole.replaceAll(group, '')}${part.padEnd(places, '0')}`);
  return { millionths: open !== undefined || minus !== undefined ? -digits : digits, decimals: part.length };
}

/** Longest amount, in UTF-16 code units. */
const longest = 80;

/** Decimal text without trailing zeros. */
export function decimalOf(millionths: bigint): string {
  const digits = (millionths < 0n ? -millionths : millionths).toString().padStart(places + 1, '0');
  const part = digits.slice(-places).replace(/(?<!0)0+$/, '');
  return `${millionths < 0n ? '-' : ''}${digits.slice(0, -places)}${part === '' ? '' : `.${part}`}`;
}

/**
 * What rounding allows between the sum of so many parts and a printed total: half of a unit of the most decimals for each part, at
 * least 0.01.
 */
export function toleranceOf(parts: number, decimals: number): bigint {
  const half = 10n ** BigInt(places - decimals) / 2n;
  const rounding = half * BigInt(parts);
  return rounding > 10_000n ? rounding : 10_000n;
}

/** `reserves` as a percentage of `tokens`, cut after four decimals; null for no tokens. */
export const coverageOf = (reserves: bigint, tokens: bigint): string | null =>
  tokens <= 0n ? null : decimalOf(((reserves * 1_000_000n) / tokens) * 100n);
