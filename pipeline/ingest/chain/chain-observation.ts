import type { Observation } from '../../../schemas/generated/records.ts';
import { sourceKeyOf } from '../../../schemas/terms/source-keys.ts';
import { makeObservation } from '../../../schemas/values/observation.ts';
import type { CassetteHeader } from '../../chain/cassette-header.ts';
import { isProven, type ProvenFacts } from '../../chain/proven-facts.ts';
import type { FactToWrite } from './stated.ts';

/** Version of what reads cassettes; the read plan has its version in its name. */
export const chainVersion = '1';

export interface ChainEvidence {
  readonly header: CassetteHeader;
  readonly agreed: number;
  /** The cassette as stored, sha256 hex. */
  readonly artifactId: string;
  readonly proven: ProvenFacts;
}

/** A fact of a chain as an observation. `observedAt` in milliseconds. */
export function chainObservation(
  assetId: string,
  { subjectKind, subjectKey, field, value }: FactToWrite,
  observedAt: number,
  { header, agreed, artifactId, proven }: ChainEvidence,
): Observation {
  const { chain, plan, block } = header;
  const isProvenFact = isProven(proven, assetId, { subjectKind, subjectKey, field });
  return makeObservation({
    assetId,
    subjectKind,
    subjectKey,
    field,
    value,
    observedAt,
    sourceKey: sourceKeyOf.chain(chain),
    quote: null,
    sourceUrl: null,
    sourceHash: `sha256:${artifactId}`,
    artifactId,
    extractor: plan,
    extractorVersion: chainVersion,
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    place: placeOfBlock(block, isProvenFact),
    quorum: block === null ? null : agreed,
  });
}

/** Where a fact of a chain was read; null where nothing was asked. */
export const placeOfBlock = (block: CassetteHeader['block'], isProvenFact: boolean): string | null =>
  block === null ? null : `block:${block.number}:${block.hash}${isProvenFact ? ';proof' : ''}`;

const placePattern = /^block:(\d+):(0x[0-9a-f]{64}|[^;]+)/;

/** Block of a chain's observation by its place; null where nothing was asked. */
export function blockOf({ place }: Observation): { readonly number: number; readonly hash: string } | null {
  const [, number, hash] = placePattern.exec(place ?? '') ?? [];
  return number === undefined || hash === undefined ? null : { number: Number(number), hash };
}
