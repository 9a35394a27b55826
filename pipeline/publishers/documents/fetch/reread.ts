import type { ArtifactStore } from '../../../../infra/artifacts/store.ts';
import type { DocumentCapture } from '../../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { reader } from '../../../../schemas/values/reading.ts';
import { ruleSetName } from '../../../documents/reading/rule-set.ts';
import type { DocumentState, GoodCapture } from '../schedule/document-state.ts';
import { measure } from './measure.ts';
import type { PlannedDocument } from '../schedule/plan.ts';
import { readBody, type ReadDocumentBytes, readingRecord } from './read-body.ts';
import { type StoreDeps, storeProfiles, withId } from './record-capture.ts';

export interface RereadDeps extends StoreDeps {
  readonly artifacts: Pick<ArtifactStore, 'put' | 'get' | 'has'>;
  readonly read: ReadDocumentBytes;
}

/** Whether the last bytes are to be read again before the next fetch: another reader, rules, profile, or set of assets. */
export const needsReread = (document: PlannedDocument, { good }: DocumentState): boolean =>
  good !== null &&
  (good.reading.version !== reader.version ||
    good.reading.rules !== ruleSetName ||
    good.declaredHash !== document.declaredHash);

/**
 * The last bytes of a document under its present declarations, without a request, at the time of its capture. Null when
 * the bytes are gone: the next request has them sent again.
 */
export async function readAgain(
  document: PlannedDocument,
  { good }: DocumentState,
  deps: RereadDeps,
  signal: AbortSignal,
): Promise<DocumentCapture | null> {
  if (good === null || !(await deps.artifacts.has(good.sha256))) return null;
  await storeProfiles(document, deps);
  const { finalUrl, sha256, bytes, documentClass, contentType, etag, lastModified, asOf } = good;
  return withId({
    documentId: document.documentId,
    lane: document.lane,
    url: document.url,
    finalUrl,
    hops: 0,
    asOf,
    obtained: 'reread',
    outcome: 'ok',
    status: null,
    message: null,
    documentClass,
    bytes,
    sha256,
    contentType,
    etag,
    lastModified,
    ...(await readingOf(document, good, deps, signal)),
    declared: [...document.declared],
  });
}

async function readingOf(
  document: PlannedDocument,
  good: GoodCapture,
  { artifacts, read }: RereadDeps,
  signal: AbortSignal,
): Promise<Pick<DocumentCapture, 'reading' | 'measures'>> {
  const body = await readBody(await artifacts.get(good.sha256), good.contentType, read, signal);
  const { reading, text } = body.read;
  if (reading === null || text === null) return { reading: readingRecord(body.read, null), measures: null };
  const stored = await artifacts.put(Buffer.from(text));
  // Another reader or profile is another reader version: the text is a new baseline and compared with nothing.
  const measures = await measure(document, reading, good.finalUrl, [], artifacts);
  return { reading: readingRecord(body.read, stored.sha256), measures: canonicalJson(measures) };
}
