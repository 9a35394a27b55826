import { parseCassette } from '../../pipeline/chain/cassette.ts';
import type { CassetteHeader } from '../../pipeline/chain/cassette-header.ts';
import { decodeCassette } from '../../pipeline/chain/decode-cassette.ts';
import { readPlanOf } from '../../pipeline/chain/read-plans.ts';
import { isProven } from '../../pipeline/chain/proven-facts.ts';
import type { AssetState, ChainFact, FactPlace } from '../../pipeline/chain/statement.ts';
import { placeOfBlock } from '../../pipeline/ingest/chain/chain-observation.ts';
import { openCassette } from '../../pipeline/publishers/chain/open-cassette.ts';
import type { Observation } from '../../schemas/generated/records.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';

/**
 * Whether the answers of nodes in a cassette give the value of an observation, and whether their proofs fit the state root
 * where it states so. `not_readable`: the bytes are no cassette.
 */
export type FoundInCassette = 'found' | 'proven' | 'not_found' | 'not_proven' | 'not_readable';

type Stated = Pick<
  Observation,
  'assetId' | 'subjectKind' | 'subjectKey' | 'field' | 'value' | 'sourceKey' | 'extractor' | 'place' | 'quorum'
>;

/** Decodes the cassette again with the read plan that it names. Null: the observation was not read by a plan. */
export function findInCassette(observation: Stated, bytes: Buffer): FoundInCassette | null {
  const { sourceKey, extractor, assetId, quorum } = observation;
  if (!sourceKey.startsWith('chain:') || readPlanOf(extractor) === undefined) return null;
  const opened = openCassette(bytes);
  const parsed = opened.ok ? parseCassette(opened.text) : null;
  if (parsed?.ok !== true) return 'not_readable';
  const { header } = parsed.cassette;
  const decoded = decodeCassette(parsed.cassette);
  if (!decoded.ok) return 'not_readable';
  const state = decoded.states.find((one) => one.assetId === assetId);
  const isOfReading = isSource(observation, header) && (quorum ?? 0) === decoded.agreed;
  if (state === undefined || !isOfReading || !gives(state, observation)) return 'not_found';
  const isProvenFact = isProven(decoded.proven, assetId, observationPlace(observation));
  const place = observation.place ?? null;
  if (place === placeOfBlock(header.block, isProvenFact)) return isProvenFact ? 'proven' : 'found';
  if (place === placeOfBlock(header.block, true)) return 'not_proven';
  // Less is claimed than the cassette shows.
  return place === placeOfBlock(header.block, false) ? 'found' : 'not_found';
}

const isSource = ({ sourceKey, extractor }: Stated, { chain, plan }: CassetteHeader): boolean =>
  sourceKey === `chain:${chain}` && extractor === plan;

const observationPlace = ({ subjectKind, subjectKey, field }: Stated): FactPlace => ({
  subjectKind: subjectKind === 'authority' ? 'authority' : 'asset',
  subjectKey,
  field,
});

/** What is stated of facts without an answer depends on the readings before, which the refold of a change does not have. */
function gives({ reading, facts }: AssetState, { subjectKind, subjectKey, field, value }: Stated): boolean {
  if (field === 'chain_reading') return value === canonicalJson(reading);
  const own = facts.filter((fact) => fact.subjectKind === subjectKind && fact.field === field);
  const same = own.find((fact) => fact.subjectKey === subjectKey);
  if (field === 'gone') return value === null ? isAnswered(facts, subjectKey) : !hasKey(facts, subjectKey);
  if (value === null) return (same?.value ?? null) === null;
  // A holder stays under the key that it was stated under, whatever key the plan gives it in this reading.
  if (field === 'authority') return own.some((fact) => canonicalJson(fact.value) === value);
  if (same === undefined) return false;
  return canonicalJson(same.value) === value || isCompleted(field, JSON.parse(value), same.value);
}

const typeOf = (key: string): string => key.split(':')[0] ?? '';

const isAnswered = (facts: readonly ChainFact[], key: string): boolean =>
  facts.some((fact) => fact.field === 'authority' && typeOf(fact.subjectKey) === typeOf(key));

const hasKey = (facts: readonly ChainFact[], key: string): boolean =>
  facts.some((fact) => fact.field === 'authority' && fact.subjectKey === key);

/** Whether a stated value has all that the reading gives: parts without an answer stay as they were. */
function isCompleted(field: string, stated: unknown, read: unknown): boolean {
  if (field === 'powers' && Array.isArray(stated) && Array.isArray(read))
    return read.every((one) => stated.includes(one));
  if (field !== 'token') return false;
  const members = stated as Readonly<Record<string, unknown>>;
  return Object.entries(read as object).every(
    ([name, member]: [string, unknown]) =>
      member === null || canonicalJson(member) === canonicalJson(members[name] ?? null),
  );
}
