import type { TenantSnapshot } from '../../memory/tenants/tenant-snapshot.ts';
import type { TableReader } from '../../tables/reader.ts';
import { readRows } from '../../tables/rows.ts';
import { eachSlice } from '../../tables/slices.ts';
import { type VisibilitySql, visibilitySlices, visibilitySql } from '../../visibility/visible.ts';

export interface ObligationRequest {
  /** Watchlist items; all when empty. */
  readonly items: readonly string[];
  /** Verdicts; all when empty. */
  readonly verdicts: readonly string[];
  /** End of the previous page; null for the first. */
  readonly after: { readonly assetId: string; readonly obligationId: string } | null;
}

/** A source or register that was searched for evidence. */
export interface SearchedSource {
  readonly sourceUrl: string;
  /** When it was last read whole, milliseconds; null if it never was. */
  readonly lastOkAt: number | null;
}

export interface VerdictRow {
  readonly assetId: string;
  readonly obligationId: string;
  readonly regime: string;
  readonly period: string;
  readonly verdict: string;
  readonly previous: string | null;
  /** Milliseconds. */
  readonly since: number;
  readonly statement: string;
  readonly evidence: readonly string[];
  readonly searched: readonly SearchedSource[];
  readonly rulesVersion: string;
}

const decode = { since: Number, searched: (text: string) => JSON.parse(text) as VerdictRow['searched'] };

/** Obligations of one page. */
export const pageSize = 200;

/** The newest verdict on each obligation of listed assets, hidden like a change of its time (B-27). */
const verdictsSql = ({ isVisible }: VisibilitySql): string =>
  `
SELECT asset_id AS assetId, obligation_id AS obligationId, regime, period, verdict, previous,
  toUnixTimestamp64Milli(detected_at) AS since, statement, evidence, searched, rules_version AS rulesVersion
FROM (
  SELECT asset_id, obligation_id, regime, period, verdict, previous, since AS detected_at, toNullable(since) AS notable_at,
    statement, evidence, searched, rules_version
  FROM attestry.store_verdicts FINAL
  WHERE asset_id IN {assetIds:Array(String)} AND kind = 'verdict'
) AS c
WHERE ` +
  isVisible +
  `
  AND (empty({verdicts:Array(String)}) OR c.verdict IN {verdicts:Array(String)})
  AND (c.asset_id, c.obligation_id) > ({afterAsset:String}, {afterObligation:String})
ORDER BY c.asset_id, c.obligation_id
LIMIT {limit:UInt32}`;

/** One page of a tenant's obligations, by asset and obligation, and whether more follow. */
export async function readObligations(
  tables: TableReader,
  snapshot: TenantSnapshot,
  { items, verdicts, after }: ObligationRequest,
): Promise<{ readonly rows: readonly VerdictRow[]; readonly hasMore: boolean }> {
  const slices = visibilitySlices(
    snapshot,
    ({ isListed, itemId }) => isListed && (items.length === 0 || items.includes(itemId)),
  );
  const place = { afterAsset: after?.assetId ?? '', afterObligation: after?.obligationId ?? '' };
  const found = await eachSlice(slices, (visible) =>
    readRows<VerdictRow>(
      tables,
      { sql: verdictsSql(visibilitySql(visible)), decode },
      { ...visible, ...place, verdicts, limit: pageSize + 1 },
    ),
  );
  const rows = found.flat().sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize };
}

const keyOf = ({ assetId, obligationId }: VerdictRow): string => `${assetId} ${obligationId}`;
