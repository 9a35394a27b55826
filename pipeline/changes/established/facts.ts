/** Facts as they are established: what `detect` accepts, without drafts, and without readings of pending texts. */
import type { AssetFact, Observation } from '../../../schemas/generated/records.ts';
import { emit, type KeyedState, type Output } from '../../runtime/processor.ts';
import { establishedIn, type Fact, factOfKey, type Side } from '../fact.ts';
import { type StatedFact, statedBy } from './kinds.ts';

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
  const [was, is] = [establishedIn(earlier), establishedIn(current)];
  // A first draft, a reading of the same value by another reader, or nothing at all: what is stated is the same.
  if (was?.value === is?.value && (was === null) === (is === null)) return none;
  const place = factOfKey(key);
  const [old, now] = [statedOn(place, was), statedOn(place, is)];
  if (old.length === 0 && now.length === 0) return none;
  const { assetId, observedAt, id, sourceUrl } = cause;
  const about = { ...place, assetId };
  // A confirmed draft holds since the first reading that showed it.
  const draft = is !== null && earlier?.value === is.value ? earlier.draft : null;
  const since = draft?.detectedAt ?? observedAt;
  const begun = now
    .filter(({ field, value }) => valueIn(old, field) !== value)
    .map(({ field, value }) => ({
      ...about,
      field,
      value,
      sourceUrl: is?.sourceUrl ?? sourceUrl,
      since,
      observationId: is?.id ?? id,
    }));
  const ended = old
    .filter(({ field, value }) => value !== null && valueIn(now, field) === undefined)
    .map(({ field }) => ({ ...about, field, value: null, sourceUrl, since: observedAt, observationId: id }));
  return begun.length === 0 ? ended : ended.length === 0 ? begun : [...begun, ...ended];
}

const none: readonly never[] = [];

const statedOn = (place: ReturnType<typeof factOfKey>, side: Side | null): readonly StatedFact[] =>
  side === null ? none : statedBy(place, side.value);

/** The value of a field; undefined where it is not stated. There are at most three fields. */
function valueIn(stated: readonly StatedFact[], wanted: string): string | null | undefined {
  for (const { field, value } of stated) if (field === wanted) return value;
  return undefined;
}

export const emitFacts = (facts: readonly AssetFact[], at: number): readonly Output[] =>
  facts.map((fact) => emit('asset.facts', fact, at));
