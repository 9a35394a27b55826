import {
  isBeforeOffset,
  isFromOffset,
  type LogOffsets,
  offsetParameters,
  readBounds,
} from '../../memory/log-offsets.ts';
import type { RecentNotices, VerdictNotice } from '../../memory/verdicts/recent-notices.ts';
import type { WantedAssets } from '../../memory/recent-rows.ts';
import type { PickedNotice } from '../../memory/tenants/notice.ts';
import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import type { Versions } from '../../memory/versions.ts';
import type { TableReader } from '../../tables/reader.ts';
import { readRows } from '../../tables/rows.ts';
import { severityOfRank } from '../../../../schemas/severity.ts';
import { isNotified, verdictMembers } from '../../visibility/visible.ts';
import { notificationIdOf } from '../notifications/queries.ts';
import { sharedByPlace, sharedUntilNew } from './shared-by-place.ts';

/** Notices from given offsets on, in the order of the log. */
export interface VerdictBatch {
  readonly rows: readonly VerdictNotice[];
  readonly ends: LogOffsets;
  /** Whether it reaches the ends. */
  readonly isWhole: boolean;
}

export interface VerdictReader {
  /** Where a new reader begins. */
  readonly reached: () => Promise<LogOffsets>;
  /**
   * From offsets of the topic `verdicts` on; null for none but later ones. `assetIds` is called only if the notices of all assets
   * are not in memory, or too many.
   */
  readonly behind: (from: LogOffsets | null, assetIds: WantedAssets) => Promise<VerdictBatch>;
}

const noticesSql =
  `
SELECT asset_id AS assetId, group_id AS groupId, obligation_id AS obligationId, toUnixTimestamp64Milli(since) AS since,
  assumeNotNull(notice_kind) AS kind, assumeNotNull(notice) AS text, statement, severity_rank AS severityRank,
  log_partition AS partition, log_offset AS offset
FROM attestry.store_verdicts_history
WHERE notice_kind IS NOT NULL
  AND log_offset >= {least:UInt64}
  AND ` +
  isFromOffset('from') +
  `
  AND ` +
  isBeforeOffset('end') +
  `
ORDER BY log_partition, log_offset
LIMIT 1 BY log_partition, log_offset
LIMIT {limit:UInt32}`;

/** Notices of a batch. */
const batchSize = 500;

/**
 * Reads the notices of all assets once for all streams at the same place; there are few of them.
 * @param recent null if another process inserts the verdicts
 */
export function createVerdictReader(
  tables: TableReader,
  versions: Pick<Versions, 'position'>,
  recent: RecentNotices | null,
): VerdictReader {
  const bounds = sharedUntilNew(versions.position, () => readBounds(tables, 'verdicts'));

  const recall = async (from: LogOffsets, wanted?: WantedAssets): Promise<VerdictBatch | null> => {
    const known = (await recent?.behind(from, batchSize, wanted)) ?? null;
    return known === null ? null : { ...known, isWhole: true };
  };

  const read = async (from: LogOffsets | null): Promise<VerdictBatch> => {
    const { ends: to, reached } = await bounds();
    if (from === null) return { rows: [], ends: reached, isWhole: true };
    if ([...to].every(([partition, end]) => (from.get(partition) ?? 0) >= end)) {
      return { rows: [], ends: to, isWhole: true };
    }
    const least = Math.min(...[...to.keys()].map((partition) => from.get(partition) ?? 0));
    const range = { ...offsetParameters('from', from), ...offsetParameters('end', to), least, limit: batchSize };
    const rows = await readRows<VerdictNotice>(
      tables,
      { sql: noticesSql, decode: { since: Number, offset: Number } },
      range,
    );
    return { rows, ends: to, isWhole: rows.length < batchSize };
  };
  const recalledBy = sharedByPlace(versions.position, (from: LogOffsets) => recall(from));
  const readBy = sharedByPlace(versions.position, read);

  return {
    reached: async () => (await bounds()).reached,
    behind: async (from, assetIds) => {
      const known = from === null ? null : ((await recalledBy(from)) ?? (await recall(from, assetIds)));
      return known ?? readBy(from);
    },
  };
}

/** The notice as the inbox of a tenant shows it; null where the rule of the inbox hides it. */
export function noticeFor(tenantId: string, snapshot: TenantSnapshot, verdict: VerdictNotice): PickedNotice | null {
  const item = snapshot.items.get(verdict.assetId);
  if (item === undefined || !isNotified(verdictMembers(verdict), item)) return null;
  const notificationId = notificationIdOf(tenantId, verdict.groupId);
  return {
    notificationId,
    sortId: verdict.groupId,
    assetId: verdict.assetId,
    itemId: item.itemId,
    createdAt: verdict.since,
    readAt: snapshot.readAt.get(notificationId) ?? null,
    change: null,
    kind: verdict.kind,
    reason: null,
    severity: severityOfRank(verdict.severityRank),
    obligation: { id: verdict.obligationId, text: verdict.text, statement: verdict.statement },
  };
}
