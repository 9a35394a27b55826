import type { HiddenInterval } from '../../schemas/generated/records.ts';
import { hashOf } from '../../schemas/values/hash.ts';
import type { KeyedState } from '../runtime/processor.ts';
import { type HiddenKind, readHidden } from './account-state.ts';

/** An asset on a tenant's list. */
export interface WatchedAsset {
  readonly tenantId: string;
  readonly assetId: string;
}

/** A hidden interval that starts at `from` (inclusive); its id is derived from the event that opens it. */
export const openHidden = (
  { tenantId, assetId }: WatchedAsset,
  kind: HiddenKind,
  opening: { readonly eventId: string; readonly from: number },
): HiddenInterval => ({
  intervalId: hashOf([tenantId, assetId, kind, opening.eventId]),
  assetId,
  kind,
  from: opening.from,
  to: null,
});

/** The open intervals of the given kinds, closed at `to` (exclusive). */
export const closeHidden = (
  state: KeyedState,
  { tenantId, assetId }: WatchedAsset,
  kinds: readonly HiddenKind[],
  to: number,
): readonly HiddenInterval[] =>
  kinds.flatMap((kind) => {
    const open = readHidden(state, tenantId, assetId, kind);
    return open === undefined ? [] : [{ ...open, to: Math.max(open.from, to) }];
  });
