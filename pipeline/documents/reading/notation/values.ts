/** Numbers, languages and currencies as documents write them. Null for everything that can be read in two ways. */
import { numberInWords } from './number-words.ts';

/** Decimal text of a number with English or no grouping: `1,234.50`. Groups are checked. */
export function numberOf(text: string): string | null {
  const trimmed = text.trim().replace(/[.,]$/, '');
  if (!/^\d{1,3}(?:,\d{3})+(?:\.\d{1,18})?$|^\d{1,30}(?:\.\d{1,18})?$/.test(trimmed)) return null;
  const plain = trimmed.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  return plain.includes('.') ? plain.replace(/(?:\.|(?<![.0]))0+$/, '') : plain;
}

/** Basis points of a percentage: `0.10` is `10`. */
export function basisPointsOf(text: string): string | null {
  const percent = numberOf(text);
  if (percent === null) return null;
  const [whole = '', fraction = ''] = percent.split('.');
  const digits = `${whole}${fraction.padEnd(2, '0').slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = fraction.slice(2).replace(/(?<!0)0+$/, '');
  return rest === '' ? digits : `${digits}.${rest}`;
}

const scales: Readonly<Record<string, number>> = { million: 6, billion: 9, trillion: 12 };

/** Decimal text of a count, also in words of scale: `50 billion`, `2.1 million`. */
export function quantityOf(text: string): string | null {
  const [digits = '', scale] = text.trim().toLowerCase().split(' ');
  const number = numberOf(digits);
  if (scale === undefined || number === null) return number;
  const zeros = scales[scale];
  const [whole = '', fraction = ''] = number.split('.');
  if (zeros === undefined || fraction.length > zeros) return null;
  return `${whole}${fraction.padEnd(zeros, '0')}`.replace(/^0+(?=\d)/, '');
}

const shortScales: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  million: 6,
  bn: 9,
  billion: 9,
  trillion: 12,
};

/**
 * Decimal text of an amount, with commas or apostrophes between groups and a word of scale: `1'000.50`, `100k`, `1 million`. Null
 * for `1.000`, where the point parts groups or decimals.
 */
export function amountTextOf(text: string): string | null {
  const [, digits = '', scale] = /^([\d,.']+?) ?([a-z]+)?$/i.exec(text.trim()) ?? [];
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(digits)) return null;
  if (digits.includes("'") && !/^\d{1,3}(?:'\d{3})+(?:\.\d{1,18})?$/.test(digits)) return null;
  const number = numberOf(digits.replaceAll("'", ''));
  if (scale === undefined || number === null) return number;
  const zeros = shortScales[scale.toLowerCase()];
  const [whole = '', fraction = ''] = number.split('.');
  if (zeros === undefined || fraction.length > zeros) return null;
  return `${whole}${fraction.padEnd(zeros, '0')}`.replace(/^0+(?=\d)/, '');
}

const frequencies: Readonly<Record<string, string>> = {
  daily: 'daily',
  weekly: 'weekly',
  monthly: 'monthly',
  quarterly: 'quarterly',
  annual: 'annual',
  annually: 'annual',
  yearly: 'annual',
  'every day': 'daily',
  'every week': 'weekly',
  'every month': 'monthly',
  'every quarter': 'quarterly',
  'every year': 'annual',
  'semi-annual': 'semiannual',
  'semi-annually': 'semiannual',
  'real-time': 'real_time',
};

/** The code of a frequency by its word. */
export const frequencyOf = (text: string): string | null => frequencies[text.trim().toLowerCase()] ?? null;

/** A count in digits, in words, or in both when they agree: `14`, `five`, `thirty (30)`. */
export function wordNumberOf(text: string): string | null {
  const both = /^([a-z-]+) ?\((\d{1,3})\)$/i.exec(text.trim());
  if (both !== null) {
    const [, word = '', digits = ''] = both;
    return numberInWords(word) === Number(digits) ? String(Number(digits)) : null;
  }
  if (/^\d{1,3}$/.test(text.trim())) return String(Number(text));
  const count = numberInWords(text);
  return count === null ? null : String(count);
}

const daysOfWeek = 7;
const daysOfMonth = 30;

/** Days of a count of weeks. */
export function daysOfWeeks(text: string): string | null {
  const weeks = wordNumberOf(text);
  return weeks === null ? null : String(Number(weeks) * daysOfWeek);
}

/** Days of a count of months, as periods of notice are compared. */
export function daysOfMonths(text: string): string | null {
  const months = wordNumberOf(text);
  return months === null ? null : String(Number(months) * daysOfMonth);
}

const languages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    english: 'en',
    german: 'de',
    french: 'fr',
    italian: 'it',
    spanish: 'es',
    portuguese: 'pt',
    dutch: 'nl',
    polish: 'pl',
    swedish: 'sv',
    danish: 'da',
    finnish: 'fi',
    greek: 'el',
    czech: 'cs',
    slovak: 'sk',
    slovenian: 'sl',
    hungarian: 'hu',
    romanian: 'ro',
    bulgarian: 'bg',
    croatian: 'hr',
    estonian: 'et',
    latvian: 'lv',
    lithuanian: 'lt',
    maltese: 'mt',
    irish: 'ga',
  }),
);

const languageCodes = new Set(languages.values());

/** One language by its English name or code, such as `English (EN)`; null for several. */
export function languageOf(text: string): string | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const codes = words.map((word) => languages.get(word) ?? (languageCodes.has(word) ? word : null));
  const [first] = codes;
  return first !== undefined && first !== null && codes.every((code) => code === first) ? first : null;
}

const currencies: ReadonlyMap<string, string> = new Map(
  Object.entries({
    us$: 'USD',
    'us dollar': 'USD',
    'us dollars': 'USD',
    'u.s. dollar': 'USD',
    'u.s. dollars': 'USD',
    '€': 'EUR',
    euro: 'EUR',
    euros: 'EUR',
    '£': 'GBP',
  }),
);
const codes = new Set(
  'AED AUD BRL CAD CHF CNH CNY CZK DKK EUR GBP HKD HUF IDR ILS INR JPY KRW MXN MYR NOK NZD PLN RON SEK SGD THB TRY TWD USD ZAR'.split(
    ' ',
  ),
);

/** A currency by its code, name or sign. */
export const currencyOf = (text: string): string | null =>
  codes.has(text.trim()) ? text.trim() : (currencies.get(text.trim().toLowerCase()) ?? null);
