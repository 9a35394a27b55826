import { selectorMatch } from '../../../documents/reading/profiles/path-selector.ts';
import { hasPhrase, phraseWords } from '../../../documents/reading/profiles/phrases.ts';
import type { Profile } from '../../../documents/reading/profiles/schema.ts';
import { parseUrl } from '../../../../schemas/values/parse-url.ts';
import type { Reading } from '../../../../schemas/values/reading.ts';
import { publishingSite } from '../../../../schemas/values/publishing-site.ts';
import { latestDateIn } from './link-dates.ts';

/** The document that a page leads to, or why there is none, as a sentence. */
export type FoundDocument =
  | { readonly kind: 'found'; readonly url: string }
  | { readonly kind: 'none'; readonly reason: string };

/** A link of a page, with its absolute address. */
interface PageLink {
  readonly url: string;
  readonly text: string;
}

type PageLinks = Pick<Reading, 'links' | 'base'>;

const none = (reason: string): FoundDocument => ({ kind: 'none', reason });

/** The newest link of an index page that fits the profile. Links to other sites count if the profile names their host. */
export function followIndex(page: PageLinks, pageUrl: string, profile: Profile): FoundDocument {
  const { follow } = profile;
  if (follow === undefined) return none('The profile follows no links.');
  const isSelected = follow.selector === undefined ? null : selectorMatch(follow.selector);
  const links = page.links.filter(({ href, path }) => isSelected?.(path ?? 'a', { href }) ?? true);
  const fitting = resolved(links, page.base, pageUrl)
    .filter(({ url }) => isNear(url, pageUrl, profile))
    .filter(({ text }) => follow.text === undefined || fits(text, follow.text));
  const [top] = fitting;
  if (top === undefined) return none('No link of the index page fits the profile.');
  const dated = fitting.map((link) => ({ ...link, date: follow.newestBy === 'place' ? null : dateOf(link) }));
  const newest = dated.reduce<number | null>(
    (latest, { date }) => (date !== null && date > (latest ?? 0) ? date : latest),
    null,
  );
  // Index pages have the newest document first, so their order decides where no link has a date.
  if (newest === null) return { kind: 'found', url: top.url };
  const [first, ...others] = dated.filter(({ date }) => date === newest);
  if (first === undefined || others.length > 0) return none('Several links of the index page are the newest.');
  return { kind: 'found', url: first.url };
}

const fits = (text: string, phrases: readonly string[]): boolean => {
  const words = phraseWords(text);
  return phrases.some((phrase) => hasPhrase(words, phrase));
};

const dateOf = ({ url, text }: PageLink): number | null => latestDateIn(text) ?? latestDateIn(pathOf(url));

/** The path of an address with its escapes decoded. */
function pathOf(url: string): string {
  const { pathname = '' } = parseUrl(url) ?? {};
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const isNear = (url: string, pageUrl: string, { hosts = [] }: Profile): boolean =>
  publishingSite(url) === publishingSite(pageUrl) ||
  hosts.some((host) => host.toLowerCase() === parseUrl(url)?.hostname);

/** The links of a page: each http address once, in order, with the texts of all links to it. */
export const pageLinks = ({ links, base }: PageLinks, pageUrl: string): readonly PageLink[] =>
  resolved(links, base, pageUrl);

function resolved(links: Reading['links'], base: string | null, pageUrl: string): readonly PageLink[] {
  const from = base === null ? pageUrl : (parseUrl(base, pageUrl)?.href ?? pageUrl);
  const texts = new Map<string, string>();
  for (const { href, text } of links) {
    const url = parseUrl(href, from);
    if (url === null || !/^https?:$/.test(url.protocol)) continue;
    url.hash = '';
    texts.set(url.href, `${texts.get(url.href) ?? ''} ${text}`.trim());
  }
  return [...texts].map(([url, text]) => ({ url, text }));
}

const documentPath = /\.(?:xhtml|pdf|zip)$/i;
/** Forms of one document: the tagged one is taken before the printed one. */
const forms = ['.xhtml', '.zip', '.pdf'] as const;

/** The document that a landing page of a white paper leads to: exactly one link, or forms of one document. */
export function documentBehind({ links, base }: PageLinks, pageUrl: string): FoundDocument {
  const all = resolved(links, base, pageUrl).filter(({ url }) => url !== pageUrl);
  const files = all.filter(({ url }) => documentPath.test(pathOf(url)));
  const named = all.filter(({ text }) => /xbrl|white ?-?paper/i.test(text));
  const candidates = files.length > 0 ? files : named;
  const [first] = candidates;
  if (first === undefined) return none('The page has no link to a document.');
  const stems = new Set(candidates.map(({ url }) => pathOf(url).replace(documentPath, '').toLowerCase()));
  if (stems.size > 1) return none(`The page has links to ${candidates.length} documents.`);
  const inOrder = forms.flatMap((ending) => candidates.filter(({ url }) => pathOf(url).toLowerCase().endsWith(ending)));
  return { kind: 'found', url: (inOrder[0] ?? first).url };
}
