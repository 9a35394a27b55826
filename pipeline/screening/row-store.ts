import type { EndedMatch, OpenMatch } from '../../schemas/generated/records.ts';
import type { KeyedState } from '../runtime/processor.ts';

/** The newest record of a row. */
export interface StoredRow<R> {
  readonly row: R;
  readonly offset: number;
  readonly timestamp: number;
  /** Lookups of the row. */
  readonly lookups: readonly string[];
}

const rowPrefix = 'row/';
const lookupKey = (lookup: string, rowKey: string): string => `lookup/${lookup}|${rowKey}`;
const matchKey = (rowKey: string): string => `match/${rowKey}`;
const endsKey = (rowKey: string): string => `ends/${rowKey}`;

export const storedRow = <R>(state: KeyedState, rowKey: string): StoredRow<R> | undefined =>
  state.get<StoredRow<R>>(`${rowPrefix}${rowKey}`);

/** Replaces a row's earlier record and updates its lookups. */
export function storeRow<R>(state: KeyedState, rowKey: string, next: StoredRow<R>): void {
  const before = storedRow(state, rowKey)?.lookups ?? [];
  for (const lookup of before) if (!next.lookups.includes(lookup)) state.delete(lookupKey(lookup, rowKey));
  for (const lookup of next.lookups) if (!before.includes(lookup)) state.put(lookupKey(lookup, rowKey), true);
  state.put(`${rowPrefix}${rowKey}`, next);
}

/** Keys of all rows of the partition. */
export function* rowKeys(state: KeyedState): Generator<string> {
  for (const [key] of state.entries(rowPrefix)) yield key.slice(rowPrefix.length);
}

/** Keys of the rows found under any of the lookups, sorted. */
export function rowsWith(state: KeyedState, lookups: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const lookup of new Set(lookups)) {
    const prefix = lookupKey(lookup, '');
    for (const [key] of state.entries(prefix)) found.add(key.slice(prefix.length));
  }
  return [...found].sort();
}

export const openMatches = (state: KeyedState, rowKey: string): readonly OpenMatch[] =>
  state.get<readonly OpenMatch[]>(matchKey(rowKey)) ?? [];

export function storeMatches(state: KeyedState, rowKey: string, matches: readonly OpenMatch[]): void {
  if (matches.length === 0) state.delete(matchKey(rowKey));
  else state.put(matchKey(rowKey), matches);
}

const disputedKey = (rowKey: string): string => `disputed/${rowKey}`;

/** Assets of which a former owner wrote matches of the row late: readers have them, or ignored them as repetitions. */
export const disputedAssets = (state: KeyedState, rowKey: string): readonly string[] =>
  state.get<readonly string[]>(disputedKey(rowKey)) ?? [];

/** `before`: those that are stored. */
export function storeDisputedAssets(
  state: KeyedState,
  rowKey: string,
  assetIds: readonly string[],
  before: readonly string[],
): void {
  if (assetIds.length > 0) state.put(disputedKey(rowKey), assetIds);
  else if (before.length > 0) state.delete(disputedKey(rowKey));
}

/** Identity of a match among those of its row. */
export const identityOf = (match: Omit<EndedMatch, 'endedAt'>): string =>
  `${match.assetId} ${match.sinceObservationId} ${match.subjectKey}`;

/** Event time at which a match of the row last ended, by asset id. */
export type Ends = Readonly<Record<string, number>>;

export const endsOf = (state: KeyedState, rowKey: string): Ends => state.get<Ends>(endsKey(rowKey)) ?? {};

/** Of these matches. */
export function endsIn(ended: readonly EndedMatch[]): Ends {
  const ends: Record<string, number> = {};
  for (const { assetId, endedAt } of ended) ends[assetId] = Math.max(endedAt, ends[assetId] ?? endedAt);
  return ends;
}

/** Adds end times. They never decrease: otherwise a match that returns could be the same observation as before. */
export function addEnds(state: KeyedState, rowKey: string, ended: Ends): void {
  if (Object.keys(ended).length === 0) return;
  const ends: Record<string, number> = { ...endsOf(state, rowKey) };
  for (const [assetId, time] of Object.entries(ended)) ends[assetId] = Math.max(time, ends[assetId] ?? time);
  state.put(endsKey(rowKey), ends);
}

const endedKey = (rowKey: string): string => `ended/${rowKey}`;

/** Matches of an asset. Of one that ended before these, it is not known that it did: it may be ended once more. */
const mostEnded = 32;

/** Of each asset, the matches of the row that ended last and are not open again; the last one last. */
export const endedMatches = (state: KeyedState, rowKey: string): readonly EndedMatch[] =>
  state.get<readonly EndedMatch[]>(endedKey(rowKey)) ?? [];

/** Adds matches that ended; `open` are those that are open now. */
export function addEnded(
  state: KeyedState,
  rowKey: string,
  { ended, open }: { readonly ended: readonly EndedMatch[]; readonly open: readonly OpenMatch[] },
): void {
  const before = endedMatches(state, rowKey);
  const isOpen = new Set(open.map(identityOf));
  const all = new Map<string, EndedMatch>();
  for (const match of [...before, ...ended]) {
    const identity = identityOf(match);
    if (isOpen.has(identity) || (all.get(identity)?.endedAt ?? match.endedAt) > match.endedAt) continue;
    all.delete(identity);
    all.set(identity, match);
  }
  const counts = new Map<string, number>();
  const last = [...all.values()].toReversed().filter(({ assetId }) => {
    const count = (counts.get(assetId) ?? 0) + 1;
    counts.set(assetId, count);
    return count <= mostEnded;
  });
  if (last.length > 0) state.put(endedKey(rowKey), last.toReversed());
  else if (before.length > 0) state.delete(endedKey(rowKey));
}
