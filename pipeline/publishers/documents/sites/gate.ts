import type { FetchResult } from '../../../../infra/fetch/fetch-types.ts';
import type { ReadDocument, Reading } from '../../../../schemas/values/reading.ts';
import { publishingSite } from '../../../../schemas/values/publishing-site.ts';
import type { DocumentClass, FetchOutcome, Term } from '../../../../schemas/vocabulary.ts';
import { challengeIn, challengeInRefusal, hasChallengeHeader } from './challenges.ts';

type SourceKind = Term<'sourceKind'>;

/** A body and what a reader made of it. */
export interface ReadBody {
  readonly bytes: Buffer;
  readonly documentClass: DocumentClass;
  readonly read: ReadDocument;
}

/** What a fetch has found, for the gate. */
export interface GateInput {
  /** Declared address, and hosts of other sites that the profiles name. */
  readonly url: string;
  readonly hosts: readonly string[];
  readonly kinds: readonly SourceKind[];
  /** Whether this is an index page: it is judged by its links. */
  readonly isIndex: boolean;
  readonly fetched: FetchResult;
  /** Null unless there is a body. */
  readonly body: ReadBody | null;
  /** Whether text and links are those of the last good capture. */
  readonly readsAsBefore: boolean;
}

export interface Verdict {
  readonly outcome: FetchOutcome;
  /** Why nothing was read, as a sentence; null when something was. */
  readonly message: string | null;
}

const verdict = (outcome: FetchOutcome, message: string | null = null): Verdict => ({ outcome, message });

/** Below this many own words a page with a sign of something else is that. */
const fewWords = 150;
/** Below this many own words a page is an empty shell. */
const emptyWords = 50;
const endOfPdfWithin = 2 * 1024;

/** The outcome of a fetch by status, headers and reading. The first rule that fits decides. */
export function judge(seen: GateInput): Verdict {
  const { fetched, body } = seen;
  if (fetched.kind === 'not_modified') return verdict('not_modified');
  if (fetched.kind === 'failed') return judgeRefusal(fetched);
  if (body === null) throw new Error('a body was fetched and not read');
  if (seen.readsAsBefore) return verdict('not_modified');
  return (
    (fetched.answer && hasChallengeHeader(fetched.answer.headers)
      ? verdict('anti_bot', 'The site sent a challenge instead of the document.')
      : null) ?? judgeBody(seen, body, fetched.url, fetched.outcome !== 'ok')
  );
}

function judgeRefusal(failed: Extract<FetchResult, { kind: 'failed' }>): Verdict {
  const { outcome, message, answer } = failed;
  if (outcome === 'gone' || answer === undefined) return verdict(outcome, message);
  if (hasChallengeHeader(answer.headers)) return verdict('anti_bot', message);
  const service = answer.errorBody === null ? null : challengeInRefusal(answer.errorBody);
  return service === null ? verdict(outcome, message) : verdict('anti_bot', challengeText(service));
}

const challengeText = (service: string): string => `${service} shows a challenge or a block instead of the document.`;

/** Classes that a source of a kind can be. */
const classesOf: Readonly<Record<SourceKind, readonly DocumentClass[]>> = {
  whitepaper: ['ixbrl_esma', 'ixbrl_other', 'xhtml', 'html', 'pdf', 'zip', 'text', 'json'],
  terms: ['xhtml', 'html', 'pdf', 'text', 'ixbrl_other', 'zip'],
  report: ['xhtml', 'html', 'pdf', 'zip', 'json', 'text', 'ixbrl_other', 'ixbrl_esma'],
  page: ['xhtml', 'html', 'pdf', 'json', 'text', 'ixbrl_other', 'ixbrl_esma'],
};

function judgeBody(
  seen: GateInput,
  { bytes, documentClass, read }: ReadBody,
  finalUrl: string,
  isRedirected: boolean,
): Verdict {
  const { reading } = read;
  if (reading !== null && isPage(reading)) {
    const words = reading.ownWords;
    if (words < fewWords && isNotFoundPage(reading))
      return verdict('gone', 'The page states that the document was not found.');
    const service = challengeIn(reading, bytes);
    if (service !== null) return verdict('anti_bot', challengeText(service));
  }
  if (documentClass === 'pdf' && reading === null && !bytes.subarray(-endOfPdfWithin).includes('%%EOF')) {
    return verdict('suspect_truncation', 'The PDF has no end and cannot be read.');
  }
  if (reading !== null && isPage(reading) && reading.password && reading.ownWords < fewWords) {
    return verdict('wrong_type', 'The page asks for a password.');
  }
  if (!seen.kinds.some((kind) => classesOf[kind].includes(documentClass))) {
    return verdict(
      'wrong_type',
      `The source is a ${documentClass} file, which a ${seen.kinds.join(' or ')} cannot be.`,
    );
  }
  const empty = reading === null ? null : emptiness(reading, seen.isIndex);
  if (empty !== null) return verdict('empty', empty);
  return verdict(outcomeOf(seen, finalUrl, isRedirected));
}

const isPage = ({ class: read }: Reading): boolean => read === 'html' || read === 'xhtml';

const notFound = /\bnot found\b|\b404\b|\bno longer (?:available|exists)\b|\bpage (?:doesn.t|does not) exist\b/i;

function isNotFoundPage({ title, blocks }: Reading): boolean {
  const heading = blocks.find((block) => block.heading !== null)?.text ?? '';
  return notFound.test((title ?? '').slice(0, 200)) || notFound.test(heading.slice(0, 200));
}

/** Why there is nothing to read, as a sentence; null when there is something. */
function emptiness(reading: Reading, isIndex: boolean): string | null {
  if (isIndex) return reading.links.length === 0 ? 'The index page has no links.' : null;
  if (reading.class === 'pdf') {
    return reading.pages.some(({ lines }) => lines.length > 0) ? null : 'The PDF has no page with text.';
  }
  if (reading.facts.length > 0 || reading.members.length > 0) return null;
  const words = isPage(reading) || reading.class === 'text' ? reading.ownWords : emptyWords;
  return words < emptyWords ? `The page has ${words} words of its own.` : null;
}

/** Another site is another publisher's, unless a profile names its host. */
function outcomeOf({ url, hosts }: GateInput, finalUrl: string, isRedirected: boolean): FetchOutcome {
  if (publishingSite(url) === publishingSite(finalUrl)) return isRedirected ? 'redirected_same_host' : 'ok';
  const host = new URL(finalUrl).hostname;
  return hosts.some((one) => one.toLowerCase() === host) ? 'redirected_same_host' : 'moved';
}
