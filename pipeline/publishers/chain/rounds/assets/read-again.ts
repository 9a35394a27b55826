import type { Choice } from './choose-assets.ts';
import type { FollowedAsset } from './followed-assets.ts';
import type { RoundState } from './round-state.ts';
import type { UnreadableAssets } from './unreadable.ts';

export interface ReadInRound {
  readonly state: Pick<RoundState, 'outlines'>;
  readonly unreadable: Pick<UnreadableAssets, 'isFailing'>;
  /** All that are followed. */
  readonly assets: readonly FollowedAsset[];
  readonly choice: Pick<Choice, 'sweep' | 'whole'>;
  /** Ids of assets that have logged something. */
  readonly hinted: ReadonlySet<string>;
  /** Assets that differ from their last statement. */
  readonly differing: readonly FollowedAsset[];
  /** Ids of assets that could not be read. */
  readonly unread: readonly string[];
  /** Those that are stated. */
  readonly states: readonly { readonly assetId: string }[];
}

/** Ids of assets that a round leaves to later ones. */
export interface ReadAgain {
  /** The next round reads them. */
  readonly again: readonly string[];
  /** Always read in full, because they may differ in a fact that no sweep reads. */
  readonly inFull: ReadonlySet<string>;
}

/**
 * What differs and was not stated, and what could not be read, does not wait for its turn, until it has failed several times.
 * A log is a hint once, so what it was a hint of stays due in full however often the asset cannot be read.
 */
export function readAgain(round: ReadInRound): ReadAgain {
  const { unreadable, choice, hinted, differing, states } = round;
  const unread = new Set(round.unread);
  const toState = new Set(differing);
  const done = [...states, ...choice.sweep.filter((one) => !toState.has(one))].map(({ assetId }) => assetId);
  const isRead = new Set(done.filter((assetId) => !unread.has(assetId)));
  const again = [...differing, ...choice.sweep.filter(({ assetId }) => unread.has(assetId))]
    .map(({ assetId }) => assetId)
    .concat([...hinted])
    .filter((assetId) => (unread.has(assetId) ? !unreadable.isFailing(assetId) : !isRead.has(assetId)));
  const inFull = choice.sweep.map(({ assetId }) => assetId).filter((assetId) => choice.whole.has(assetId));
  return {
    again: [...again, ...unfollowed(round)],
    inFull: new Set([...inFull, ...hinted].filter((assetId) => !isRead.has(assetId))),
  };
}

/** Logs of withdrawn assets are no hints. They are read when they are declared again. */
function unfollowed({ state: { outlines }, assets }: ReadInRound): readonly string[] {
  const isRead = (assetId: string): boolean => outlines.of(assetId).readAt !== 0;
  const count = assets.reduce((read, { assetId }) => (isRead(assetId) ? read + 1 : read), 0);
  // Nearly always: a set of all assets in each round would be megabytes of garbage.
  if (count === outlines.countRead()) return [];
  const followed = new Set(assets.map(({ assetId }) => assetId));
  return [...outlines.ids()].filter((assetId) => !followed.has(assetId) && isRead(assetId));
}
