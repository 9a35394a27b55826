import type { SnapshotItem, TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';

/** An item of a watchlist. */
export type WatchedItem = SnapshotItem & { readonly assetId: string };

/** A page of them, newest addition first, and where the next page begins; null at the end. */
export interface WatchedPage {
  readonly items: readonly WatchedItem[];
  readonly next: string | null;
}

interface PageRequest {
  /** Ids of items; all when empty. */
  readonly items: readonly string[];
  /** Where an earlier page ended; null for the first. */
  readonly after: string | null;
  readonly pageSize: number;
}

export function watchedPage(snapshot: TenantSnapshot, { items: wanted, after, pageSize }: PageRequest): WatchedPage {
  const all = [...snapshot.items]
    .map(([assetId, item]) => ({ ...item, assetId }))
    .filter(({ isListed, itemId }) => isListed && (wanted.length === 0 || wanted.includes(itemId)))
    .sort((a, b) => b.addSeq - a.addSeq || (a.itemId < b.itemId ? -1 : 1));
  const [afterSeq = '', afterId = ''] = after?.split('.') ?? [];
  const isAfter = ({ addSeq, itemId }: SnapshotItem): boolean =>
    after === null || addSeq < Number(afterSeq) || (addSeq === Number(afterSeq) && itemId > afterId);
  const left = all.filter(isAfter);
  const page = left.slice(0, pageSize);
  const last = left.length > page.length ? page.at(-1) : undefined;
  return { items: page, next: last === undefined ? null : `${last.addSeq}.${last.itemId}` };
}
