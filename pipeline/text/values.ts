/** Values as text: English, UTC, and the same on every machine. */

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** `29 January 2026`, in UTC. */
export function formatDate(milliseconds: number): string {
  const date = new Date(milliseconds);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

/** An ISO date (`2026-01-29`) as `29 January 2026`; any other text unchanged. */
export function formatIsoDate(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) ? text : formatDate(time);
}

/** Text of a source on one line with whitespace collapsed. */
export const oneLine = (text: string): string =>
  irregularSpace.test(text) ? text.replaceAll(/\s+/g, ' ').trim() : text;

const irregularSpace = /\s\s|[^\S ]|^\s|\s$/;

const longestQuote = 280;

/** Text of a source in quotation marks, cut after 280 characters. */
export const quoted = (text: string): string => `“${clipped(text, longestQuote)}”`;

/** The text in quotation marks as the end of a sentence, without a second full stop. */
export function quotedSentence(text: string): string {
  const quote = quoted(text);
  return /[.!?…]”$/.test(quote) ? quote : `${quote}.`;
}

/** The text on one line, cut after `longest` characters. */
export function clipped(text: string, longest: number): string {
  const line = oneLine(text);
  if (line.length <= longest) return line;
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinList(items: readonly string[]): string {
  const last = items.at(-1);
  if (last === undefined) return 'none';
  return items.length === 1 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** The items that are not blank, each on one line, as a list; empty when all are blank. */
export function joinFilled(items: readonly string[], textOf: (item: string) => string = (item) => item): string {
  const filled = items.map(oneLine).filter((item) => item !== '');
  return filled.length === 0 ? '' : joinList(filled.map(textOf));
}

/** A label in the middle of a sentence: `White paper link` becomes `white paper link`, `LEI` stays. */
export const midSentence = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;

/** The text on one line, or `other` when it is blank. */
export function orElse(text: string, other: string): string {
  const line = oneLine(text);
  return line === '' ? other : line;
}
