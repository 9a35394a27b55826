import type { Observation } from '../generated/records.ts';
import { canonicalJson } from './canonical.ts';
import { sha256Hex } from './hash.ts';

/** Members added after the first version of observations: absent equals null, and null is not part of the id. */
type LaterMembers = Pick<Observation, 'extractionRule' | 'documentClass' | 'place' | 'reading' | 'quorum'>;

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
 * Id of an observation: sha256 hex over the RFC 8785 form of all its other fields, of which those of
 * documents and chains only if stated.
 */
export function observationIdOf(
  observation: Omit<Observation, 'id' | keyof LaterMembers> & Partial<LaterMembers>,
): string {
  const { extractionRule, documentClass, place, reading, quorum } = observation;
  // Members in canonical order, written out: an object of them would be sorted and walked, which takes longer than hashing.
  const members =
    stated('artifactId', observation.artifactId) +
    stated('assetId', observation.assetId) +
    later('documentClass', documentClass) +
    later('extractionRule', extractionRule) +
    stated('extractor', observation.extractor) +
    stated('extractorVersion', observation.extractorVersion) +
    stated('fetchOutcome', observation.fetchOutcome) +
    stated('field', observation.field) +
    stated('observationSha256', observation.observationSha256) +
    stated('observedAt', observation.observedAt) +
    stated('parseStatus', observation.parseStatus) +
    later('place', place) +
    later('quorum', quorum) +
    stated('quote', observation.quote) +
    later('reading', reading) +
    stated('sourceHash', observation.sourceHash) +
    stated('sourceKey', observation.sourceKey) +
    stated('sourceUrl', observation.sourceUrl) +
    stated('subjectKey', observation.subjectKey) +
    stated('subjectKind', observation.subjectKind) +
    stated('value', observation.value);
  return sha256Hex(`{${members.slice(1)}}`);
}

/** A member with the comma before it. One that a damaged record lacks is left out, so that its id differs. */
const stated = (name: string, value: unknown): string =>
  value === undefined ? '' : `,"${name}":${canonicalJson(value)}`;

/** A member added later, which is part of the text only if it is stated. */
const later = (name: string, value: unknown): string => (value === null ? '' : stated(name, value));

/** Evidence hash: sha256 hex over the RFC 8785 form of {norm, quote, sourceHash}, norm being the value itself. */
export const observationSha256Of = ({
  value,
  quote,
  sourceHash,
}: Pick<Observation, 'value' | 'quote' | 'sourceHash'>): string =>
  sha256Hex(`{"norm":${value ?? 'null'},"quote":${canonicalJson(quote)},"sourceHash":${canonicalJson(sourceHash)}}`);
