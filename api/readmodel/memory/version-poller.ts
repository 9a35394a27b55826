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
  /** Whether rows of declarations came, or were merged: nothing shows which of the two. */
  readonly hasDeclarations: boolean;
}

type CursorKind = 'asset' | 'tenant' | 'verdict';

/** Polls for ids with new rows since the last call; the first call only determines where the tables end. */
export type VersionPoller = () => Promise<PolledIds>;

interface PolledRow {
  readonly kind: CursorKind | 'declarations';
  readonly id: string;
  readonly partition: number;
  readonly lastOffset: number;
}

interface CursorRow extends PolledRow {
  readonly kind: CursorKind;
}

const isOfCursor = (row: PolledRow): row is CursorRow => row.kind !== 'declarations';

const decode = { lastOffset: Number };

/** Another number after every insert: declarations are few, so each makes all coverage be read again. */
const declarationsSql = `
UNION ALL
SELECT 'declarations' AS kind, concat(toString(count()), ' ', toString(sum(log_offset))) AS id,
  toUInt32(0) AS partition, toUInt64(0) AS lastOffset
FROM (
  SELECT log_offset FROM attestry.store_registry_assets UNION ALL SELECT log_offset FROM attestry.store_registry_parties
)`;

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
GROUP BY tenant_id, log_partition` +
  declarationsSql;

const lastSql =
  `
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
GROUP BY log_partition` + declarationsSql;

/** Offsets below which no row is missing; undefined where the rows of a partition become readable in their order. */
type FilledOffsets = Partial<Record<CursorKind, ReadonlyMap<number, number> | undefined>>;

/** Polls the tables in one query, with a cursor per log partition. */
export function createVersionPoller(tables: TableReader): VersionPoller {
  const cursors = {
    asset: new Map<number, number>(),
    tenant: new Map<number, number>(),
    verdict: new Map<number, number>(),
  } as const;
  const seen = new Map<string, number>();
  let hasCursors = false;
  let declarations: string | undefined;

  const markSeen = (rows: readonly CursorRow[]): boolean => {
    let isUnseen = false;
    for (const { kind, partition, lastOffset } of rows) {
      const place = `${kind}/${partition}`;
      if (lastOffset <= (seen.get(place) ?? -1)) continue;
      seen.set(place, lastOffset);
      isUnseen = true;
    }
    return isUnseen;
  };

  /** Takes out the row of declarations. */
  const withoutDeclarations = (rows: readonly PolledRow[]) => {
    const newest = rows.find(({ kind }) => kind === 'declarations')?.id;
    const hasDeclarations = newest !== declarations;
    declarations = newest;
    return { hasDeclarations, rows: rows.flatMap((row) => (isOfCursor(row) ? [row] : [])) };
  };

  /** Offsets beyond a possible gap are not skipped: those rows are reported again until the gap is filled. */
  const advance = (rows: readonly CursorRow[], filledOf: FilledOffsets): void => {
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
      const { rows: last } = withoutDeclarations(await readRows<PolledRow>(tables, { sql: lastSql, decode }, {}));
      advance(last, filled);
      hasCursors = true;
      return { assets: new Set(), tenants: new Set(), isUnseen: markSeen(last), hasDeclarations: false };
    }
    const polled = await readRows<PolledRow>(
      tables,
      { sql: changedSql, decode },
      {
        ...offsetParameters('asset', cursors.asset),
        ...offsetParameters('tenant', cursors.tenant),
        ...offsetParameters('verdict', cursors.verdict),
      },
    );
    const { rows, hasDeclarations } = withoutDeclarations(polled);
    advance(rows, filled);
    const idsOf = (kind: CursorKind): ReadonlySet<string> =>
      new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id));
    const assets = new Set([...idsOf('asset'), ...idsOf('verdict')]);
    return { assets, tenants: idsOf('tenant'), isUnseen: markSeen(rows), hasDeclarations };
  };
}
