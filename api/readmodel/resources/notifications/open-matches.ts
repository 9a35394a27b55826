import { severityOfRank, severityRank, worstSeverity } from '../../../../schemas/severity.ts';
import type { Severity } from '../../../../schemas/vocabulary.ts';
import { matchEnds } from '../../match-ends.ts';
import type { TableReader } from '../../tables/reader.ts';
import { readRows } from '../../tables/rows.ts';
import { establishedSql } from '../../visibility/public.ts';
import type { PickedNotice } from '../../memory/tenants/notice.ts';

/** A sanctions match, from the changes of an asset. */
interface MatchRow {
  readonly assetId: string;
  readonly subjectKey: string;
  readonly changeKind: string;
  readonly since: number;
  readonly headline: string;
  readonly severity: string;
}

const matchesSql =
  `
SELECT asset_id AS assetId, subject_key AS subjectKey, change_kind AS changeKind,
  toUnixTimestamp64Milli(greatest(detected_at, ifNull(notable_at, detected_at))) AS since,
  JSONExtractString(explanation, 'headline') AS headline, toString(severity) AS severity
FROM attestry.store_changes AS c FINAL
WHERE c.asset_id IN {assetIds:Array(String)} AND c.category = 'sanctions' AND ` +
  establishedSql +
  `
ORDER BY c.detected_at, c.id`;

interface OpenMatch {
  readonly headline: string;
  readonly severity: Severity;
}

/** The confirmed sanctions matches of an asset that were open at a time (milliseconds). */
export type OpenMatches = (assetId: string, at: number) => readonly OpenMatch[];

/** Reads the sanctions matches of assets whose intake ended, for the notifications of these intakes. */
export const readOpenMatches = (tables: TableReader, notices: readonly PickedNotice[]): Promise<OpenMatches> =>
  readOpenMatchesOf(tables, assetsTakenIn(notices));

/** Reads the confirmed sanctions matches of assets. */
async function readOpenMatchesOf(tables: TableReader, assetIds: readonly string[]): Promise<OpenMatches> {
  const rows =
    assetIds.length === 0
      ? []
      : await readRows<MatchRow>(tables, { sql: matchesSql, decode: { since: Number } }, { assetIds });
  return (assetId, at) => {
    const open = new Map<string, OpenMatch>();
    for (const row of rows) {
      if (row.assetId !== assetId || row.since > at) continue;
      if (matchEnds.has(row.changeKind)) open.delete(row.subjectKey);
      else open.set(row.subjectKey, { headline: row.headline, severity: severityOfRank(severityRank(row.severity)) });
    }
    return [...open.values()];
  };
}

/** How urgent a notification is. An intake is as urgent as the worst match that its text names. */
export function severityWith(notice: PickedNotice, openMatches: OpenMatches): Severity {
  const { assetId, createdAt, kind, severity } = notice;
  if (!namesMatches(kind)) return severity;
  const matches = openMatches(assetId, createdAt).map((match) => match.severity);
  return worstSeverity([severity, ...matches]) ?? severity;
}

/** An intake that ended unresolved names no match. */
const namesMatches = (kind: string): boolean => kind === 'intake_ready' || kind === 'intake_partial';

const assetsTakenIn = (notices: readonly PickedNotice[]): readonly string[] => [
  ...new Set(notices.filter(({ kind }) => namesMatches(kind)).map(({ assetId }) => assetId)),
];
