import type { Observation } from '../generated/records.ts';
import { canonicalJson } from './canonical.ts';
import { hashOf, sha256Hex } from './hash.ts';

/** Members added after the first version of observations: absent equals null, and null is not part of the id. */
type LaterMembers = Pick<Observation, 'extractionRule' | 'documentClass' | 'place' | 'reading' | 'quorum'>;

const noLaterMembers: LaterMembers = {
  extractionRule: null,
  documentClass: null,
  place: null,
  reading: null,
  quorum: null,
};

const laterMembers = Object.keys(noLaterMembers) as readonly (keyof LaterMembers)[];

/** The input of an observation; ids and hashes are computed from it. */
export type ObservationContent = Omit<Observation, 'id' | 'observationSha256' | keyof LaterMembers> &
  Partial<LaterMembers>;

/**
 * A complete observation. `value` is RFC 8785 JSON text, or null if the source was read and does not disclose the fact. The
 * same content always has the same id, so writing it twice is harmless.
 */
export function makeObservation(content: ObservationContent): Observation {
  // Written out: V8 builds a literal many times faster than a spread with further members.
  const whole = {
    id: '',
    assetId: content.assetId,
    subjectKind: content.subjectKind,
    subjectKey: content.subjectKey,
    field: content.field,
    sourceKey: content.sourceKey,
    value: content.value,
    quote: content.quote,
    sourceUrl: content.sourceUrl,
    sourceHash: content.sourceHash,
    artifactId: content.artifactId,
    observationSha256: observationSha256Of(content),
    extractor: content.extractor,
    extractorVersion: content.extractorVersion,
    fetchOutcome: content.fetchOutcome,
    parseStatus: content.parseStatus,
    observedAt: content.observedAt,
    extractionRule: content.extractionRule ?? null,
    documentClass: content.documentClass ?? null,
    place: content.place ?? null,
    reading: content.reading ?? null,
    quorum: content.quorum ?? null,
  };
  whole.id = observationIdOf(whole);
  return whole;
}

/**
 * Id of an observation: sha256 hex over the RFC 8785 form of all its other fields, later members only if stated. A record
 * of an earlier version, which lacks them, has the same id.
 */
export function observationIdOf(
  observation: Omit<Observation, 'id' | keyof LaterMembers> & Partial<LaterMembers>,
): string {
  const {
    id: _id,
    extractionRule,
    documentClass,
    place,
    reading,
    quorum,
    ...others
  } = observation as Partial<Observation>;
  const later: Readonly<Record<keyof LaterMembers, unknown>> = {
    extractionRule,
    documentClass,
    place,
    reading,
    quorum,
  };
  const stated = laterMembers.filter((name) => (later[name] ?? null) !== null).map((name) => [name, later[name]]);
  return hashOf({ ...others, ...(Object.fromEntries(stated) as Partial<LaterMembers>) });
}

/** Evidence hash: sha256 hex over the RFC 8785 form of {norm, quote, sourceHash}, norm being the value itself. */
export const observationSha256Of = ({
  value,
  quote,
  sourceHash,
}: Pick<Observation, 'value' | 'quote' | 'sourceHash'>): string =>
  sha256Hex(`{"norm":${value ?? 'null'},"quote":${canonicalJson(quote)},"sourceHash":${canonicalJson(sourceHash)}}`);
