import { createVersionedCache, type VersionedCache } from '../../../api/readmodel/memory/versioned-cache.ts';
import type { ReadModel } from '../../../api/readmodel/dependencies.ts';
import { publicChangeSql } from '../../../api/readmodel/visibility/public.ts';
import type { Change } from '../../../schemas/generated/records.ts';

/** What public pages show of an asset's history. */
export interface PublicHistory {
  /** Confirmed changes that are not low signal and are shown, by the time at which they took their present state, newest first. */
  readonly changes: readonly Change[];
  /** There are older ones. */
  readonly isCut: boolean;
}

/** Changes on one page. */
const mostChanges = 50;

const historySql = (condition: string): string =>
  [
    'SELECT words FROM attestry.store_feed_changes AS c FINAL WHERE c.asset_id = {assetId:String} AND',
    condition,
    'AND',
    publicChangeSql,
    'ORDER BY c.known_at DESC, c.detected_at DESC, c.id DESC LIMIT {limit:UInt32}',
  ].join(' ');

const changesSql = historySql('true');

/** As `fieldOfChange`, of the words of a change. */
const fieldChangesSql = historySql(`if(JSONExtractString(c.words, 'subjectKind') = 'authority',
  splitByChar(':', JSONExtractString(c.words, 'subjectKey'))[1], JSONExtractString(c.words, 'field')) = {field:String}`);

/** The field of a change in the path of its history: an authority has no field of its own, so its kind stands for it. */
export const fieldOfChange = ({ subjectKind, subjectKey, field }: Change): string =>
  subjectKind === 'authority' ? (subjectKey.split(':', 1)[0] ?? '') : field;

/** The public history of one field of an asset, however many changes of other fields are newer. */
export async function readFieldHistory(
  tables: ReadModel['tables'],
  of: { readonly assetId: string; readonly field: string },
  withSanctions: boolean,
): Promise<PublicHistory> {
  const { assetId, field } = of;
  return historyOf(await tables.query(fieldChangesSql, { assetId, field, withSanctions, limit: mostChanges + 1 }));
}

/** One row more than a page has shows whether there are older ones. */
const historyOf = (rows: readonly { readonly words: string }[]): PublicHistory => ({
  changes: rows.slice(0, mostChanges).map(({ words }) => JSON.parse(words) as Change),
  isCut: rows.length > mostChanges,
});

type Dependencies = Pick<ReadModel, 'clock' | 'tables' | 'versions'>;

/** Reads the public history of assets; kept in memory until a change of the asset arrives. */
export function createHistoryReader(
  { clock, tables, versions }: Dependencies,
  withSanctions: boolean,
): (assetId: string) => Promise<PublicHistory> {
  const cache: VersionedCache<string, PublicHistory> = createVersionedCache({
    restsOn: {
      isReliable: () => versions.current(),
      position: versions.position,
      observe: (assetId) => (since) => versions.assetVersion(assetId) <= since,
    },
    keyOf: (assetId) => assetId,
    versions,
    clock,
    most: mostHistories,
  });
  return (assetId) =>
    cache.read(assetId, async () => {
      const rows = await tables.query<{ readonly words: string }>(changesSql, {
        assetId,
        withSanctions,
        limit: mostChanges + 1,
      });
      return { value: historyOf(rows), validUntil: Number.POSITIVE_INFINITY };
    });
}

/** Some tens of kilobytes each, at most. */
const mostHistories = 500;
