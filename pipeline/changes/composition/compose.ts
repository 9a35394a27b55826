import type { Observation, Subject } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { sha256Hex } from '../../../schemas/values/hash.ts';
import { emit, type KeyedState, type Output } from '../../runtime/processor.ts';
import type { AssetParts } from './parts.ts';
import { composeRecord } from './record.ts';
import { composeSubjects, type Wanted } from './subjects.ts';

/** What the other facts of an asset need to know of it, kept small because every match asks for it. */
export interface Held {
  readonly regimes: readonly string[];
  /** Subject key to the id of the observation that introduced it. */
  readonly since: Readonly<Record<string, string>>;
}

/** A subject that the asset no longer names, or names anew. */
export interface Departed {
  readonly subjectKey: string;
  readonly sinceObservationId: string;
}

const heldKey = (assetId: string): string => `held\t${assetId}`;
const subjectsKey = (assetId: string): string => `subjects\t${assetId}`;
const recordKey = (assetId: string): string => `record\t${assetId}`;

const nothingHeld: Held = { regimes: [], since: {} };

export const heldBy = (state: KeyedState, assetId: string): Held => state.get<Held>(heldKey(assetId)) ?? nothingHeld;

/** Whether the asset names the subject, as that observation introduced it. */
export const holds = (held: Held, subjectKey: string, sinceObservationId: string): boolean =>
  Object.hasOwn(held.since, subjectKey) && held.since[subjectKey] === sinceObservationId;

/**
 * Composes the asset record and the subjects anew after `cause`, and says which subjects left. A record is written
 * only when something in it differs.
 */
export function compose(
  state: KeyedState,
  parts: AssetParts,
  cause: Observation,
  position: number,
): { readonly outputs: readonly Output[]; readonly departed: readonly Departed[] } {
  const { assetId, observedAt } = cause;
  const before = state.get<readonly Subject[]>(subjectsKey(assetId)) ?? [];
  const known = new Map(before.map((subject) => [subject.key, subject]));
  const owners = new Map(before.map(({ key, partyId }) => [key, partyId]));
  const subjects: readonly Subject[] = composeSubjects(parts, owners).map((wanted) => {
    const earlier = isNamedAnew(known.get(wanted.key), wanted) ? undefined : known.get(wanted.key);
    return {
      ...wanted,
      since: earlier?.since ?? observedAt,
      sinceObservationId: earlier?.sinceObservationId ?? cause.id,
    };
  });
  const outputs = [
    ...recordOutput(state, parts, cause, position),
    ...subjectsOutput(state, before, subjects, cause, position),
  ];
  const held = heldOf(parts, subjects);
  state.put(heldKey(assetId), held);
  const departed = before
    .filter(({ key, sinceObservationId }) => !holds(held, key, sinceObservationId))
    .map(({ key, sinceObservationId }) => ({ subjectKey: key, sinceObservationId }));
  return { outputs, departed };
}

/** What identifies a party passes to another one that has the same: matches are a party's, so they start anew. */
const isNamedAnew = (earlier: Subject | undefined, { kind, partyId }: Wanted): boolean =>
  earlier !== undefined && (kind === 'lei' || kind === 'registration') && earlier.partyId !== partyId;

const heldOf = (parts: AssetParts, subjects: readonly Subject[]): Held => ({
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
  if (canonicalJson(before) === canonicalJson(subjects)) return [];
  state.put(subjectsKey(cause.assetId), subjects);
  return [emit('asset.subjects', { assetId: cause.assetId, position, subjects }, cause.observedAt)];
}
