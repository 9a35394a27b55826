import type { FetchResult } from '../../../../infra/fetch/fetch-types.ts';
import type { DocumentCapture } from '../../../../schemas/generated/records.ts';
import { sha256Hex } from '../../../../schemas/values/hash.ts';
import { type Reading, reader } from '../../../../schemas/values/reading.ts';
import { ownJson } from '../../../../schemas/stored-value.ts';
import { keptByWall } from '../../../documents/captures/accepted-text.ts';
import type { Measures } from '../../../documents/captures/measures.ts';
import { publishingSite } from '../../../../schemas/values/publishing-site.ts';
import { isRead } from '../../../documents/captures/overtaken.ts';
import type { DocumentState, GoodCapture } from '../schedule/document-state.ts';
import { documentBehind, followIndex, type FoundDocument } from './find-document.ts';
import { judge, type Verdict } from '../sites/gate.ts';
import { wallIn } from '../sites/walls.ts';
import { measure } from './measure.ts';
import type { PlannedDocument } from '../schedule/plan.ts';
import { readBody, type ReadDocumentBytes } from './read-body.ts';
import type { JudgedFetch } from './judged.ts';
import { makeCapture, type StoreDeps } from './record-capture.ts';
import type { DocumentRequests } from '../sites/requests.ts';
import { hasTemplateFields } from './template-fields.ts';

export interface FetchDeps extends StoreDeps {
  readonly requests: Pick<DocumentRequests, 'send'>;
  readonly read: ReadDocumentBytes;
  readonly clock: () => number;
}

interface DocumentFetch {
  readonly document: PlannedDocument;
  readonly state: DocumentState | null;
  readonly deps: FetchDeps;
  readonly signal: AbortSignal;
}

/**
 * Fetches a document once. Bytes and reading are durable before the capture exists, so a record names only what is there.
 * Expected failures are outcomes; errors of the artifact store are thrown.
 */
export async function fetchDocument(
  document: PlannedDocument,
  state: DocumentState | null,
  deps: FetchDeps,
  signal: AbortSignal,
): Promise<DocumentCapture> {
  const fetch = { document, state, deps, signal };
  const first = await request(fetch, document.url, document.follow !== null);
  const found = linkOf(document, first);
  if (found === null) return record(fetch, first, 0);
  if (found.kind === 'none') {
    return record(fetch, { ...first, verdict: { outcome: 'empty', message: found.reason } }, 0);
  }
  return record(fetch, await request(fetch, found.url, false), hopsOf(first) + 1);
}

/** Reads and judges bytes from a file as if the address had sent them now. */
export async function captureFromFile(
  document: PlannedDocument,
  state: DocumentState | null,
  file: { readonly bytes: Buffer; readonly asOf: number },
  deps: Omit<FetchDeps, 'requests' | 'clock'>,
  signal: AbortSignal,
): Promise<DocumentCapture> {
  const fetched: FetchResult = {
    kind: 'ok',
    outcome: 'ok',
    bytes: file.bytes,
    url: document.url,
    contentType: '',
    etag: null,
    lastModified: null,
  };
  const judged = await judgeAnswer({ document, state, deps, signal }, fetched, false);
  return makeCapture({ document, state, judged, hops: 0, asOf: file.asOf, obtained: 'imported' }, deps);
}

const hopsOf = ({ fetched }: JudgedFetch): number => (fetched.kind === 'ok' ? (fetched.answer?.hops ?? 0) : 0);

function record({ document, state, deps }: DocumentFetch, judged: JudgedFetch, hops: number): Promise<DocumentCapture> {
  // A clock that was set back makes no capture older than the last one.
  const asOf = Math.max(deps.clock(), (state?.lastAsOf ?? -1) + 1);
  const obtained = judged.fetched.kind === 'not_modified' ? 'not_modified' : 'fetched';
  return makeCapture({ document, state, judged, hops: hops + hopsOf(judged), asOf, obtained }, deps);
}

/** Where the document is that a page leads to; null when the page is the document, or was not read. */
function linkOf(document: PlannedDocument, { fetched, body, verdict }: JudgedFetch): FoundDocument | null {
  const reading = body?.read.reading ?? null;
  if (fetched.kind !== 'ok' || reading === null || !isRead(verdict.outcome)) return null;
  if (document.follow !== null) return followIndex(reading, fetched.url, document.follow);
  const isPage = reading.class === 'html' || reading.class === 'xhtml';
  if (!document.kinds.includes('whitepaper') || !isPage || hasTemplateFields(reading)) return null;
  const behind = documentBehind(reading, fetched.url);
  // A page without a link may be the white paper itself, in a form without numbers.
  return behind.kind === 'found' ? behind : null;
}

async function request(fetch: DocumentFetch, url: string, isIndex: boolean): Promise<JudgedFetch> {
  const { document, state, deps, signal } = fetch;
  const good = state?.good ?? null;
  const validators = isIndex || good === null ? none : await validatorsFor(url, document, good, deps);
  const robotsDownSince = state?.robotsDownSince ?? null;
  const fetched = await deps.requests.send({ url, validators, robotsDownSince, signal });
  signal.throwIfAborted();
  return judgeAnswer(fetch, fetched, isIndex);
}

const none = { etag: null, lastModified: null } as const;

/** Validators belong to the address that sent them. Without the bytes, or if they could not be read, a 304 would be of no use. */
async function validatorsFor(
  url: string,
  { kinds }: PlannedDocument,
  { finalUrl, sha256, etag, lastModified, reading }: GoodCapture,
  { artifacts }: StoreDeps,
): Promise<{ readonly etag: string | null; readonly lastModified: string | null }> {
  // The address of a white paper may be a page that leads to it.
  const isSame = url === finalUrl || !kinds.includes('whitepaper');
  return isSame && reading.ended !== 'failed' && (await artifacts.has(sha256)) ? { etag, lastModified } : none;
}

/** The text of the last good capture once more: a notice, if that was unlike the text before it. */
async function wallAgain(
  { isUnlike, reading: { sha256 } }: GoodCapture,
  { artifacts }: StoreDeps,
): Promise<Verdict | null> {
  if (!isUnlike || sha256 === null || !(await artifacts.has(sha256))) return null;
  return wallIn(ownJson<Reading>(await artifacts.get(sha256)), true);
}

/** Whether a text keeps little of all texts before the last one, which is unlike them itself. */
const isUnlikeAll = (measures: Measures | null): boolean =>
  measures !== null && measures.comparisons.slice(1, 2).every(({ kept5 }) => kept5 < keptByWall);

async function judgeAnswer(
  {
    document,
    state,
    deps,
    signal,
  }: Omit<DocumentFetch, 'deps'> & { readonly deps: Omit<FetchDeps, 'requests' | 'clock'> },
  fetched: FetchResult,
  isIndex: boolean,
): Promise<JudgedFetch> {
  const given = { url: document.url, hosts: document.hosts, kinds: document.kinds, isIndex, fetched };
  if (fetched.kind !== 'ok') {
    const verdict = judge({ ...given, body: null, readsAsBefore: false });
    const unchanged = fetched.kind === 'not_modified' ? (state?.good ?? null) : null;
    const wall = unchanged === null ? null : await wallAgain(unchanged, deps);
    return {
      fetched,
      body: null,
      verdict: wall ?? verdict,
      measures: null,
      unchanged: wall === null ? unchanged : null,
    };
  }
  const good = isIndex ? null : (state?.good ?? null);
  const isAtHome = good !== null && publishingSite(good.finalUrl) === publishingSite(fetched.url);
  const isReadable =
    good !== null &&
    good.reading.version === reader.version &&
    good.reading.ended !== 'failed' &&
    // Bytes that are gone are stored and read again.
    (await deps.artifacts.has(good.sha256));
  if (isAtHome && isReadable && good.sha256 === sha256Hex(fetched.bytes)) {
    const wall = await wallAgain(good, deps);
    const verdict = wall ?? ({ outcome: 'not_modified', message: null } as const);
    return { fetched, body: null, verdict, measures: null, unchanged: wall === null ? good : null };
  }
  const body = await readBody(fetched.bytes, fetched.contentType, deps.read, signal);
  const { reading } = body.read;
  const measures =
    reading === null || isIndex
      ? null
      : await measure(document, reading, fetched.url, state?.earlier ?? [], deps.artifacts);
  const readsAsBefore =
    isAtHome &&
    isReadable &&
    body.read.ended !== 'partly' &&
    measures?.textHash === good.textHash &&
    measures.linksHash === good.linksHash;
  const isSecond = good !== null && good.isUnlike && reading !== null && isUnlikeAll(measures);
  const wall = isSecond || readsAsBefore ? wallIn(reading, good.isUnlike) : null;
  const verdict = wall ?? judge({ ...given, body, readsAsBefore });
  return { fetched, body, verdict, measures, unchanged: readsAsBefore && wall === null ? good : null };
}
