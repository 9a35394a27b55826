import type { Change } from '../../../../schemas/generated/records.ts';
import type { ChangeCache } from '../../memory/changes/change-cache.ts';
import type { RegistryReader } from '../../memory/registry/index.ts';
import type { OpenMatches } from './open-matches.ts';
import { presentNotice } from './present.ts';
import type { PickedNotice } from '../../memory/tenants/notice.ts';

/** Sources of the texts of notifications. */
export interface NoticeText {
  readonly store: Pick<ChangeCache, 'read'>;
  readonly registry: RegistryReader;
  /** Matches of the assets of intake notifications. */
  readonly openMatches: OpenMatches;
}

export interface ReadNotice {
  readonly notice: PickedNotice;
  /** The change whose text is shown; null for an intake. */
  readonly change: Change | null;
  /** As interface B shows it. */
  readonly item: object;
}

/** Picked notifications with their texts, in their order. */
export async function readNotices(
  notices: readonly PickedNotice[],
  { store, registry, openMatches }: NoticeText,
): Promise<readonly ReadNotice[]> {
  const changes = await store.read(
    notices.flatMap(({ assetId, change }) => (change === null ? [] : [{ assetId, ...change }])),
  );
  return notices.flatMap((notice) => {
    const change = notice.change === null ? null : changes.get(notice.change.id);
    return change === undefined
      ? []
      : [{ notice, change, item: presentNotice(notice, change, { registry, openMatches }) }];
  });
}
