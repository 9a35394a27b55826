/** What a publisher knows of its chain between rounds: a cache, which stating again rebuilds. */
import { ownJson } from '../../../../../schemas/stored-value.ts';
import type { StateCommit, StateStore } from '../../../../../infra/state/store.ts';
import type { ChainBlock, KnownVaults } from '../../../../chain/cassette-header.ts';
import type { Digest } from './asset-digest.ts';

/** A statement of an asset. */
export interface Statement extends Digest {
  readonly plan: string;
  /** Time of its block, milliseconds. */
  readonly at: number;
  readonly block: number;
  /** Accounts whose logs are hints for the asset, or which a sweep reads with it. */
  readonly accounts: readonly string[];
  /** One provider alone gave a reading that differed from the last statement. */
  readonly alone: boolean;
  /** Digest of the facts that the sweep of its round read; absent: the next sweep states the asset again. */
  readonly swept?: string;
  /** Its holders follow from logs, which no sweep reads. */
  readonly hasRoles?: true;
  /** It leaves holders open that logs name: a node may have lacked them only then, so each reading is a full one. */
  readonly lacksLogs?: true;
  /** This statement or an earlier one has the account that created it. */
  readonly hasCreator?: true;
  readonly vaults?: KnownVaults;
}

export interface AssetMemory {
  /** When it was read last, milliseconds; 0: not yet, or the next round must read it again. */
  readonly readAt: number;
  /** The last statement that `ingest` accepted; null before the first. */
  readonly stated: Statement | null;
  /** A statement whose run is not known yet, and the capture that has it. */
  readonly pending: (Statement & { readonly captureId: string; readonly capturedAt: number }) | null;
  /** It was answered as unreadable, and not stated since. */
  readonly unreadable?: true;
  /** It may differ in a fact that no sweep reads, and could not be read since: its next reading is a full one. */
  readonly whole?: true;
}

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
  readonly asset: (assetId: string) => AssetMemory;
  /** Ids of the assets in memory. */
  readonly assetIds: () => Iterable<string>;
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
/** Of an asset that was never read. */
export const nothing: AssetMemory = { readAt: 0, stated: null, pending: null };

const parse = <V>(bytes: Buffer | undefined): V | null => (bytes === undefined ? null : ownJson<V>(bytes));
const encode = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** Reads the state into memory; `partition` is that of the chain's captures. */
export async function openRoundState(store: StateStore, partition: number): Promise<RoundState> {
  if (store.version() !== roundStateVersion) await store.reset(roundStateVersion);
  const assets = new Map<string, AssetMemory>();
  const pending = new Map<string, Set<string>>();
  const remember = (assetId: string, memory: AssetMemory): void => {
    const before = assets.get(assetId)?.pending?.captureId;
    if (before !== undefined && before !== memory.pending?.captureId) {
      const left = pending.get(before);
      left?.delete(assetId);
      if (left?.size === 0) pending.delete(before);
    }
    assets.set(assetId, memory);
    if (memory.pending === null) return;
    const { captureId } = memory.pending;
    pending.set(captureId, (pending.get(captureId) ?? new Set()).add(assetId));
  };
  for (const [key, bytes] of store.entries(partition, assetPrefix)) {
    const memory = parse<AssetMemory>(bytes);
    if (memory !== null) remember(key.slice(assetPrefix.length), memory);
  }
  return {
    partition,
    tip: () => parse<ChainBlock>(store.get(partition, tipKey)),
    stopped: () => parse<StopReason>(store.get(partition, stoppedKey)),
    hintedUpTo: () => parse<number>(store.get(partition, hintedKey)),
    asset: (assetId) => assets.get(assetId) ?? nothing,
    assetIds: () => assets.keys(),
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
