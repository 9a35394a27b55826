/** Normal forms of texts, names, authorities, countries and links: equal for spellings of the same thing. */
import { unicodeForm } from '../../schemas/values/unicode-form.ts';
import { withoutPunctuation } from '../../schemas/values/written-addresses.ts';

/** Host and path of a link, without scheme, `www.` and trailing slash; null when the text is not a link. */
export function normaliseUrl(cell: string): string | null {
  const text = withoutPunctuation(cell.trim()).replace(/^https?:\/\//i, '');
  if (/\s/.test(text)) return null;
  const [withoutFragment = ''] = text.split('#', 1);
  const end = withoutFragment.search(/[/?]/);
  const host = (end < 0 ? withoutFragment : withoutFragment.slice(0, end)).toLowerCase().replace(/^www\./, '');
  if (!/^[^.:@]/.test(host) || !host.slice(1).includes('.') || host.endsWith('.') || /[:@]/.test(host)) return null;
  return host + (end < 0 ? '' : trimEnd(withoutFragment.slice(end), '/'));
}

/** Host and path of every link in a cell separated by `|`, sorted and joined; null when there is none. */
export function normaliseUrls(cell: string): string | null {
  const links = cell.split('|').flatMap((part) => normaliseUrl(part) ?? []);
  return links.length === 0 ? null : [...new Set(links)].sort().join('|');
}

/** NFC, without invisible characters, every run of whitespace (also no-break spaces) as one space, trimmed. */
export const normaliseText = (cell: string): string =>
  irregular.test(cell)
    ? unicodeForm(cell, 'NFC')
        .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
        .replace(/\s+/g, ' ')
        .trim()
    : cell;

/** Fast path: nearly every cell consists of visible ASCII characters and single spaces. */
const irregular = /[^ -~]| (?: |$)|^ /;

/** An authority's name without its abbreviation in brackets, known misspellings corrected. */
export function normaliseAuthority(cell: string): string {
  const name = foldText(cell.replace(/\([^()]*\)/g, ' '));
  return authorityAliases[name] ?? name;
}

/** ISO 3166-1 alpha-2 code of a country code in a European register. */
export function normaliseCountry(cell: string): string {
  const code = normaliseText(cell).toUpperCase();
  return code === 'EL' ? 'GR' : code;
}

/** An entity's name without the spaces inside its legal form: "FUMBI, s. r. o." and "FUMBI, s.r.o." are equal. */
export const normaliseName = (cell: string): string =>
  foldText(cell).replace(/(?<=(?:^|[\s.])\p{L})\.\s+(?=\p{L}(?:\.|$))/gu, '.');

/** NFKC, straight quotes and dashes, lower case, no punctuation at the ends. */
export function foldText(cell: string): string {
  const text = normaliseText(unicodeForm(cell, 'NFKC'))
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .toLowerCase();
  return trimStart(trimEnd(text, punctuation), punctuation);
}

const punctuation = ' .,;:!?"\'/|';

/** A loop, because a pattern anchored at the end takes quadratic time on a hostile cell. */
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

/** Spellings of one authority that occur side by side in registers. */
const authorityAliases: Readonly<Record<string, string>> = {
  'de nederlansche bank': 'de nederlandsche bank',
  'financial market authority liechtenstein': 'finanzmarktaufsicht',
};
