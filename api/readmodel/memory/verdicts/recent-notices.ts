import { type LogOffsets, readEnds } from '../log-offsets.ts';
import { createRecentRows, type RecentLimits, type RecentRows, type RowPlace } from '../recent-rows.ts';
import type { TableReader } from '../../tables/reader.ts';

/** A notice of verdicts on obligations, of any tenant that watches the asset. */
export interface VerdictNotice {
  readonly assetId: string;
  readonly groupId: string;
  /** Empty for a regime. */
  readonly obligationId: string;
  /** Milliseconds. */
  readonly since: number;
  readonly kind: string;
  readonly text: string;
  readonly statement: string;
  readonly severityRank: number;
  readonly partition: number;
  readonly offset: number;
}

/** What is used of a row of `store_verdicts_history` as it was inserted. */
export interface InsertedVerdict extends RowPlace {
  readonly asset_id: string;
  readonly group_id: string;
  readonly obligation_id: string;
  readonly since: string | number;
  readonly notice_kind: string | null;
  readonly notice: string | null;
  readonly statement: string;
  readonly severity_rank: number;
}

/** The notices that were inserted last, if the sink runs in this process. */
export interface RecentNotices {
  /** Verdicts being inserted, with or without a notice. They become readable when `shown` is called for them. */
  readonly inserted: (rows: readonly InsertedVerdict[]) => void;
  /** Call when verdicts have become readable in the tables. */
  readonly shown: (places: readonly RowPlace[]) => void;
  /** The notices from these offsets on, as `RecentRows` has them; null if the tables have to be read. */
  readonly behind: RecentRows<VerdictNotice, RowPlace>['behind'];
}

/** Most verdicts have no notice, and wait without one. */
const usualLimits: RecentLimits = { rows: 5_000, assets: 100_000, textLength: 2 * 1024 * 1024 };

export function createRecentNotices(tables: TableReader, limits = usualLimits): RecentNotices {
  const recent = createRecentRows<VerdictNotice, RowPlace>({
    readEnds: (): Promise<LogOffsets> => readEnds(tables, 'verdicts'),
    limits,
    textLengthOf: ({ text, statement }) => text.length + statement.length,
  });
  return {
    inserted: (rows) => {
      for (const row of rows) recent.inserted(row, noticeOf(row));
    },
    shown: recent.shown,
    behind: recent.behind,
  };
}

/** Null for a verdict without a notice. */
const noticeOf = (row: InsertedVerdict): VerdictNotice | null =>
  row.notice_kind === null
    ? null
    : {
        assetId: row.asset_id,
        groupId: row.group_id,
        obligationId: row.obligation_id,
        since: Number(row.since),
        kind: row.notice_kind,
        text: row.notice ?? '',
        statement: row.statement,
        severityRank: row.severity_rank,
        partition: row.log_partition,
        offset: Number(row.log_offset),
      };
