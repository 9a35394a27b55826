/** State of the feed of a chain. Beside `gate`, it follows from the observations and runs that were written. */
import type { KeyedState } from '../../runtime/processor.ts';
import type { StatedAsset } from './stated.ts';

/** The newest block that something was stated at. */
interface StatedBlock {
  readonly number: number;
  readonly hash: string;
}

/** A round that the gate rejected: what it would have changed. */
export interface HeldRound {
  readonly block: number;
  /** Hash of what would be written of an asset, by asset id. */
  readonly assets: Readonly<Record<string, string>>;
}

/** Cassettes that were accepted at the newest block, by the sha256 of their bytes. */
interface AcceptedCassettes {
  /** As-of of their captures, milliseconds. */
  readonly asOf: number;
  readonly sha256: readonly string[];
}

export interface ChainState {
  readonly block: () => StatedBlock | undefined;
  readonly putBlock: (block: StatedBlock) => void;
  readonly asset: (assetId: string) => StatedAsset | undefined;
  readonly putAsset: (assetId: string, stated: StatedAsset) => void;
  /** Whether this cassette was accepted, and none of a later block since. */
  readonly hasAccepted: (asOf: number, sha256: string) => boolean;
  readonly accept: (asOf: number, sha256: string) => void;
  readonly held: () => HeldRound | undefined;
  readonly hold: (round: HeldRound | null) => void;
}

export function chainState(state: KeyedState, feed: string): ChainState {
  const blockKey = `block/${feed}`;
  const gateKey = `gate/${feed}`;
  const acceptedKey = `accepted/${feed}`;
  const accepted = (): AcceptedCassettes => state.get<AcceptedCassettes>(acceptedKey) ?? { asOf: -1, sha256: [] };
  const assetKey = (assetId: string): string => `stated/${feed}/${assetId}`;
  return {
    block: () => state.get<StatedBlock>(blockKey),
    putBlock: (block) => state.put(blockKey, block),
    asset: (assetId) => state.get<StatedAsset>(assetKey(assetId)),
    putAsset: (assetId, stated) => state.put(assetKey(assetId), stated),
    hasAccepted: (asOf, sha256) => accepted().asOf === asOf && accepted().sha256.includes(sha256),
    accept: (asOf, sha256) => {
      const last = accepted();
      if (asOf < last.asOf) return;
      const before = asOf === last.asOf ? last.sha256.filter((one) => one !== sha256) : [];
      state.put(acceptedKey, { asOf, sha256: [...before, sha256] } satisfies AcceptedCassettes);
    },
    held: () => state.get<HeldRound>(gateKey),
    hold: (round) => {
      if (round === null) state.delete(gateKey);
      else state.put(gateKey, round);
    },
  };
}
