import { obligationTexts } from '../../../../schemas/obligations.ts';
import { isoTime, isoTimeOrNull } from '../../iso-time.ts';
import type { RegistryReader } from '../../memory/registry/index.ts';
import { presentWatchedAsset } from '../watchlist/watched-asset.ts';
import type { VerdictRow } from './queries.ts';

/** Page of an obligation of an asset, relative to the explorer. */
export const hrefOfObligation = (assetId: string, obligationId: string): string =>
  `/obligations/${assetId}${obligationId === '' ? '' : `#${obligationId}`}`;

/** One obligation of a watched asset. */
export function presentObligation(
  row: VerdictRow,
  item: Readonly<{ itemId: string; gathering: boolean }>,
  registry: RegistryReader,
): object {
  return {
    watchlistItemId: item.itemId,
    asset: presentWatchedAsset(registry, row.assetId, item.gathering),
    obligationId: row.obligationId,
    regime: row.regime === '' ? null : row.regime,
    citation: obligationTexts[row.obligationId]?.citation ?? null,
    period: row.period === '' ? null : row.period,
    verdict: row.verdict,
    previous: row.previous,
    since: isoTime(row.since),
    statement: row.statement,
    evidence: row.evidence,
    searched: row.searched.map(({ sourceUrl, lastOkAt }) => ({ sourceUrl, lastOkAt: isoTimeOrNull(lastOkAt) })),
    rulesVersion: row.rulesVersion,
    href: hrefOfObligation(row.assetId, row.obligationId),
  };
}
