/** What is known of the deployments of a token. */
import { tokenSupply } from '../../schemas/facts/derived.ts';
import type { TokenFact } from '../../schemas/generated/records.ts';
import { storedValue } from '../../schemas/stored-value.ts';
import type { KeyedState } from '../runtime/processor.ts';
import { dayMs } from '../../schemas/values/durations.ts';

/** The newest statement of one fact of a deployment. */
export interface HeldFact {
  readonly subjectKey: string;
  readonly sourceKey: string;
  /** RFC 8785 text. */
  readonly value: string;
  /** Milliseconds. */
  readonly at: number;
  readonly observationId: string;
}

/** A finalized supply, with the accounts that could change it at the same block. */
export interface SupplyReading {
  /** Milliseconds. */
  readonly at: number;
  readonly units: string;
  /** Null where neither the chain nor the declaration states them. */
  readonly decimals: number | null;
  /** Empty: the chain states that no account can create tokens; null: it states no minters. */
  readonly minters: readonly string[] | null;
  readonly sourceKey: string;
  readonly observationId: string;
}

/** The two newest readings, the older one first. */
export type NewestSupplies = readonly [earlier: SupplyReading | null, later: SupplyReading];

/** Reports come weeks after their date. */
const daysKept = 120;

const keyOf = (...parts: readonly string[]): string => parts.join('\t');
const factKey = (tokenId: string, assetId: string, kind: string): string => keyOf('fact', tokenId, assetId, kind, '');
const supplyKey = (tokenId: string, assetId: string): string => keyOf('supply', tokenId, assetId, '');
const newestKey = (tokenId: string, assetId: string): string => keyOf('newest', tokenId, assetId);
const lastKey = (tokenId: string, assetId: string): string => keyOf('last', tokenId, assetId);
const latestKey = (tokenId: string): string => keyOf('latest', tokenId);

/** Stores a record; false if it comes before what is known of the deployment. */
export function storeTokenFact(state: KeyedState, fact: TokenFact): boolean {
  const { tokenId, assetId, kind, subjectKey, sourceKey, value, at, observationId, position } = fact;
  if ((state.get<number>(lastKey(tokenId, assetId)) ?? -1) > position) return false;
  state.put(lastKey(tokenId, assetId), position);
  if (at > (latestOf(state, tokenId) ?? -Infinity)) state.put(latestKey(tokenId), at);
  if (kind === 'left') {
    forget(state, tokenId, assetId);
    return true;
  }
  state.put(keyOf('asset', tokenId, assetId), true);
  if (kind === 'supply') {
    if (value !== null) storeSupply(state, fact, value);
    return true;
  }
  const key = `${factKey(tokenId, assetId, kind)}${subjectKey}\t${sourceKey}`;
  if (value === null) state.delete(key);
  else state.put(key, { subjectKey, sourceKey, value, at, observationId } satisfies HeldFact);
  return true;
}

/** Time of the newest record of a token, milliseconds. */
export const latestOf = (state: KeyedState, tokenId: string): number | undefined =>
  state.get<number>(latestKey(tokenId));

export function assetsOf(state: KeyedState, tokenId: string): readonly string[] {
  const prefix = keyOf('asset', tokenId, '');
  return [...state.entries(prefix)].map(([key]) => key.slice(prefix.length));
}

export const factsOf = (state: KeyedState, tokenId: string, assetId: string, kind: string): readonly HeldFact[] =>
  [...state.entries<HeldFact>(factKey(tokenId, assetId, kind))].map(([, held]) => held);

/** The last reading of each UTC day that is kept, oldest first. */
export const suppliesOf = (state: KeyedState, tokenId: string, assetId: string): readonly SupplyReading[] =>
  [...state.entries<SupplyReading>(supplyKey(tokenId, assetId))].map(([, reading]) => reading);

export const newestSupplies = (state: KeyedState, tokenId: string, assetId: string): NewestSupplies | undefined =>
  state.get<NewestSupplies>(newestKey(tokenId, assetId));

function storeSupply(state: KeyedState, { tokenId, assetId, sourceKey, at, observationId }: TokenFact, text: string) {
  const stated = storedValue(text, tokenSupply);
  const reading: SupplyReading = { ...stated, at, sourceKey, observationId };
  const prefix = supplyKey(tokenId, assetId);
  const dayKey = `${prefix}${dayText(at)}`;
  if ((state.get<SupplyReading>(dayKey)?.at ?? -Infinity) <= at) state.put(dayKey, reading);
  const [, newest] = newestSupplies(state, tokenId, assetId) ?? [null, null];
  if (newest === null || newest.at < at) state.put(newestKey(tokenId, assetId), [newest, reading]);
  for (const [key, { at: read }] of [...state.entries<SupplyReading>(prefix)]) {
    if (read >= at - daysKept * dayMs) break;
    state.delete(key);
  }
}

/** Days in an order of text, also before the epoch. */
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The position stays: records that are read again are known. */
function forget(state: KeyedState, tokenId: string, assetId: string): void {
  const prefixes = [keyOf('fact', tokenId, assetId, ''), supplyKey(tokenId, assetId)];
  for (const [key] of prefixes.flatMap((prefix) => [...state.entries(prefix)])) state.delete(key);
  state.delete(newestKey(tokenId, assetId));
  state.delete(keyOf('asset', tokenId, assetId));
}
