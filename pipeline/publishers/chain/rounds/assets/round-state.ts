/** What a publisher knows of its chain between rounds: a cache, which stating again rebuilds. */
import { ownJson } from '../../../../../schemas/stored-value.ts';
import type { StateCommit, StateStore } from '../../../../../infra/state/store.ts';
import type { ChainBlock } from '../../../../chain/cassette-header.ts';
import { type AssetMemory, nothing } from './asset-memory.ts';
import { type AssetOutlines, createAssetOutlines } from './asset-outlines.ts';

/** Why rounds stopped. */
export interface StopReason {
  readonly message: string;
  /** Milliseconds. */
  readonly at: number;
}

export interface RoundState {
  readonly partition: number;
  readonly tip: () => ChainBlock | null;
  readonly stopped: () => StopReason | null;
  /** Number of the block up to which hints were asked for; null before the first round. */
  readonly hintedUpTo: () => number | null;
  /** Read from the store each time: a round asks for what it has chosen by the outlines, which are few. */
  readonly asset: (assetId: string) => AssetMemory;
  /** Of every asset. */
  readonly outlines: Omit<AssetOutlines, 'put'>;
  /** Assets with a pending statement, by capture. */
  readonly pending: () => ReadonlyMap<string, ReadonlySet<string>>;
  readonly commit: (changes: StateChanges) => Promise<void>;
}

interface StateChanges extends Partial<Pick<StateCommit, 'outputs' | 'positions'>> {
  readonly tip?: ChainBlock;
  readonly stopped?: StopReason;
  readonly hintedUpTo?: number;
  readonly assets?: ReadonlyMap<string, AssetMemory>;
}

/** Name of the state of a chain, by its slug. */
export const roundStateName = (slug: string): string => `chain:${slug}`;
const roundStateVersion = 1;
const tipKey = 'tip';
const stoppedKey = 'stopped';
const hintedKey = 'hinted';
const assetPrefix = 'asset/';

const parse = <V>(text: string | Buffer | undefined): V | null => (text === undefined ? null : ownJson<V>(text));
const encode = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** Opens the state, and reads an outline of each asset; `partition` is that of the chain's captures. */
export async function openRoundState(store: StateStore, partition: number): Promise<RoundState> {
  if (store.version() !== roundStateVersion) await store.reset(roundStateVersion);
  const outlines = createAssetOutlines();
  const pending = new Map<string, Set<string>>();
  const captureOf = new Map<string, string>();
  const remember = (assetId: string, memory: AssetMemory): void => {
    const before = captureOf.get(assetId);
    if (before !== undefined && before !== memory.pending?.captureId) {
      captureOf.delete(assetId);
      const left = pending.get(before);
      left?.delete(assetId);
      if (left?.size === 0) pending.delete(before);
    }
    outlines.put(assetId, memory);
    if (memory.pending === null) return;
    const { captureId } = memory.pending;
    captureOf.set(assetId, captureId);
    pending.set(captureId, (pending.get(captureId) ?? new Set()).add(assetId));
  };
  for (const [key, bytes] of store.entries(partition, assetPrefix)) {
    const memory = parse<AssetMemory>(bytes);
    // A slice of the key would keep all of it.
    const assetId = Buffer.from(key).toString('utf8', assetPrefix.length);
    if (memory !== null) remember(assetId, memory);
  }
  return {
    partition,
    tip: () => parse<ChainBlock>(store.get(partition, tipKey)),
    stopped: () => parse<StopReason>(store.get(partition, stoppedKey)),
    hintedUpTo: () => parse<number>(store.get(partition, hintedKey)),
    asset: (assetId) => parse<AssetMemory>(store.text(partition, `${assetPrefix}${assetId}`)) ?? nothing,
    outlines,
    pending: () => pending,
    commit: async ({
      tip,
      stopped,
      hintedUpTo,
      assets: changed = new Map<string, AssetMemory>(),
      outputs = [],
      positions = [],
    }) => {
      const writes = new Map<string, Buffer | null>();
      if (tip !== undefined) writes.set(tipKey, encode(tip));
      if (stopped !== undefined) writes.set(stoppedKey, encode(stopped));
      if (hintedUpTo !== undefined) writes.set(hintedKey, encode(hintedUpTo));
      for (const [assetId, memory] of changed) writes.set(`${assetPrefix}${assetId}`, encode(memory));
      await store.commit({ partition, writes, positions, outputs });
      for (const [assetId, memory] of changed) remember(assetId, memory);
    },
  };
}

/**
 * Resumes the rounds of a chain after an operator has checked it: the next round uses the block that the providers have now.
 * Returns why the rounds had stopped; null if they had not.
 */
export async function resumeRounds(store: StateStore, partition: number): Promise<StopReason | null> {
  const stopped = parse<StopReason>(store.get(partition, stoppedKey));
  if (stopped === null) return null;
  const writes = new Map([stoppedKey, tipKey, hintedKey].map((key) => [key, null] as const));
  await store.commit({ partition, writes, positions: [], outputs: [] });
  return stopped;
}
