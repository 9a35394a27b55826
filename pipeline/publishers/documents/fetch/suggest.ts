/** Candidates for sources on an issuer's site. They are printed for a person: nothing is declared by itself. */
import type { FetchResult } from '../../../../infra/fetch/fetch-types.ts';
import type { DocumentClass, Term } from '../../../../schemas/vocabulary.ts';
import { publishingSite } from '../../../../schemas/values/publishing-site.ts';
import { hasPhrase, phraseWords } from '../../../documents/reading/profiles/phrases.ts';
import { pageLinks } from './find-document.ts';
import { classByStart, readBody, type ReadDocumentBytes } from './read-body.ts';
import type { DocumentRequests } from '../sites/requests.ts';

type SourceKind = Term<'sourceKind'>;

export interface Suggestion {
  readonly url: string;
  readonly kind: SourceKind;
  readonly documentClass: DocumentClass;
  /** Why it is a candidate: the words of a link, or where its address is declared. */
  readonly reason: string;
}

export interface Suggestions {
  readonly found: readonly Suggestion[];
  /** Pages and candidates that could not be fetched, as sentences. */
  readonly problems: readonly string[];
}

/** An address to begin at. `kind` null: a page that is searched for links. */
export interface StartAddress {
  readonly url: string;
  readonly kind: SourceKind | null;
  /** Where it is declared. */
  readonly reason: string;
}

export interface SuggestDeps {
  readonly requests: Pick<DocumentRequests, 'send'>;
  readonly read: ReadDocumentBytes;
}

/** Words of links, by the kind of document that they lead to. The first kind that fits counts. */
const linkWords: readonly (readonly [SourceKind, readonly string[]])[] = [
  ['whitepaper', ['white paper', 'whitepaper', 'mica', 'prospectus', 'offering memorandum']],
  [
    'report',
    [
      'attestation',
      'attestations',
      'examination report',
      'reserve report',
      'reserves report',
      'proof of reserves',
      'assurance report',
    ],
  ],
  ['terms', ['terms', 'terms of service', 'user agreement', 'redemption policy', 'conditions']],
  ['page', ['reserve', 'reserves', 'transparency', 'disclosures', 'disclosure']],
];
const mostPages = 3;
const mostCandidates = 12;
/** Bytes by which a candidate is classed. */
const classedBytes = 64 * 1024;

/** Searches at most three pages for links, and fetches each of at most twelve candidates once. */
export async function suggestSources(
  start: readonly StartAddress[],
  deps: SuggestDeps,
  signal: AbortSignal,
): Promise<Suggestions> {
  const problems: string[] = [];
  const candidates = new Map<string, Omit<Suggestion, 'documentClass'>>();
  for (const { url, kind, reason } of start) if (kind !== null) candidates.set(url, { url, kind, reason });
  const pages = start.filter(({ kind }) => kind === null).map(({ url }) => url);
  for (let at = 0; at < Math.min(pages.length, mostPages); at += 1) {
    const page = pages[at] ?? '';
    const read = await readPage(page, deps, signal);
    if (typeof read === 'string') {
      problems.push(`${page}: ${read}`);
      continue;
    }
    for (const link of pageLinks(read.reading, read.url)) {
      const kind = kindOf(`${link.text} ${link.url}`);
      if (kind === null || publishingSite(link.url) !== publishingSite(read.url) || link.url === read.url) continue;
      const reason = `the link ${JSON.stringify(link.text.slice(0, 80))} of ${read.url}`;
      if (!candidates.has(link.url)) candidates.set(link.url, { url: link.url, kind, reason });
      // A page about reserves or disclosures lists the documents themselves.
      if (kind === 'page' && !pages.includes(link.url)) pages.push(link.url);
    }
  }
  const found: Suggestion[] = [];
  for (const candidate of [...candidates.values()].slice(0, mostCandidates)) {
    const result = await send(candidate.url, deps, signal);
    if (result.kind === 'ok') {
      found.push({ ...candidate, documentClass: classByStart(result.bytes.subarray(0, classedBytes)) });
    } else problems.push(`${candidate.url}: ${problemOf(result)}`);
  }
  const more = candidates.size - mostCandidates;
  if (more > 0) problems.push(`${more} further ${more === 1 ? 'link fits' : 'links fit'} and were not fetched.`);
  return { found, problems };
}

/** The kind that the words of a link name; null when they name none. */
export function kindOf(text: string): SourceKind | null {
  const words = phraseWords(text.replaceAll(/[-_/.]+/g, ' '));
  return linkWords.find(([, phrases]) => phrases.some((phrase) => hasPhrase(words, phrase)))?.[0] ?? null;
}

const send = (url: string, { requests }: SuggestDeps, signal: AbortSignal): Promise<FetchResult> =>
  requests.send({ url, validators: { etag: null, lastModified: null }, robotsDownSince: null, signal });

const problemOf = (result: Exclude<FetchResult, { readonly kind: 'ok' }>): string =>
  result.kind === 'failed' ? result.message : '304 to a plain request.';

async function readPage(url: string, deps: SuggestDeps, signal: AbortSignal) {
  const result = await send(url, deps, signal);
  if (result.kind !== 'ok') return problemOf(result);
  const { reading, reason } = (await readBody(result.bytes, result.contentType, deps.read, signal)).read;
  return reading === null ? (reason ?? 'It cannot be read.') : { reading, url: result.url };
}
