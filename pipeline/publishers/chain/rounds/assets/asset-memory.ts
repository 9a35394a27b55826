import type { KnownVaults } from '../../../../chain/cassette-header.ts';
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

/** Of an asset that was never read. */
export const nothing: AssetMemory = { readAt: 0, stated: null, pending: null };

/** The last statement, or the one on its way. */
export const lastStatement = ({ stated, pending }: Pick<AssetMemory, 'stated' | 'pending'>): Statement | null =>
  pending ?? stated;
