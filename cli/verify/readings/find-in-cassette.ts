import { type Cassette, parseCassette } from '../../../pipeline/chain/cassette.ts';
import type { CassetteHeader } from '../../../pipeline/chain/cassette-header.ts';
import { type DecodedCassette, decodeCassette } from '../../../pipeline/chain/decode-cassette.ts';
import { isProven } from '../../../pipeline/chain/proven-facts.ts';
import { readPlanOf } from '../../../pipeline/chain/read-plans.ts';
import type { AssetState, FactPlace } from '../../../pipeline/chain/statement.ts';
import { blockOf, chainVersion, placeOfBlock } from '../../../pipeline/ingest/chain/chain-observation.ts';
import { compareReading } from '../../../pipeline/ingest/chain/compare-reading.ts';
import { settle } from '../../../pipeline/ingest/chain/settle.ts';
import {
  afterWriting,
  type FactToWrite,
  readingField,
  type StatedAsset,
} from '../../../pipeline/ingest/chain/stated.ts';
import { openCassette } from '../../../pipeline/publishers/chain/open-cassette.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { sourceKeyOf } from '../../../schemas/terms/source-keys.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { repeatedMember } from '../../../schemas/values/json-spelling.ts';

/**
 * Whether the answers of nodes in a cassette give the value of an observation, and whether their proofs fit the state root
 * where it states so. `not_readable`: the bytes are no cassette.
 */
export type FoundInCassette = 'found' | 'proven' | 'not_found' | 'not_proven' | 'not_readable';

/**
 * Decodes the cassette again with the read plan that it names; the name of the extractor in the observation is ignored. `before`:
 * the observations of the asset before it, on which depends what is stated of facts without an answer.
 */
export function findInCassette(
  observation: Observation,
  bytes: Buffer,
  before: readonly Observation[],
): FoundInCassette {
  const read = decoded(bytes);
  if (read === null) return 'not_readable';
  const { header, states, agreed, proven } = read;
  const { assetId, quorum, place } = observation;
  const state = states.find((one) => one.assetId === assetId);
  const isOfReading = isSource(observation, header) && (quorum ?? 0) === agreed;
  if (state === undefined || !isOfReading || !gives(state, observation, header, before)) return 'not_found';
  const isProvenFact = isProven(proven, assetId, placeIn(observation));
  if ((place ?? null) === placeOfBlock(header.block, isProvenFact)) return isProvenFact ? 'proven' : 'found';
  if (place === placeOfBlock(header.block, true)) return 'not_proven';
  // Less is claimed than the cassette shows.
  return (place ?? null) === placeOfBlock(header.block, false) ? 'found' : 'not_found';
}

type ValidCassette = Cassette & Extract<DecodedCassette, { ok: true }>;

function decoded(bytes: Buffer): ValidCassette | null {
  const opened = openCassette(bytes);
  if (!opened.ok) return null;
  const parsed = parseCassette(opened.text);
  // A member that occurs twice is another answer to another reader.
  if (!parsed.ok || opened.text.split('\n').some((line) => line !== '' && repeatedMember(line) !== null)) return null;
  const states = decodeCassette(parsed.cassette);
  return states.ok ? { ...parsed.cassette, ...states } : null;
}

const isSource = (one: Observation, { chain, plan }: CassetteHeader): boolean =>
  one.sourceKey === sourceKeyOf.chain(chain) &&
  one.extractor === plan &&
  one.extractorVersion === chainVersion &&
  one.fetchOutcome === 'ok' &&
  one.parseStatus === 'ok' &&
  [one.quote, one.sourceUrl, one.extractionRule, one.documentClass, one.reading].every(
    (member) => (member ?? null) === null,
  );

const placeIn = ({ subjectKind, subjectKey, field }: Observation): FactPlace => ({
  subjectKind: subjectKind === 'authority' ? 'authority' : 'asset',
  subjectKey,
  field,
});

/** Compares the reading with what was stated before, as `ingest` does. */
function gives(
  state: AssetState,
  observation: Observation,
  { plan, block }: CassetteHeader,
  before: readonly Observation[],
): boolean {
  const { field, value, subjectKind, subjectKey, observedAt } = observation;
  if (subjectKind !== 'asset' && subjectKind !== 'authority') return false;
  if (field === readingField) return value === canonicalJson(state.reading) && subjectKind === 'asset';
  if (block !== null && observedAt !== block.timestamp * 1000) return false;
  const last = statedBefore(observation, before);
  const { write } = compareReading(last, state, { plan, at: observedAt, block: block?.number ?? null });
  const isIt = (fact: FactToWrite): boolean =>
    fact.subjectKind === subjectKind &&
    fact.subjectKey === subjectKey &&
    fact.field === field &&
    fact.value === (value ?? null);
  if (write.some(isIt)) return true;
  if (state.reading !== 'stated') return false;
  const { facts, ended } = settle(last, state);
  return facts.some(isIt) || ended.some(isIt);
}

/** What was stated of the asset by readings before this one. Imported observations of the chain are none. */
function statedBefore(observation: Observation, before: readonly Observation[]): StatedAsset | undefined {
  const { artifactId, observedAt, sourceKey } = observation;
  const isSame = (one: Observation): boolean => one.artifactId === artifactId && one.observedAt === observedAt;
  return before
    .filter((one) => one.sourceKey === sourceKey && readPlanOf(one.extractor) !== undefined && !isSame(one))
    .reduce<StatedAsset | undefined>((last, one) => afterWriting(last, [one], blockOf(one)?.number ?? null), undefined);
}
