import { measuresOf } from '../captures/measures.ts';
import type { DocumentCapture, Observation } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { makeObservation } from '../../../schemas/values/observation.ts';
import { reader } from '../../../schemas/values/reading.ts';
import { isTerm } from '../../../schemas/vocabulary.ts';
import { isOvertaken, isRead } from '../captures/overtaken.ts';
import { fieldArtifacts, fieldObservations } from './disclose-fields.ts';
import { emit, type Input, type KeyedState, ok, park, type Processor, type Result } from '../../runtime/processor.ts';

/** What was last read of a document. */
interface LastReading {
  /** Newest capture that found the document. */
  readonly readAsOf: number;
  /** Value of the capture observation, RFC 8785 text. */
  readonly value: string;
  readonly sha256: string;
  readonly textHash: string;
  readonly documentClass: string | null;
  readonly reading: string | null;
  readonly version: string;
  /** Raised when other parts of the same bytes are read: texts of two versions are not compared. */
  readonly partsVersion: number;
  /** Sources to which it was stated, as `<asset> <source>`. */
  readonly sources: readonly string[];
}

const keyOf = (documentId: string): string => `document/${documentId}`;
const nameOf = ({ assetId, sourceId }: DocumentCapture['declared'][number]): string => `${assetId} ${sourceId}`;

/**
 * Captures of documents to observations: for each source that declares the document first its `capture`, then the fields that
 * the rules read and that are due.
 */
export const discloseProcessor: Processor<'document.captures'> = {
  name: 'disclose',
  input: 'document.captures',
  outputs: ['observations'],
  stateVersion: 5,
  artifactsOf: fieldArtifacts,
  apply: disclose,
};

function disclose(
  state: KeyedState,
  { value: capture, timestamp }: Input<'document.captures'>,
  artifacts: ReadonlyMap<string, Buffer>,
): Result {
  const { outcome, obtained, documentId } = capture;
  if (!isTerm('fetchOutcome', outcome)) return park(`The outcome ${outcome} is unknown.`);
  if (!isTerm('documentObtained', obtained)) return park(`The capture was obtained by ${obtained}, which is unknown.`);
  const last = state.get<LastReading>(keyOf(documentId)) ?? null;
  if (last !== null && isOvertaken(capture, last)) {
    if (obtained !== 'reread')
      state.put(keyOf(documentId), { ...last, readAsOf: Math.max(last.readAsOf, capture.asOf) });
    return ok([]);
  }
  const current = readingOf(capture, last);
  const newest = current ?? last;
  const isNew = (source: DocumentCapture['declared'][number]): boolean =>
    last?.sources.includes(nameOf(source)) !== true;
  const isOtherParts = current?.partsVersion !== last?.partsVersion;
  // Bytes that are read again are not stated again of a source that has them already.
  const statedSources = obtained === 'reread' && !isOtherParts ? capture.declared.filter(isNew) : capture.declared;
  if (newest !== null) {
    const sources = capture.declared.map(nameOf);
    state.put(keyOf(documentId), {
      ...newest,
      readAsOf: isRead(outcome) ? Math.max(newest.readAsOf, capture.asOf) : newest.readAsOf,
      sources,
    } satisfies LastReading);
  }
  const observations = capture.declared.flatMap((source) => [
    ...(statedSources.includes(source) ? [observationOf(capture, source, current, last)] : []),
    ...fieldObservations(state, capture, source, artifacts),
  ]);
  return ok(observations.map((observation) => emit('observations', observation, timestamp)));
}

/** What a capture read; null when it read nothing. */
function readingOf(capture: DocumentCapture, last: LastReading | null): LastReading | null {
  const { url, finalUrl, documentClass, sha256, reading, outcome, obtained, asOf, declared } = capture;
  const stated = measuresOf(capture);
  if (outcome === 'not_modified') return last;
  if (stated === null || sha256 === null || reading === null) return null;
  const isOther = obtained === 'reread' && last?.sha256 === sha256 && last.textHash !== stated.textHash;
  return {
    readAsOf: Math.max(last?.readAsOf ?? 0, asOf),
    sha256,
    documentClass,
    textHash: stated.textHash,
    reading: reading.sha256,
    version: reading.version,
    value: canonicalJson({ ...stated, url, finalUrl: finalUrl ?? url, documentClass }),
    partsVersion: (last?.partsVersion ?? 0) + (isOther ? 1 : 0),
    sources: declared.map(nameOf),
  };
}

function observationOf(
  capture: DocumentCapture,
  { assetId, sourceId }: DocumentCapture['declared'][number],
  current: LastReading | null,
  last: LastReading | null,
): Observation {
  const { outcome, finalUrl, url, asOf } = capture;
  const reading = current ?? last;
  const isUnread = capture.sha256 !== null && current === null;
  return makeObservation({
    assetId,
    subjectKind: 'source',
    subjectKey: sourceId,
    field: 'capture',
    sourceKey: sourceId,
    value: current?.value ?? null,
    quote: null,
    sourceUrl: finalUrl ?? url,
    sourceHash: capture.sha256 === null ? null : `sha256:${capture.sha256}`,
    artifactId: capture.sha256,
    extractor: reader.name,
    extractorVersion: `${reading?.version ?? capture.reading?.version ?? '0'}.${reading?.partsVersion ?? 0}`,
    // Bytes from another address are a reading as well; what another site means is decided by the fold of sources.
    fetchOutcome: capture.sha256 !== null && outcome !== 'not_modified' ? 'ok' : outcome,
    parseStatus: isUnread ? 'failed' : 'ok',
    observedAt: asOf,
    documentClass: current?.documentClass ?? null,
    reading: current?.reading ?? null,
  });
}
