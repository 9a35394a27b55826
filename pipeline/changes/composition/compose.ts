import type { Observation, Subject } from '../../../schemas/generated/records.ts';
import { isSourceOf } from '../../../schemas/terms/source-keys.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { emit, type KeyedState, type Output } from '../../runtime/processor.ts';
import type { AssetParts } from './parts.ts';
import { composeRecord } from './record.ts';
import { composeSubjects, type SubjectContent } from './subjects.ts';
import { type AssetSummary, type DepartedSubject, namesSubject, putSummary } from './summary.ts';

const subjectsKey = (assetId: string): string => `subjects\t${assetId}`;
/** Set while subjects changed that are not emitted yet. */
const dueKey = (assetId: string): string => `subjects due\t${assetId}`;
const recordKey = (assetId: string): string => `record\t${assetId}`;

/**
 * Composes the asset record and the subjects after `cause`, and returns the subjects that left. Emits each of the two
 * records only if its content changed.
 */
export function compose(
  state: KeyedState,
  parts: AssetParts,
  cause: Observation,
  position: number,
): { readonly outputs: readonly Output[]; readonly departed: readonly DepartedSubject[] } {
  const { assetId, observedAt } = cause;
  const before = state.get<readonly Subject[]>(subjectsKey(assetId)) ?? [];
  const known = new Map(before.map((subject) => [subject.key, subject]));
  const owners = new Map(before.map(({ key, partyId }) => [key, partyId]));
  const subjects: readonly Subject[] = composeSubjects(parts, owners).map((content) => {
    const earlier = belongsToOther(known.get(content.key), content) ? undefined : known.get(content.key);
    return {
      ...content,
      since: earlier?.since ?? observedAt,
      sinceObservationId: earlier?.sinceObservationId ?? cause.id,
    };
  });
  const outputs = [
    ...recordOutput(state, parts, cause, position),
    ...subjectsOutput(state, before, subjects, cause, position),
  ];
  const summary = composeSummary(parts, subjects);
  putSummary(state, assetId, summary);
  const departed = before
    .filter(({ key, sinceObservationId }) => !namesSubject(summary, key, sinceObservationId))
    .map(({ key, sinceObservationId }) => ({ subjectKey: key, sinceObservationId }));
  return { outputs, departed };
}

/**
 * Whether an identifier of a party now belongs to another party. Matches belong to a party, so the subject counts as
 * a new one.
 */
const belongsToOther = (earlier: Subject | undefined, { kind, partyId }: SubjectContent): boolean =>
  earlier !== undefined &&
  (kind === 'lei' || kind === 'registration' || kind === 'bic' || kind === 'tax') &&
  earlier.partyId !== partyId;

const composeSummary = (parts: AssetParts, subjects: readonly Subject[]): AssetSummary => ({
  regimes: [...(parts.declaration?.asset.regimes ?? [])].sort(),
  since: Object.fromEntries(subjects.map((subject) => [subject.key, subject.sinceObservationId])),
});

function recordOutput(state: KeyedState, parts: AssetParts, cause: Observation, position: number): readonly Output[] {
  const record = composeRecord(cause.assetId, parts);
  if (record === null) return [];
  const hash = sha256Hex(canonicalJson(record));
  if (state.get<string>(recordKey(cause.assetId)) === hash) return [];
  state.put(recordKey(cause.assetId), hash);
  return [emit('asset.records', { ...record, position }, cause.observedAt)];
}

function subjectsOutput(
  state: KeyedState,
  before: readonly Subject[],
  subjects: readonly Subject[],
  cause: Observation,
  position: number,
): readonly Output[] {
  const { assetId } = cause;
  const isDue = state.get<boolean>(dueKey(assetId)) === true;
  const isSame = canonicalJson(before) === canonicalJson(subjects);
  if (isSame && !isDue) return [];
  if (!isSame) state.put(subjectsKey(assetId), subjects);
  if (isInsideReading(cause)) {
    if (!isDue) state.put(dueKey(assetId), true);
    return [];
  }
  if (isDue) state.delete(dueKey(assetId));
  return [emit('asset.subjects', { assetId, position, subjects }, cause.observedAt)];
}

/**
 * Whether more facts of the same reading of a chain follow. Its last one is `chain_reading`: an account that gained several
 * authorities at once is compared with the lists once, in all of its roles.
 */
const isInsideReading = ({ sourceKey, subjectKind, field, quorum }: Observation): boolean =>
  isSourceOf('chain', sourceKey) && quorum !== null && !(subjectKind === 'asset' && field === 'chain_reading');
