import { createChangeCache } from '../../api/readmodel/memory/changes/change-cache.ts';
import { type FeedFilter, unfiltered } from '../../api/readmodel/resources/changes/filter.ts';
import { findChange } from '../../api/readmodel/resources/changes/one-reader.ts';
import { pickChanges, readGroupMembers } from '../../api/readmodel/resources/changes/queries.ts';
import { pickNotices } from '../../api/readmodel/resources/notifications/queries.ts';
import { readWatchlist } from '../../api/readmodel/resources/watchlist/queries.ts';
import { readSnapshot } from '../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import { type TenantTables, tablesOfTenant } from '../../api/readmodel/tables/tenant-tables.ts';
import type { ServiceTables } from '../../cli/service/tables/service-tables.ts';
import { latencies } from '../support/load/client.ts';
import type { Holder } from '../support/samples/monitored-world.ts';
import { dayMs } from '../../schemas/values/durations.ts';

/** The inbox's default number of notifications. */
const noticesShown = 50;
const warmRounds = 3;

/** Milliseconds of each answer's queries through the client, and their results. */
export interface Floors {
  readonly impact: readonly number[];
  readonly impactWarm: readonly number[];
  readonly recent: readonly number[];
  readonly recentWarm: readonly number[];
  readonly inbox: readonly number[];
  readonly watchlist: readonly number[];
  readonly change: readonly number[];
  /** A change of each client. */
  readonly changeIds: readonly string[];
  /** Rows per second of one query for each client's changes. */
  readonly exported: number;
}

/** Runs the API's own queries in the service's data directory, before the service opens the tables. */
export async function measureFloors(
  { api }: ServiceTables,
  cold: readonly Holder[],
  warm: readonly Holder[],
): Promise<Floors> {
  const ofTenant = ({ tenantId }: Holder): TenantTables => tablesOfTenant(api, tenantId);
  const feedOf = (filter: FeedFilter) => {
    const store = createChangeCache(api);
    return async (holder: Holder): Promise<string> => {
      const { changes } = await pickChanges(api, await readSnapshot(api, holder.tenantId), filter);
      await Promise.all([store.read(changes), readGroupMembers(api, changes)]);
      return changes[0]?.id ?? '';
    };
  };
  const impact = { ...unfiltered, since: Date.now() - 365 * dayMs, sort: 'impact' } as const;
  const recent = { ...unfiltered, since: Date.now() - 90 * dayMs };
  const changeIds: string[] = [];
  const repeated = async (filter: FeedFilter): Promise<readonly number[]> => {
    const read = feedOf(filter);
    await latencies(warm, 1, read);
    return latencies(Array.from({ length: warmRounds }, () => warm).flat(), 1, read);
  };
  const readRecent = feedOf(recent);
  const readInbox = createChangeCache(api);
  return {
    recent: await latencies(cold, 1, async (holder) => changeIds.push(await readRecent(holder))),
    impact: await latencies(cold, 1, feedOf(impact)),
    impactWarm: await repeated(impact),
    recentWarm: await repeated(recent),
    inbox: await latencies(cold, 1, async (holder) => {
      const request = { unreadOnly: false, limit: noticesShown, after: null, bySeverity: false };
      const { tenantId } = holder;
      const snapshot = await readSnapshot(api, tenantId);
      const { notices } = await pickNotices(api, { tenantId, snapshot }, request);
      return readInbox.read(
        notices.flatMap(({ assetId, change }) => (change === null ? [] : [{ assetId, ...change }])),
      );
    }),
    watchlist: await latencies(cold, 1, (holder) => readWatchlist(ofTenant(holder))),
    change: await latencies([...cold.entries()], 1, async ([index, { tenantId }]) =>
      findChange(
        { tables: api, changes: createChangeCache(api), recent: null },
        await readSnapshot(api, tenantId),
        changeIds[index] ?? '',
      ),
    ),
    changeIds,
    exported: await rowsPerSecond(api, warm),
  };
}

const allRowsSql = 'SELECT * FROM attestry.store_changes FINAL WHERE asset_id IN {assetIds:Array(String)}';

async function rowsPerSecond(api: ServiceTables['api'], holders: readonly Holder[]): Promise<number> {
  let rows = 0;
  const times = await latencies(holders, 1, async ({ assetIds }) => {
    rows += (await api.query(allRowsSql, { assetIds })).length;
  });
  return (rows * 1_000) / times.reduce((sum, time) => sum + time, 0);
}
