import { obligationTexts } from '../../../../schemas/obligations.ts';
import { isoTime, isoTimeOrNull } from '../../iso-time.ts';
import type { RegistryReader } from '../../memory/registry/index.ts';
import { presentWatchedAsset } from '../watchlist/watched-asset.ts';
import type { VerdictRow } from './queries.ts';

/** Page of an obligation of an asset, relative to the explorer. */
export const hrefOfObligation = (assetId: string, obligationId: string): string =>
  `/obligations/${assetId}${obligationId === '' ? '' : `#${obligationId}`}`;

interface SearchedSource {
  readonly sourceUrl: string;
  /** Milliseconds. */
  readonly lastOkAt: number | null;
}

/** One obligation of a watched asset. */
export function presentObligation(
  row: VerdictRow,
  item: Readonly<{ itemId: string; gathering: boolean }>,
  registry: RegistryReader,
): object {
  const searched = JSON.parse(row.searched) as readonly SearchedSource[];
  return {
    watchlistItemId: item.itemId,
    asset: presentWatchedAsset(registry, row.asset_id, item.gathering),
    obligationId: row.obligation_id,
    regime: row.regime === '' ? null : row.regime,
    citation: obligationTexts[row.obligation_id]?.citation ?? null,
    period: row.period === '' ? null : row.period,
    verdict: row.verdict,
    previous: row.previous,
    since: isoTime(Number(row.since)),
    statement: row.statement,
    evidence: row.evidence,
    searched: searched.map(({ sourceUrl, lastOkAt }) => ({ sourceUrl, lastOkAt: isoTimeOrNull(lastOkAt) })),
    rulesVersion: row.rules_version,
    href: hrefOfObligation(row.asset_id, row.obligation_id),
  };
}
