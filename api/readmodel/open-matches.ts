/** Open matches with sanctions lists: one fold, for standings and for what notifications name. */
import { severityOfRank, worstSeverity } from '../../schemas/severity.ts';
import type { ChangeKind, Severity } from '../../schemas/vocabulary.ts';
import { readRows } from './tables/rows.ts';
import type { TableReader } from './tables/reader.ts';
import { readInSlices } from './tables/slices.ts';

/** A sanctions change of an asset, as its newest revision has it. */
export interface MatchRow {
  readonly assetId: string;
  readonly id: string;
  readonly subjectKey: string;
  readonly changeKind: string;
  readonly headline: string;
  readonly disposition: string;
  readonly isConfirmed: boolean;
  readonly isLowSignal: boolean;
  readonly severityRank: number;
  /** When it was detected, or confirmed if that was later; milliseconds. */
  readonly since: number;
}

const matchesSql = `
SELECT asset_id AS assetId, id, JSONExtractString(words, 'subjectKey') AS subjectKey,
  JSONExtractString(words, 'changeKind') AS changeKind,
  JSONExtractString(words, 'explanation', 'headline') AS headline, toString(disposition) AS disposition,
  confirmed AS isConfirmed, low_signal AS isLowSignal, severity_rank AS severityRank,
  toUnixTimestamp64Milli(greatest(detected_at, ifNull(notable_at, detected_at))) AS since
FROM attestry.store_feed_changes FINAL
WHERE asset_id IN {assetIds:Array(String)} AND category = 'sanctions'
ORDER BY since, detected_at, id`;

/** Sanctions changes of assets, the oldest of each first. */
export const readMatches = (
  tables: Pick<TableReader, 'query'>,
  assetIds: readonly string[],
): Promise<readonly MatchRow[]> =>
  readInSlices(assetIds, (slice) =>
    readRows<MatchRow>(tables, { sql: matchesSql, decode: { since: Number } }, { assetIds: slice }),
  );

/** A confirmed match that nothing has ended, by the change that opened it. */
export interface OpenMatch {
  readonly changeId: string;
  readonly headline: string;
  /** As its rule set ranks it: that of a parent or of an instrument of the reserve is high, any other severe. */
  readonly severity: Severity;
}

export interface OpenMatches {
  readonly matches: readonly OpenMatch[];
  /** Changes of open candidates, which no operator has decided. */
  readonly candidates: readonly string[];
}

/** Kinds of change after which a match is no longer open. */
const ends: ReadonlySet<string> = new Set<ChangeKind>(['delisted', 'removed', 'corrected']);

/**
 * What is open of one asset. What amends an entry leaves its match as urgent as it was opened.
 * @param rows the oldest first
 * @param at up to this time, milliseconds
 */
export function openMatchesOf(rows: readonly MatchRow[], at = Number.POSITIVE_INFINITY): OpenMatches {
  const open = new Map<string, MatchRow>();
  const candidates: string[] = [];
  for (const row of rows) {
    if (row.since > at) continue;
    const hasEnded = ends.has(row.changeKind) || row.disposition === 'superseded';
    if (!row.isConfirmed) {
      if (!hasEnded) candidates.push(row.id);
    } else if (!row.isLowSignal) {
      if (hasEnded) open.delete(row.subjectKey);
      else if (!open.has(row.subjectKey)) open.set(row.subjectKey, row);
    }
  }
  const matches = [...open.values()].map(({ id, headline, severityRank }) => ({
    changeId: id,
    headline,
    severity: severityOfRank(severityRank),
  }));
  return { matches, candidates };
}

/** How urgent open matches are together; null without one. */
export const severityOfMatches = (matches: readonly Pick<OpenMatch, 'severity'>[]): Severity | null =>
  worstSeverity(matches.map(({ severity }) => severity));
