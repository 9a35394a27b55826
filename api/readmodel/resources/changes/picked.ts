import { severityRank } from '../../../../schemas/severity.ts';
import { termsOf } from '../../../../schemas/vocabulary.ts';
import type { ChangeReference } from '../../memory/changes/change-cache.ts';
import type { SnapshotItem, TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import type { QueryParameters, TableReader } from '../../tables/reader.ts';
import { readRows, type RowDecoder } from '../../tables/rows.ts';
import { eachSlice } from '../../tables/slices.ts';
import { type VisibilityParameters, visibilitySlices, visibilitySql } from '../../visibility/visible.ts';
import type { FeedFilter, FeedTime } from './filter.ts';

/** A change that a tenant may see, without its text. */
export interface PickedChange extends ChangeReference {
  readonly groupId: string;
  readonly itemId: string;
  readonly gathering: boolean;
  readonly isNew: boolean;
}

export interface PickedRow {
  readonly assetId: string;
  readonly id: string;
  readonly revision: number;
  readonly detectedAt: number;
  readonly groupId: string;
  readonly isNew: boolean;
}

/** How the rows of `pickSqlWith` are decoded. */
export const decodePicked = { detectedAt: Number };

export type PickFilter = Omit<FeedFilter, 'sort'>;

/** The column of a time. */
export const timeColumns: Readonly<Record<FeedTime, string>> = { detected: 'c.detected_at', known: 'c.known_at' };

/**
 * Selects the changes that a tenant may see and a filter admits, in their newest revision. A query appends further
 * conditions, order and limit. It reads few columns on purpose: they are read of every row of the assets in the window.
 * `furtherColumns` begin with a comma. A window of detection reads a range of the sorting key; one of another time cannot. What these parameters do not ask for
 * is left out.
 */
export function pickSqlWith(by: FeedTime, parameters: PickParameters, furtherColumns = ''): string {
  const { isNew, isVisible } = visibilitySql(parameters);
  return (
    `
SELECT c.asset_id AS assetId, c.id AS id, c.revision AS revision,
  toUnixTimestamp64Milli(c.detected_at) AS detectedAt, c.group_id AS groupId,
  ` +
    isNew +
    ' AS isNew' +
    furtherColumns +
    `
FROM attestry.store_feed_changes AS c FINAL
WHERE ` +
    isVisible +
    `
  AND ` +
    timeColumns[by] +
    ' >= fromUnixTimestamp64Milli({since:Int64})' +
    filterConditions
      .filter(({ isAsked }) => isAsked(parameters))
      .map(({ condition }) => `\n  AND ${condition}`)
      .join('')
  );
}

interface FilterCondition {
  readonly isAsked: (filter: FilterParameters) => boolean;
  readonly condition: string;
}

const filterConditions: readonly FilterCondition[] = [
  {
    isAsked: ({ categories }) => categories.length > 0,
    condition: 'c.category IN {categories:Array(String)}',
  },
  {
    isAsked: ({ materialities }) => materialities.length > 0,
    condition: `(c.category != 'disclosure_field' OR ifNull(c.materiality, '') IN {materialities:Array(String)})`,
  },
  {
    isAsked: ({ severities }) => severities.length > 0,
    condition: 'c.severity_rank IN {severities:Array(UInt8)}',
  },
  {
    isAsked: ({ directions: asked }) => asked.length > 0,
    condition: 'c.direction_rank IN {directions:Array(UInt8)}',
  },
  { isAsked: ({ showAll }) => !showAll, condition: 'NOT c.low_signal' },
  { isAsked: ({ newOnly }) => newOnly, condition: 'c.confirmed AND isNew' },
];

/** In the order of their ranks in the tables, from 1. */
const directions = termsOf('direction');

/** Filters as parameters: ranks, so that a term of a newer writer passes with the term that it is shown as. */
export interface FilterParameters extends Omit<PickFilter, 'items' | 'by' | 'severities' | 'directions'> {
  readonly severities: readonly number[];
  readonly directions: readonly number[];
}

export const filterParameters = ({ items: _, by: _by, ...filter }: PickFilter): FilterParameters => ({
  ...filter,
  severities: filter.severities.map(severityRank),
  directions: filter.directions.map((direction) => directions.indexOf(direction) + 1),
});

export type PickParameters = FilterParameters & VisibilityParameters;

/** The parameters of each query with `pickSqlWith`; none if no listed item is admitted, so there is nothing to select. */
export function pickSlices(snapshot: TenantSnapshot, filter: PickFilter): readonly PickParameters[] {
  const { items } = filter;
  const parameters = filterParameters(filter);
  const isAdmitted = ({ isListed, itemId }: SnapshotItem): boolean =>
    isListed && (items.length === 0 || items.includes(itemId));
  return visibilitySlices(snapshot, isAdmitted).map((visible) => ({ ...parameters, ...visible }));
}

/** A query that `pickSqlWith` begins. */
interface PickQuery<R extends PickedRow> {
  readonly sql: (parameters: PickParameters) => string;
  readonly decode: RowDecoder<R>;
}

/** The rows of a query for the listed items that a filter admits: those of each slice in the order of the query. */
export const readPicks = <R extends PickedRow>(
  tables: TableReader,
  { snapshot, filter }: { readonly snapshot: TenantSnapshot; readonly filter: PickFilter },
  { sql, decode }: PickQuery<R>,
  further: QueryParameters = {},
): Promise<readonly (readonly R[])[]> =>
  eachSlice(pickSlices(snapshot, filter), (parameters) =>
    readRows<R>(tables, { sql: sql(parameters), decode }, { ...parameters, ...further }),
  );

/** The picked change of a row; empty if its asset is not in the snapshot. */
export function pickedOf(row: PickedRow, { items }: TenantSnapshot): readonly PickedChange[] {
  const item = items.get(row.assetId);
  if (item === undefined) return [];
  const { assetId, id, revision, detectedAt, groupId, isNew } = row;
  const { itemId, gathering } = item;
  return [{ assetId, id, revision, detectedAt, groupId, itemId, gathering, isNew }];
}
