import type { AssetSummary } from '../../../api/readmodel/memory/registry/index.ts';
import type { TableReader } from '../../../api/readmodel/tables/reader.ts';
import { readRows } from '../../../api/readmodel/tables/rows.ts';
import { publicChangeSql } from '../../../api/readmodel/visibility/public.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { assetPath } from '../../labels/asset-path.ts';
import { publicChangePath } from '../../labels/public-change-path.ts';

/** A change that anybody may see, and its token. */
export interface FoundChange {
  readonly change: Change;
  readonly asset: AssetSummary;
  /** Of its public page. */
  readonly path: string;
}

/** Null for a change that is not confirmed, held back or of low signal, and for one of a token that is not public. */
export type ReadPublicChange = (id: string) => Promise<FoundChange | null>;

const changeSql =
  `
SELECT words FROM attestry.store_feed_changes AS c FINAL
WHERE (c.asset_id, c.detected_at) IN (SELECT asset_id, detected_at FROM attestry.store_changes WHERE id = {id:String} LIMIT 1)
  AND c.id = {id:String} AND ` +
  publicChangeSql +
  `
LIMIT 1`;

const groupSql =
  `
SELECT id FROM attestry.store_feed_changes AS c FINAL
WHERE c.asset_id = {assetId:String} AND c.group_id = {groupId:String} AND ` +
  publicChangeSql +
  `
ORDER BY id
LIMIT 100`;

/** Reads single changes as public pages show them (conformance U-12). */
export function createPublicChangeReader({
  tables,
  registry,
  publicSanctions: withSanctions,
}: Pick<ExplorerDependencies, 'publicSanctions' | 'registry' | 'tables'>): ReadPublicChange {
  return async (id) => {
    const [row] = await tables.query<{ readonly words: string }>(changeSql, { id, withSanctions });
    if (row === undefined) return null;
    const change = JSON.parse(row.words) as Change;
    const asset = registry.byId(change.assetId);
    if (asset?.public !== true) return null;
    return { change, asset, path: publicChangePath(assetPath(asset.address, asset.chain.slug), change.id) };
  };
}

/** Public changes of the same row or document, by id; this one included. */
export async function readPublicGroup(
  tables: Pick<TableReader, 'query'>,
  { assetId, groupId }: Pick<Change, 'assetId' | 'groupId'>,
  withSanctions: boolean,
): Promise<readonly string[]> {
  const rows = await tables.query<{ readonly id: string }>(groupSql, { assetId, groupId, withSanctions });
  return rows.map(({ id }) => id);
}

/** Another public change of the same token. */
export interface PublicNeighbour {
  readonly id: string;
  readonly headline: string;
  /** Milliseconds. */
  readonly at: number;
}

const neighbourSql = (isLater: boolean): string =>
  [
    "SELECT id, JSONExtractString(words, 'explanation', 'headline') AS headline,",
    'toUnixTimestamp64Milli(c.detected_at) AS at FROM attestry.store_feed_changes AS c FINAL',
    'WHERE c.asset_id = {assetId:String} AND (toUnixTimestamp64Milli(c.detected_at), c.id)',
    isLater ? '>' : '<',
    '({at:Int64}, {id:String}) AND',
    publicChangeSql,
    isLater ? 'ORDER BY c.detected_at, c.id' : 'ORDER BY c.detected_at DESC, c.id DESC',
    'LIMIT 1',
  ].join(' ');

const [earlierSql, laterSql] = [neighbourSql(false), neighbourSql(true)];

/** The public changes of the same token before and after one; null where it is the first, or the newest. */
export async function readPublicNeighbours(
  tables: Pick<TableReader, 'query'>,
  { assetId, detectedAt: at, id }: Pick<Change, 'assetId' | 'detectedAt' | 'id'>,
  withSanctions: boolean,
): Promise<Readonly<Record<'earlier' | 'later', PublicNeighbour | null>>> {
  const read = async (sql: string): Promise<PublicNeighbour | null> => {
    const [row] = await readRows<PublicNeighbour>(
      tables,
      { sql, decode: { at: Number } },
      { assetId, at, id, withSanctions },
    );
    return row ?? null;
  };
  const [earlier, later] = await Promise.all([read(earlierSql), read(laterSql)]);
  return { earlier, later };
}
