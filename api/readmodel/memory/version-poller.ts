import type { TableReader } from '../tables/reader.ts';
import { readRows } from '../tables/rows.ts';
import { isFromOffset, offsetParameters } from './log-offsets.ts';

/** Ids whose rows have changed. */
export interface ChangedIds {
  /** Assets with a new change, verdict or record. */
  readonly assets: ReadonlySet<string>;
  /** Tenants whose watch items, limit, keys or markers changed. */
  readonly tenants: ReadonlySet<string>;
}

interface PolledIds extends ChangedIds {
  /** Whether a row was found for the first time. Rows behind a possible gap are found again by every poll. */
  readonly isUnseen: boolean;
}

/** Polls for ids with new rows since the last call; the first call only determines where the tables end. */
export type VersionPoller = () => Promise<PolledIds>;

interface PolledRow {
  readonly kind: 'asset' | 'tenant' | 'verdict';
  readonly id: string;
  readonly partition: number;
  readonly lastOffset: number;
}

const decode = { lastOffset: Number };

/** The outcome of a command is inserted after all its other rows, so its version is that of all account tables. */
const changedSql =
  `
SELECT 'asset' AS kind, asset_id AS id, log_partition AS partition, max(log_offset) AS lastOffset
FROM attestry.store_changes
WHERE ` +
  isFromOffset('asset') +
  `
GROUP BY asset_id, log_partition
UNION ALL
SELECT 'verdict' AS kind, asset_id AS id, log_partition AS partition, max(log_offset) AS lastOffset
FROM attestry.store_verdicts
WHERE ` +
  isFromOffset('verdict') +
  `
GROUP BY asset_id, log_partition
UNION ALL
SELECT 'tenant' AS kind, tenant_id AS id, log_partition AS partition, max(log_offset) AS lastOffset
FROM attestry.store_command_outcomes
WHERE ` +
  isFromOffset('tenant') +
  `
GROUP BY tenant_id, log_partition`;

const lastSql = `
SELECT 'asset' AS kind, '' AS id, log_partition AS partition, max(log_offset) AS lastOffset
FROM attestry.store_changes
GROUP BY log_partition
UNION ALL
SELECT 'verdict' AS kind, '' AS id, log_partition AS partition, max(log_offset) AS lastOffset
FROM attestry.store_verdicts
GROUP BY log_partition
UNION ALL
SELECT 'tenant' AS kind, '' AS id, log_partition AS partition, max(log_offset) AS lastOffset
FROM attestry.store_command_outcomes
GROUP BY log_partition`;

/** Offsets below which no row is missing; undefined where the rows of a partition become readable in their order. */
type FilledOffsets = Partial<Record<PolledRow['kind'], ReadonlyMap<number, number> | undefined>>;

/** Polls the tables in one query, with a cursor per log partition. */
export function createVersionPoller(tables: TableReader): VersionPoller {
  const cursors = {
    asset: new Map<number, number>(),
    tenant: new Map<number, number>(),
    verdict: new Map<number, number>(),
  } as const;
  const seen = new Map<string, number>();
  let hasCursors = false;

  const markSeen = (rows: readonly PolledRow[]): boolean => {
    let isUnseen = false;
    for (const { kind, partition, lastOffset } of rows) {
      const place = `${kind}/${partition}`;
      if (lastOffset <= (seen.get(place) ?? -1)) continue;
      seen.set(place, lastOffset);
      isUnseen = true;
    }
    return isUnseen;
  };

  /** Offsets beyond a possible gap are not skipped: those rows are reported again until the gap is filled. */
  const advance = (rows: readonly PolledRow[], filledOf: FilledOffsets): void => {
    for (const row of rows) {
      const cursor = cursors[row.kind];
      const filled = filledOf[row.kind];
      const bound = filled === undefined ? Infinity : (filled.get(row.partition) ?? 0);
      const next = Math.min(row.lastOffset + 1, bound);
      if (next > (cursor.get(row.partition) ?? 0)) cursor.set(row.partition, next);
    }
  };

  return async () => {
    const [asset, verdict] = await Promise.all([tables.filledUpTo?.('changes'), tables.filledUpTo?.('verdicts')]);
    const filled: FilledOffsets = { asset, verdict };
    if (!hasCursors) {
      const last = await readRows<PolledRow>(tables, { sql: lastSql, decode }, {});
      advance(last, filled);
      hasCursors = true;
      return { assets: new Set(), tenants: new Set(), isUnseen: markSeen(last) };
    }
    const rows = await readRows<PolledRow>(
      tables,
      { sql: changedSql, decode },
      {
        ...offsetParameters('asset', cursors.asset),
        ...offsetParameters('tenant', cursors.tenant),
        ...offsetParameters('verdict', cursors.verdict),
      },
    );
    advance(rows, filled);
    const idsOf = (kind: PolledRow['kind']): ReadonlySet<string> =>
      new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id));
    const assets = new Set([...idsOf('asset'), ...idsOf('verdict')]);
    return { assets, tenants: idsOf('tenant'), isUnseen: markSeen(rows) };
  };
}
