/** The members of a change that decide who may see it, and the place of its revision on the log. */
export interface LoggedChange {
  readonly assetId: string;
  readonly id: string;
  readonly revision: number;
  readonly detectedAt: number;
  readonly notableAt: number | null;
  readonly lowSignal: boolean;
  readonly disposition: string;
  readonly severityRank: number;
  readonly groupId: string;
  readonly partition: number;
  readonly offset: number;
}

/** The same members as the columns of a row that is inserted. */
export interface LoggedRow {
  readonly asset_id: string;
  readonly id: string;
  readonly revision: number;
  readonly detected_at: string | number;
  readonly notable_at: string | number | null;
  readonly low_signal: boolean;
  readonly disposition: string;
  readonly severity_rank: number;
  readonly group_id: string;
  readonly log_partition: number;
  readonly log_offset: string | number;
}

export const loggedOf = (row: LoggedRow): LoggedChange => ({
  assetId: row.asset_id,
  id: row.id,
  revision: row.revision,
  detectedAt: Number(row.detected_at),
  notableAt: row.notable_at === null ? null : Number(row.notable_at),
  lowSignal: row.low_signal,
  disposition: row.disposition,
  severityRank: row.severity_rank,
  groupId: row.group_id,
  partition: row.log_partition,
  offset: Number(row.log_offset),
});
