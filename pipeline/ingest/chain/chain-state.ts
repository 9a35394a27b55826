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

/** Cassettes that are known as accepted. A capture is appended again within rounds, of which each has one. */
const mostAccepted = 100;

export interface ChainState {
  readonly block: () => StatedBlock | undefined;
  readonly putBlock: (block: StatedBlock) => void;
  readonly asset: (assetId: string) => StatedAsset | undefined;
  readonly putAsset: (assetId: string, stated: StatedAsset) => void;
  /** Whether a cassette is among those that were accepted last, by the sha256 of its bytes. */
  readonly hasAccepted: (sha256: string) => boolean;
  readonly accept: (sha256: string) => void;
  readonly held: () => HeldRound | undefined;
  readonly hold: (round: HeldRound | null) => void;
}

export function chainState(state: KeyedState, feed: string): ChainState {
  const blockKey = `block/${feed}`;
  const gateKey = `gate/${feed}`;
  const acceptedKey = `accepted/${feed}`;
  const accepted = (): readonly string[] => state.get<readonly string[]>(acceptedKey) ?? [];
  const assetKey = (assetId: string): string => `stated/${feed}/${assetId}`;
  return {
    block: () => state.get<StatedBlock>(blockKey),
    putBlock: (block) => state.put(blockKey, block),
    asset: (assetId) => state.get<StatedAsset>(assetKey(assetId)),
    putAsset: (assetId, stated) => state.put(assetKey(assetId), stated),
    // By order, not by time: a clock that is set back gives later blocks earlier times.
    hasAccepted: (sha256) => accepted().includes(sha256),
    accept: (sha256) =>
      state.put(acceptedKey, [...accepted().filter((one) => one !== sha256), sha256].slice(-mostAccepted)),
    held: () => state.get<HeldRound>(gateKey),
    hold: (round) => {
      if (round === null) state.delete(gateKey);
      else state.put(gateKey, round);
    },
  };
}
