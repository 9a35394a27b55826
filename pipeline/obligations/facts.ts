/** The established facts of one asset as obligations ask for them. */
import { declaredRegimes, declaredSources, registeredAt, sourceRead } from '../../schemas/facts/derived.ts';
import { storedValue } from '../../schemas/stored-value.ts';
import type { KeyedState } from '../runtime/processor.ts';

/** The newest record of a fact. */
export interface CurrentFact {
  readonly subjectKind: string;
  readonly subjectKey: string;
  readonly field: string;
  readonly sourceKey: string;
  /** RFC 8785 text; null when it ended or is not disclosed. */
  readonly value: string | null;
  /** Milliseconds. */
  readonly since: number;
  readonly observationId: string;
  readonly sourceUrl: string | null;
  /** Since when it has another value than the one that was stated before, milliseconds; absent while it never had one. */
  readonly changedAt?: number;
  /** The newest value that was stated; absent before the first. */
  readonly stated?: string;
}

const prefixOf = (assetId: string): string => `fact\t${assetId}\t`;

export function storeFact(state: KeyedState, assetId: string, held: CurrentFact): void {
  const { subjectKind, subjectKey, field, sourceKey } = held;
  const key = prefixOf(assetId) + [subjectKind, subjectKey, field, sourceKey].join('\t');
  const { stated: before, changedAt: earlier } = state.get<CurrentFact>(key) ?? {};
  const stated = held.value ?? before;
  const changedAt = before === undefined || stated === before ? earlier : held.since;
  state.put(key, {
    ...held,
    ...(stated === undefined ? {} : { stated }),
    ...(changedAt === undefined ? {} : { changedAt }),
  } satisfies CurrentFact);
}

/** A source that the asset declares, and when it was last read whole. */
export interface DeclaredSource {
  readonly sourceId: string;
  readonly url: string;
  readonly kind: string;
  /** Milliseconds; null when it never was. */
  readonly readAt: number | null;
  readonly documentClass: string | null;
}

export interface AssetFacts {
  /** Facts with a value, by field; those of every source. */
  readonly of: (field: string, subjectKind?: string) => readonly CurrentFact[];
  /** Facts of a field that were stated and are no longer. */
  readonly endedOf: (field: string) => readonly CurrentFact[];
  /** Rows about the token in a register, ended ones too, with their cells. */
  readonly rows: (register: string) => readonly (readonly [listed: CurrentFact, cells: readonly CurrentFact[]])[];
  readonly sources: readonly DeclaredSource[];
  /** Declared regimes, with the fact that states them; null before the declaration. */
  readonly declared: { readonly regimes: readonly string[]; readonly fact: CurrentFact } | null;
  /** Milliseconds; null before the declaration. */
  readonly registeredAt: number | null;
}

export function factsOf(state: KeyedState, assetId: string): AssetFacts {
  const all = [...state.entries<CurrentFact>(prefixOf(assetId))].map(([, held]) => held);
  const of = (field: string, subjectKind = 'asset'): readonly CurrentFact[] =>
    all.filter((one) => one.field === field && one.subjectKind === subjectKind && one.value !== null);
  const declaredIn = (field: string): CurrentFact | undefined =>
    of(field).find(({ sourceKey }) => sourceKey === 'registry');
  const read = new Map(of('read', 'source').map((held) => [held.sourceKey, held]));
  const regimes = declaredIn('regimes');
  const sources = storedValue(declaredIn('sources')?.value ?? '[]', declaredSources);
  return {
    of,
    endedOf: (field) =>
      all.filter(
        (one) => one.field === field && one.subjectKind === 'asset' && one.value === null && one.stated !== undefined,
      ),
    rows: (register) => {
      const ofRegister = all.filter((one) => one.subjectKind === 'register_row' && one.sourceKey === register);
      return ofRegister
        .filter(({ field }) => field === 'listed')
        .map((listed) => [
          listed,
          ofRegister.filter(({ subjectKey, field }) => subjectKey === listed.subjectKey && field !== 'listed'),
        ]);
    },
    sources: sources.map(({ sourceId, url, kind }) => ({ sourceId, url, kind, ...readOf(read.get(sourceId)) })),
    declared:
      regimes === undefined ? null : { regimes: storedValue(regimes.value ?? '[]', declaredRegimes), fact: regimes },
    registeredAt: storedValue(declaredIn('registered_at')?.value, registeredAt),
  };
}

function readOf(held: CurrentFact | undefined): Pick<DeclaredSource, 'readAt' | 'documentClass'> {
  if (held === undefined) return { readAt: null, documentClass: null };
  const { at, documentClass } = storedValue(held.value ?? '{}', sourceRead);
  return { readAt: at, documentClass };
}
