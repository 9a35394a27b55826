/** Masks numbers and dates in a text, so that counters and dates that change by themselves are not a difference. */
import { unicodeForm } from '../../../schemas/values/unicode-form.ts';
import { wordsOf } from './compare-texts.ts';

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const weekday = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,? )?';
const dayOfMonth = '\\d{1,2}(?:st|nd|rd|th)?';
const dates = [
  // 2026-01-29T06:04:00Z
  '\\d{4}-\\d{2}-\\d{2}t\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:z|[+-]\\d{2}:?\\d{2})?',
  // January 29, 2026; Jan 2026
  `${weekday}(?:${months})\\.?,? (?:${dayOfMonth}(?:,? \\d{4})?|\\d{4})`,
  // 29th of January 2026
  `${weekday}${dayOfMonth}(?: of)? (?:${months})\\.?(?:,? \\d{4})?`,
];
const unit = '(?:st|nd|rd|th| ?[ap]m)';
const end = '(?![\\p{L}\\p{N}_])';
/** Each group of digits ends where a number may end, so that no longer begin of a number is tried twice. */
const digits = `\\p{Nd}+(?=${unit}?${end})`;
const number = `${digits}(?:[.,:/\\u2019'-]${digits})*(?:${unit}${end})?`;
const masked = new RegExp(`(?<![\\p{L}\\p{N}_])(?:(?:${dates.join('|')})${end}|${number})`, 'giu');

/** Replaces a number or a date. It is a number itself, so that masking is idempotent. */
const mask = '0';

/**
 * The text with every number and every date (English month names, ISO 8601) replaced by `0`. Codes with letters in them
 * stay: `v2` and `ERC20` are names.
 */
export const maskText = (text: string): string =>
  unicodeForm(text, 'NFKC').replaceAll(/\s+/g, ' ').replaceAll(masked, mask);

/** The words of a text without regard to numbers, dates, punctuation, case and layout. */
export const maskedWords = (text: string): string =>
  wordsOf(maskText(text))
    .filter((word, index, words) => word !== mask || words[index - 1] !== mask)
    .join(' ');
