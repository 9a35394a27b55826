import type { Observation } from '../generated/records.ts';
import { canonicalJson } from './canonical.ts';
import { hashOf, sha256Hex } from './hash.ts';

/** Members added after the first version of observations: absent equals null, and null is not part of the id. */
type LaterMember = 'extractionRule' | 'documentClass';

/** The input of an observation; ids and hashes are computed from it. */
export type ObservationContent = Omit<Observation, 'id' | 'observationSha256' | LaterMember> &
  Partial<Pick<Observation, LaterMember>>;

/**
 * A complete observation. `value` is RFC 8785 JSON text, or null if the source was read and does not disclose the fact. The
 * same content always has the same id, so writing it twice is harmless.
 */
export function makeObservation(content: ObservationContent): Observation {
  const { extractionRule = null, documentClass = null, ...others } = content;
  const whole = { ...others, observationSha256: observationSha256Of(content), extractionRule, documentClass };
  return { ...whole, id: observationIdOf(whole) };
}

/** Id of an observation: sha256 hex over the RFC 8785 form of all its other fields, later members only if not null. */
export function observationIdOf(observation: Omit<Observation, 'id'>): string {
  const { id: _id, extractionRule, documentClass, ...others } = observation as Observation;
  return hashOf({
    ...others,
    ...(extractionRule === null ? {} : { extractionRule }),
    ...(documentClass === null ? {} : { documentClass }),
  });
}

/** Evidence hash: sha256 hex over the RFC 8785 form of {norm, quote, sourceHash}, norm being the value itself. */
export const observationSha256Of = ({
  value,
  quote,
  sourceHash,
}: Pick<Observation, 'value' | 'quote' | 'sourceHash'>): string =>
  sha256Hex(`{"norm":${value ?? 'null'},"quote":${canonicalJson(quote)},"sourceHash":${canonicalJson(sourceHash)}}`);
