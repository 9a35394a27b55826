/** Forms in which the spellings of one thing are equal: texts, names, authorities, countries, links. */
import { unicodeForm } from '../../schemas/values/unicode-form.ts';

/** Host and path of a link as sources spell them: no scheme, no `www.`, no trailing slash; null when it is not a link. */
export function normaliseUrl(cell: string): string | null {
  const text = cell.trim().replace(/^https?:\/\//i, '');
  if (/\s/.test(text)) return null;
  const [withoutFragment = ''] = text.split('#', 1);
  const end = withoutFragment.search(/[/?]/);
  const host = (end < 0 ? withoutFragment : withoutFragment.slice(0, end)).toLowerCase().replace(/^www\./, '');
  if (!/^[^.:@]/.test(host) || !host.slice(1).includes('.') || host.endsWith('.') || /[:@]/.test(host)) return null;
  return host + (end < 0 ? '' : trimEnd(withoutFragment.slice(end), '/'));
}

/** Host and path of every link of a cell that separates them by `|`, sorted and as one text; null when there is none. */
export function normaliseUrls(cell: string): string | null {
  const links = cell.split('|').flatMap((part) => normaliseUrl(part) ?? []);
  return links.length === 0 ? null : [...new Set(links)].sort().join('|');
}

/** NFC, invisible characters removed, every run of whitespace (no-break spaces too) one space. */
export const normaliseText = (cell: string): string =>
  irregular.test(cell)
    ? unicodeForm(cell, 'NFC')
        .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
        .replace(/\s+/g, ' ')
        .trim()
    : cell;

/** Nearly every cell is words of visible ASCII characters with one space between them. */
const irregular = /[^ -~]| (?: |$)|^ /;

/** An authority's name without its abbreviation in brackets and with its known misspelling corrected. */
export function normaliseAuthority(cell: string): string {
  const name = foldText(cell.replace(/\([^()]*\)/g, ' '));
  return authorityAliases[name] ?? name;
}

/** ISO 3166-1 alpha-2 code of a country as European registers print it. */
export function normaliseCountry(cell: string): string {
  const code = normaliseText(cell).toUpperCase();
  return code === 'EL' ? 'GR' : code;
}

/** An entity's name without the spaces inside its legal form: "FUMBI, s. r. o." and "FUMBI, s.r.o." are one. */
export const normaliseName = (cell: string): string =>
  foldText(cell).replace(/(?<=(?:^|[\s.])\p{L}\.)\s+(?=\p{L}(?:\.|$))/gu, '');

/** NFKC, straight quotes, lower case, no punctuation at the ends. */
export function foldText(cell: string): string {
  const text = normaliseText(unicodeForm(cell, 'NFKC'))
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .toLowerCase();
  return trimStart(trimEnd(text, punctuation), punctuation);
}

const punctuation = ' .,;:!?"\'/|';

/** Loops, since a pattern anchored at the end takes quadratic time on a hostile cell. */
function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function trimStart(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return text.slice(start);
}

/** Spellings of one authority that registers use side by side. */
const authorityAliases: Readonly<Record<string, string>> = {
  'de nederlansche bank': 'de nederlandsche bank',
  'financial market authority liechtenstein': 'finanzmarktaufsicht',
};
