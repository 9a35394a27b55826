import type { ChangeStore } from '../../change-store.ts';
import type { RegistryReader } from '../../registry-index.ts';
import type { TableReader } from '../../table-reader.ts';
import { readOpenMatches } from './open-matches.ts';
import { presentNotice } from './present.ts';
import type { PickedNotice } from './queries.ts';

export interface ReadNotice {
  readonly notice: PickedNotice;
  /** As interface B shows it. */
  readonly item: object;
}

/** Words of picked notifications, in their order. */
export async function readNotices(
  notices: readonly PickedNotice[],
  dependencies: { readonly tables: TableReader; readonly store: ChangeStore; readonly registry: RegistryReader },
): Promise<readonly ReadNotice[]> {
  const { tables, store, registry } = dependencies;
  const [changes, openMatches] = await Promise.all([
    store.read(notices.flatMap(({ assetId, change }) => (change === null ? [] : [{ assetId, ...change }]))),
    readOpenMatches(tables, assetsTakenIn(notices)),
  ]);
  return notices.flatMap((notice) => {
    const change = notice.change === null ? null : changes.get(notice.change.id);
    return change === undefined ? [] : [{ notice, item: presentNotice(notice, change, { registry, openMatches }) }];
  });
}

const assetsTakenIn = (notices: readonly PickedNotice[]): readonly string[] => [
  ...new Set(
    notices.filter(({ kind }) => kind === 'intake_ready' || kind === 'intake_partial').map(({ assetId }) => assetId),
  ),
];
