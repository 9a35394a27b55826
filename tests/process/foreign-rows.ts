/** Finds rows of other key holders in a response. */
import { watchItemId } from '../../pipeline/accounts/watch.ts';
import { namespaces, uuidV5 } from '../../schemas/values/hash.ts';
import type { Json } from '../api/harness.ts';

export interface Holder {
  readonly tenantId: string;
  /** A text that is in every note of this holder and in no note of another. */
  readonly mark: string;
  /** All ids that watchlist items of this holder can have. */
  readonly items: ReadonlySet<string>;
  /** All ids that this holder's notifications of changes can have. */
  readonly notices: ReadonlySet<string>;
}

/** A holder who may watch these assets, with these changes. */
export const holderOf = (tenantId: string, assetIds: readonly string[], changeIds: readonly string[]): Holder => ({
  tenantId,
  mark: `mark-${tenantId}`,
  items: new Set(assetIds.map((assetId) => watchItemId(tenantId, assetId))),
  notices: new Set(changeIds.map((id) => uuidV5(namespaces.notification, `${tenantId}|${id}`))),
});

/** Rows of a response body: the items of a list, the lines of an export, or the single object. */
export function rowsOf(text: string): readonly Json[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json)
    .flatMap((body) => (Array.isArray(body['items']) ? (body['items'] as readonly Json[]) : [body]));
}

/** Number of rows that belong to other holders, plus the number of their notes in the rows. */
export function foreignIn(rows: readonly Json[], holder: Holder): number {
  const marks = JSON.stringify(rows).match(/mark-[0-9a-f-]{36}/g) ?? [];
  const foreign = rows.filter((row) => !isOwn(row, holder));
  return foreign.length + marks.filter((mark) => mark !== holder.mark).length;
}

/** Whether a row is an item, a change, a notification or a marker of this holder, or belongs to no holder. */
function isOwn(row: Json, { items, notices }: Holder): boolean {
  const { id, watchlistItemId, changeHref } = row;
  if (typeof watchlistItemId === 'string') return items.has(watchlistItemId);
  if ('monitoringEnabled' in row) return items.has(String(id));
  if (typeof changeHref !== 'string') return true;
  const [, item] = /^\/changes\?item=([^&]+)/.exec(changeHref) ?? [];
  return item === undefined ? notices.has(String(id)) : items.has(item);
}
