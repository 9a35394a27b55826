/** Facts as they are established: what `detect` accepts, without drafts, and without readings of pending texts. */
import type { AssetFact, Observation } from '../../../schemas/generated/records.ts';
import { emit, type KeyedState, type Output } from '../../runtime/processor.ts';
import { establishedIn, type Fact, factOfKey, type Side } from '../fact.ts';
import { statedBy } from './kinds.ts';

/**
 * The facts that an observation established or ended. `before`: the facts it wrote, as they were. A value that stays is not
 * emitted again, whatever its passage or reader.
 */
export function establishedFacts(
  state: KeyedState,
  before: ReadonlyMap<string, unknown>,
  cause: Observation,
  position: number,
): readonly AssetFact[] {
  return [...before].flatMap(([key, earlier]) =>
    differences(key, earlier as Fact | undefined, state.get<Fact>(key), cause).map((fact) => ({ ...fact, position })),
  );
}

function differences(
  key: string,
  earlier: Fact | undefined,
  current: Fact | undefined,
  cause: Observation,
): readonly Omit<AssetFact, 'position'>[] {
  const place = factOfKey(key);
  const [was, is] = [establishedIn(earlier), establishedIn(current)];
  if (was === null && is === null) return [];
  const stated = (side: Side | null): ReadonlyMap<string, string | null> =>
    new Map(side === null ? [] : statedBy(place, side.value).map(({ field, value }) => [field, value]));
  const [old, now] = [stated(was), stated(is)];
  const { assetId, observedAt, id, sourceUrl } = cause;
  const about = { ...place, assetId };
  // A confirmed draft holds since the first reading that showed it.
  const draft = is !== null && earlier?.value === is.value ? earlier.draft : null;
  const since = draft?.detectedAt ?? observedAt;
  const begun = [...now]
    .filter(([field, value]) => !old.has(field) || old.get(field) !== value)
    .map(([field, value]) => ({
      ...about,
      field,
      value,
      sourceUrl: is?.sourceUrl ?? sourceUrl,
      since,
      observationId: is?.id ?? id,
    }));
  const ended = [...old]
    .filter(([field, value]) => !now.has(field) && value !== null)
    .map(([field]) => ({ ...about, field, value: null, sourceUrl, since: observedAt, observationId: id }));
  return [...begun, ...ended];
}

export const emitFacts = (facts: readonly AssetFact[], at: number): readonly Output[] =>
  facts.map((fact) => emit('asset.facts', fact, at));
