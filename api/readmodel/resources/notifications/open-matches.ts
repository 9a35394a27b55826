import { worstSeverity } from '../../../../schemas/severity.ts';
import type { Severity } from '../../../../schemas/vocabulary.ts';
import type { PickedNotice } from '../../memory/tenants/notice.ts';
import { type OpenMatch, openMatchesOf, readMatches, severityOfMatches } from '../../open-matches.ts';
import type { TableReader } from '../../tables/reader.ts';

/** The confirmed sanctions matches of an asset that were open at a time (milliseconds). */
export type OpenMatches = (assetId: string, at: number) => readonly OpenMatch[];

/** Reads the sanctions matches of assets whose intake ended, for the notifications of these intakes. */
export async function readOpenMatches(tables: TableReader, notices: readonly PickedNotice[]): Promise<OpenMatches> {
  const rows = await readMatches(tables, assetsTakenIn(notices));
  return (assetId, at) =>
    openMatchesOf(
      rows.filter((row) => row.assetId === assetId),
      at,
    ).matches;
}

/** How urgent a notification is. An intake is as urgent as the worst match that its text names. */
export function severityWith(notice: PickedNotice, openMatches: OpenMatches): Severity {
  const { assetId, createdAt, kind, severity } = notice;
  if (!namesMatches(kind)) return severity;
  return worstSeverity([severity, severityOfMatches(openMatches(assetId, createdAt)) ?? severity]) ?? severity;
}

/** An intake that ended unresolved names no match. */
const namesMatches = (kind: string): boolean => kind === 'intake_ready' || kind === 'intake_partial';

const assetsTakenIn = (notices: readonly PickedNotice[]): readonly string[] => [
  ...new Set(notices.filter(({ kind }) => namesMatches(kind)).map(({ assetId }) => assetId)),
];
