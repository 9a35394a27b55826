import type { ArtifactStore } from '../../../../infra/artifacts/store.ts';
import type { DocumentCapture } from '../../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { hashOf } from '../../../../schemas/values/hash.ts';
import type { Term } from '../../../../schemas/vocabulary.ts';
import { isRead } from '../../../documents/captures/overtaken.ts';
import type { ProfileTable } from '../../../documents/reading/profiles/profile-table.ts';
import type { DocumentState } from '../schedule/document-state.ts';
import type { JudgedFetch } from './judged.ts';
import type { PlannedDocument } from '../schedule/plan.ts';
import { readingRecord } from './read-body.ts';

export interface StoreDeps {
  readonly artifacts: Pick<ArtifactStore, 'put' | 'get' | 'has'>;
  readonly profiles: ProfileTable['profiles'];
}

interface RecordedFetch {
  readonly document: PlannedDocument;
  readonly state: DocumentState | null;
  readonly judged: JudgedFetch;
  readonly hops: number;
  readonly asOf: number;
  readonly obtained: Term<'documentObtained'>;
}

/** The capture of a fetch. Profile, bytes and reading are in the store when it resolves. */
export async function makeCapture(recorded: RecordedFetch, deps: StoreDeps): Promise<DocumentCapture> {
  const { document, judged, hops, asOf, obtained } = recorded;
  const { fetched, verdict } = judged;
  await storeProfiles(document, deps);
  const answer = fetched.kind === 'failed' ? fetched.answer : undefined;
  return withId({
    documentId: document.documentId,
    lane: document.lane,
    url: document.url,
    finalUrl: fetched.kind === 'ok' ? fetched.url : (answer?.url ?? judged.unchanged?.finalUrl ?? null),
    hops,
    asOf,
    obtained,
    outcome: verdict.outcome,
    status: statusOf(recorded),
    message: verdict.message,
    ...(await contentOf(recorded, deps)),
    declared: [...document.declared],
  });
}

function statusOf({ judged: { fetched }, obtained }: RecordedFetch): number | null {
  if (obtained === 'imported') return null;
  if (fetched.kind === 'ok') return 200;
  return fetched.kind === 'not_modified' ? 304 : (fetched.status ?? null);
}

type Content = Pick<
  DocumentCapture,
  'documentClass' | 'bytes' | 'sha256' | 'contentType' | 'etag' | 'lastModified' | 'reading' | 'measures'
>;

const nothing: Content = {
  documentClass: null,
  bytes: null,
  sha256: null,
  contentType: null,
  etag: null,
  lastModified: null,
  reading: null,
  measures: null,
};

async function contentOf({ judged }: RecordedFetch, { artifacts }: StoreDeps): Promise<Content> {
  const { fetched, body, verdict, measures, unchanged } = judged;
  if (unchanged !== null) {
    const { documentClass, bytes, sha256, contentType, etag, lastModified, reading } = unchanged;
    const sent = fetched.kind === 'ok' ? fetched : null;
    return {
      documentClass,
      bytes,
      sha256,
      contentType,
      reading,
      measures: null,
      etag: sent?.etag ?? etag,
      lastModified: sent?.lastModified ?? lastModified,
    };
  }
  if (fetched.kind !== 'ok' || body === null) return nothing;
  const { documentClass } = body;
  const { contentType, etag, lastModified } = fetched;
  // What is no content is not kept: a challenge page is of no use to anyone.
  if (!isRead(verdict.outcome)) return { ...nothing, documentClass, bytes: fetched.bytes.length, contentType };
  const stored = await artifacts.put(fetched.bytes);
  const { text } = body.read;
  const reading = text === null ? null : await artifacts.put(Buffer.from(text));
  return {
    documentClass,
    bytes: stored.bytes,
    sha256: stored.sha256,
    contentType,
    etag,
    lastModified,
    reading: readingRecord(body.read, reading?.sha256 ?? null),
    measures: measures === null ? null : canonicalJson(measures),
  };
}

export async function storeProfiles({ declared }: PlannedDocument, { artifacts, profiles }: StoreDeps): Promise<void> {
  for (const { extractor } of declared) {
    const profile = profiles.get(extractor);
    if (profile !== undefined && !(await artifacts.has(profile.sha256))) await artifacts.put(Buffer.from(profile.text));
  }
}

/** The same capture has the same id. */
export function withId(content: Omit<DocumentCapture, 'captureId'>): DocumentCapture {
  const { documentId, asOf, outcome, obtained, sha256, finalUrl, reading, declared } = content;
  const captureId = hashOf({ documentId, asOf, outcome, obtained, sha256, finalUrl, reading, declared });
  return { captureId, ...content };
}
