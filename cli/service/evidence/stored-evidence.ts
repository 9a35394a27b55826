/** Reads the records that a change depends on from the tables, by its asset: the log would be read whole for that. */
import type { QueryParameters, TableReader } from '../../../api/readmodel/tables/reader.ts';
import type { PlacedObservation } from '../../verify/evidence/refold.ts';
import { changeRow } from '../../../pipeline/sink/rows/changes.ts';
import { observationRow } from '../../../pipeline/sink/rows/observations.ts';
import type { Change, FeedCapture, Observation } from '../../../schemas/generated/records.ts';
import type { EvidenceWanted } from '../../../explorer/evidence.ts';
import type { Snapshot } from '../../verify/evidence/evidence.ts';
import { snapshotsIn, type SnapshotName, snapshotsNamed } from '../../verify/evidence/snapshots.ts';

/** Observations and control records that are folded for a page. */
const mostObservations = 50_000;

/** Rows of a query; keeps an answer small. */
const pageRows = 5_000;

export interface StoredEvidence {
  /** Oldest first. */
  readonly changes: readonly Change[];
  /** In log order. */
  readonly observations: readonly PlacedObservation[];
  readonly snapshots: readonly Snapshot[];
}

type Row = Readonly<Record<string, unknown>>;
type WantedChange = Pick<EvidenceWanted, 'assetId' | 'detectedAt' | 'id' | 'revision'>;

/** The number of observations when they are too many; null when the tables have no such revision of the change yet. */
export async function readStoredEvidence(
  tables: Pick<TableReader, 'query'>,
  wanted: WantedChange,
  most = mostObservations,
): Promise<StoredEvidence | number | null> {
  // The changes are read before the observations: what comes later is not of the newest revision seen here.
  const { assetId, detectedAt, id } = wanted;
  const changes = (await tables.query<Row>(changesSql, { assetId, detectedAt, id })).map(recordOf<Change>);
  if (!changes.some(({ revision }) => revision >= wanted.revision)) return null;
  const homes = await tables.query<{ readonly log_partition: number; readonly rows: string }>(homesSql, { assetId });
  const observations: PlacedObservation[] = [];
  for (const { log_partition: partition } of homes) {
    const [all] = await tables.query<{ readonly rows: string }>(countSql, { assetId, partition });
    if (Number(all?.rows ?? 0) + observations.length > most) return Number(all?.rows ?? 0) + observations.length;
    for await (const placed of pagesOf(tables, { assetId, partition })) observations.push(placed);
  }
  const named = snapshotsNamed({ changes, observations });
  return { changes, observations, snapshots: snapshotsIn(named, await readCaptures(tables, named)) };
}

async function readCaptures(
  tables: Pick<TableReader, 'query'>,
  named: readonly SnapshotName[],
): Promise<readonly Pick<FeedCapture, 'feed' | 'asOf' | 'artifacts'>[]> {
  if (named.length === 0) return [];
  const [feeds, times] = [named.map(({ feed }) => feed), named.map(({ asOf }) => asOf)];
  const rows = await tables.query<Row>(capturesSql, { feeds: [...new Set(feeds)], times: [...new Set(times)] });
  return rows.map((row) => ({
    feed: String(row['feed']),
    asOf: Number(row['at']),
    artifacts: JSON.parse(String(row['artifacts'])) as FeedCapture['artifacts'],
  }));
}

async function* pagesOf(
  tables: Pick<TableReader, 'query'>,
  of: QueryParameters & { readonly partition: number },
): AsyncGenerator<PlacedObservation> {
  for (let after = '-1'; ; ) {
    const rows = await tables.query<Row>(observationsSql, { ...of, after, most: pageRows });
    for (const row of rows) {
      const [offset, timestamp] = [Number(row['log_offset']), Number(row['record_time'])];
      yield { partition: of.partition, offset, timestamp, observation: recordOf<Observation>(row) };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    after = String(last['log_offset']);
  }
}

const times = new Set(['observed_at', 'detected_at', 'notable_at', 'known_at', 'revised_at']);
const texts = new Set(['explanation', 'assessment']);
/** Columns for queries, which repeat what other columns have. */
const derived = new Set([
  ...['direction_rank', 'severity_rank', 'notable', 'assessment_status', 'confidence', 'rules_version'],
  ...['log_partition', 'log_offset', 'record_time'],
]);

/** The record that the sink made a row of. */
const recordOf = <T>(row: Row): T =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !derived.has(column))
      .map(([column, cell]) => [memberName(column), memberOf(column, cell)]),
  ) as T;

const memberName = (column: string): string =>
  column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function memberOf(column: string, cell: unknown): unknown {
  if (times.has(column)) return cell === null ? null : Number(cell);
  return texts.has(column) ? (JSON.parse(String(cell)) as unknown) : cell;
}

/** The alias has the name of the column, so conditions name the table. */
const selected = (columns: readonly string[]): string =>
  columns
    .map((column) =>
      times.has(column) || column === 'record_time'
        ? `toUnixTimestamp64Milli(t.${column}) AS ${column}`
        : `t.${column} AS ${column}`,
    )
    .join(', ');

const changesSql = [
  'SELECT',
  selected(changeRow.columns),
  'FROM attestry.store_changes_history AS t FINAL',
  'WHERE t.asset_id = {assetId:String} AND t.detected_at = fromUnixTimestamp64Milli({detectedAt:Int64})',
  'AND t.id = {id:String} ORDER BY t.revision',
].join(' ');

const capturesSql = `
SELECT feed, toUnixTimestamp64Milli(as_of) AS at, artifacts FROM attestry.store_feed_captures FINAL
WHERE has({feeds:Array(String)}, feed) AND has({times:Array(Int64)}, toUnixTimestamp64Milli(as_of))
ORDER BY feed, as_of, log_offset`;

const homesSql = `
SELECT log_partition, count() AS rows FROM attestry.store_observations
WHERE asset_id = {assetId:String}
GROUP BY log_partition
ORDER BY log_partition`;

/** Rows of the asset, and the control records of its partition. */
const ofAsset = [
  'FROM attestry.store_observations AS t FINAL',
  "WHERE (t.asset_id = {assetId:String} OR (t.asset_id = '' AND t.subject_kind = 'control'))",
  'AND t.log_partition = {partition:UInt32}',
].join(' ');

const countSql = ['SELECT count() AS rows', ofAsset].join(' ');

const observationsSql = [
  'SELECT',
  selected(observationRow.columns),
  ofAsset,
  'AND toInt64(t.log_offset) > {after:Int64} ORDER BY t.log_offset LIMIT {most:UInt32}',
].join(' ');
