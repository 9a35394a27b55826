/** State of the feed of a chain. Beside `gate`, it follows from the observations that were written. */
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

export interface ChainState {
  readonly block: () => StatedBlock | undefined;
  readonly putBlock: (block: StatedBlock) => void;
  readonly asset: (assetId: string) => StatedAsset | undefined;
  readonly putAsset: (assetId: string, stated: StatedAsset) => void;
  readonly held: () => HeldRound | undefined;
  readonly hold: (round: HeldRound | null) => void;
}

export function chainState(state: KeyedState, feed: string): ChainState {
  const blockKey = `block/${feed}`;
  const gateKey = `gate/${feed}`;
  const assetKey = (assetId: string): string => `stated/${feed}/${assetId}`;
  return {
    block: () => state.get<StatedBlock>(blockKey),
    putBlock: (block) => state.put(blockKey, block),
    asset: (assetId) => state.get<StatedAsset>(assetKey(assetId)),
    putAsset: (assetId, stated) => state.put(assetKey(assetId), stated),
    held: () => state.get<HeldRound>(gateKey),
    hold: (round) => {
      if (round === null) state.delete(gateKey);
      else state.put(gateKey, round);
    },
  };
}
