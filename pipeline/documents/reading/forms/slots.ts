/** What stands in a pattern for something that is read, and how its text becomes a value. */
import { codesOf } from './listed-codes.ts';
import {
  companyNamed,
  companyPattern,
  custodianPattern,
  custodiansNamed,
  custodiansPattern,
} from '../notation/party-names.ts';
import { tokenNamed, tokenPattern } from '../notation/token-names.ts';
import { countAbroad } from '../notation/languages.ts';
import {
  caProvincePattern,
  lawAbroadNamed,
  lawAbroadPattern,
  lawNamed,
  lawPattern,
  lawWordPattern,
  usStatePattern,
} from '../notation/places-of-law.ts';
import { dateOf } from '../notation/dates.ts';
import {
  amountTextOf,
  basisPointsOf,
  currencyOf,
  daysOfMonths,
  daysOfWeeks,
  frequencyOf,
  numberOf,
  quantityOf,
  wordNumberOf,
} from '../notation/values.ts';

interface Slot {
  readonly source: string;
  /** Names, of which one may begin another; a shorter one is not tried. */
  readonly isName?: boolean;
  /** A number, which ends where it is read: more digits, a scale or a second bound may not follow. */
  readonly isNumber?: true;
  readonly read: (text: string) => SlotValue;
}

/** What a slot read; null when the text is not what it looks like. */
type SlotValue = string | readonly string[] | readonly { readonly name: string }[] | null;

/** A list of words, up to the end of the sentence. */
const list = '[a-z][a-z ,/-]{2,200}?';

/** A count in words, in digits or in both. */
const countOfAbroad = '(?:[\\p{L}]{2,16} ?\\(\\d{1,3}\\)|\\d{1,3}|[\\p{L}]{2,16})';

/** Days of a count of days, weeks or months, a month as 30 days. */
function timesOf(text: string, days: number): string | null {
  const count = countAbroad(text);
  return count === null ? null : String(count * days);
}

const slots: Readonly<Record<string, Slot>> = {
  law: { source: lawPattern, isName: true, read: lawNamed },
  usState: { source: usStatePattern, isName: true, read: lawNamed },
  caProvince: { source: caProvincePattern, isName: true, read: lawNamed },
  lawWord: { source: lawWordPattern, isName: true, read: lawNamed },
  lawAbroad: { source: lawAbroadPattern, isName: true, read: lawAbroadNamed },
  daysAbroad: { source: countOfAbroad, read: (text) => timesOf(text, 1) },
  weeksAbroad: { source: countOfAbroad, read: (text) => timesOf(text, 7) },
  monthsAbroad: { source: countOfAbroad, read: (text) => timesOf(text, 30) },
  number: { source: '\\d[\\d,. ]{0,25}\\d|\\d', read: numberOf, isNumber: true },
  amount: {
    source:
      "\\d[\\d,.']{0,25}\\d(?: ?(?:thousand|million|billion|trillion|bn|k|m))?(?![\\p{L}])|\\d(?: ?(?:thousand|million|billion|trillion|bn|k|m))?(?![\\p{L}])",
    read: amountTextOf,
    isNumber: true,
  },
  days: { source: '(?:[a-z]{3,10}(?:-[a-z]{3,6})? ?\\(\\d{1,3}\\)|\\d{1,3}|[a-z]{3,10})', read: wordNumberOf },
  weeks: { source: '(?:[a-z]{3,10} ?\\(\\d{1,2}\\)|\\d{1,2}|[a-z]{3,10})', read: daysOfWeeks },
  months: { source: '(?:[a-z]{3,10} ?\\(\\d{1,2}\\)|\\d{1,2}|[a-z]{3,10})', read: daysOfMonths },
  date: {
    source:
      '\\d{4}-\\d{2}-\\d{2}|(?:\\d{1,2}(?:st|nd|rd|th)? )?\\p{L}{3,9} \\d{1,2},? \\d{4}|\\d{1,2}(?:st|nd|rd|th)? \\p{L}{3,9},? \\d{4}',
    read: dateOf,
  },
  threshold: { source: '\\d{1,2}', read: countOf },
  voters: { source: '\\d{1,2}', read: countOf },
  percent: { source: '\\d{1,2}(?:\\.\\d{1,4})?', read: basisPointsOf, isNumber: true },
  share: { source: '\\d{1,3}(?:\\.\\d{1,4})?', read: shareOf, isNumber: true },
  quantity: { source: '\\d[\\d,.]{0,30}(?: (?:million|billion|trillion))?', read: quantityOf, isNumber: true },
  frequency: {
    source:
      'daily|weekly|monthly|quarterly|annual(?:ly)?|yearly|semi-annual(?:ly)?|every (?:day|week|month|quarter|year)|real-time',
    read: frequencyOf,
  },
  grounds: { source: list, read: (text) => codesOf('grounds', text) },
  payouts: { source: list, read: (text) => codesOf('payouts', text) },
  powers: { source: list, read: (text) => codesOf('powers', text) },
  mail: { source: '[\\w.+-]{1,64}@[\\w-]+(?:\\.[\\w-]+){1,4}', read: (text) => text },
  company: { source: companyPattern, isName: true, read: companyNamed },
  token: { source: tokenPattern, read: tokenNamed },
  ticker: {
    source: '[a-z][a-z\\d]{1,9}',
    read: (text) => (/^\p{Lu}[\p{Lu}\p{Ll}\d]{0,3}\p{Lu}{2,7}\d?$/u.test(text) ? text : null),
  },
  custodian: { source: custodianPattern, isName: true, read: (text) => text },
  custodians: { source: custodiansPattern, isName: true, read: custodiansNamed },
  currency: { source: '[A-Z]{3}|US dollars?|U\\.S\\. dollars?|euros?|US\\$|€|£', read: currencyOf },
};

/** A count of members, at least one. */
function countOf(text: string): string | null {
  const count = Number(text);
  return count > 0 ? String(count) : null;
}

/** Percent, at most all of it. */
function shareOf(text: string): string | null {
  const share = numberOf(text);
  return share !== null && Number(share) > 0 && Number(share) <= 100 ? share : null;
}

/** Names of slots. */
export const slotNames: readonly string[] = Object.keys(slots);

/** The expression of a pattern; names of slots are names of its groups. */
export function compiled(pattern: string): RegExp {
  const source = pattern.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const slot = slots[name];
    if (slot === undefined) return whole;
    // A name is read whole: the United States of America is not the United States before other words.
    return slot.isName === true ? `(?=(?<${name}>${slot.source}))\\k<${name}>` : `(?<${name}>${slot.source})`;
  });
  return new RegExp(source, 'diu');
}

/** Undefined for a name that is no slot. */
export const slotValue = (name: string, text: string): SlotValue | undefined => slots[name]?.read(text);

/** Whether a slot is a number, so that what follows it may be a part of it. */
export const isNumberSlot = (name: string): boolean => slots[name]?.isNumber === true;
