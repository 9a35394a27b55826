import { type Coverage, coverageOf } from '../../../schemas/coverage/coverage.ts';
import { type InstallationCoverage, installationCoverage } from '../../../schemas/coverage/installation.ts';
import { type TokenCoverage, tokenCoverages } from '../../../schemas/coverage/tokens.ts';
import { assetsOfQuery, createAssetCache } from '../memory/asset-cache.ts';
import { memoizeFor } from '../memory/memoize.ts';
import type { AssetSummary, RegistryReader } from '../memory/registry/index.ts';
import type { Versions } from '../memory/versions.ts';
import { readFeeds, readNewestFetch } from '../standing/queries.ts';
import type { TableReader } from '../tables/reader.ts';
import { coverageFactsOf, type CoverageRows } from './facts-of.ts';
import { type AssetRows, noRows, readCoverageRows } from './read-rows.ts';
import type { CoverageSources } from './sources.ts';

export interface CoverageReader {
  /** Coverage by asset id; assets that the registry does not have are left out. RetryableError while the tables do not answer. */
  readonly of: (assetIds: readonly string[]) => Promise<ReadonlyMap<string, Coverage>>;
  /** Of all assets that are not withdrawn. */
  readonly installation: () => Promise<InstallationCoverage>;
  /**
   * The same, read in the background: the last one that was read. A new one is begun after half a minute, or later where
   * the last took long, so that no more than a twentieth of the time goes into it.
   */
  readonly latest: () => Promise<InstallationCoverage>;
  /** State and reasons of each token that `latest` counts, by asset id. */
  readonly latestTokens: () => Promise<ReadonlyMap<string, TokenCoverage>>;
}

interface CoverageCount {
  readonly installation: InstallationCoverage;
  readonly tokens: ReadonlyMap<string, TokenCoverage>;
}

interface Dependencies {
  readonly tables: Pick<TableReader, 'query'>;
  readonly registry: Pick<RegistryReader, 'all' | 'byId'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly coverageSources: CoverageSources;
  /** Rows are cached by them, as those of standings are; null: they are read by each call. */
  readonly versions: Pick<Versions, 'assetVersion' | 'current' | 'declarationsVersion'> | null;
}

/** Newest files and fetches are read again after this long, milliseconds: as old as interface A may be. */
const feedsForMs = 1_000;
const readAgainMs = 30_000;
/** The longest wait, whatever a clock that was set made of the duration. */
const longestWaitMs = 600_000;
const shareOfTime = 20;

/** Reads how much of tokens is read: six queries for up to 500 of them, and two for all feeds and fetches. */
export function createCoverageReader(dependencies: Dependencies): CoverageReader {
  const { tables, registry, clock, coverageSources, versions } = dependencies;
  const feedsNow = async () => new Map((await readFeeds(tables)).map((row) => [row.feed, row]));
  const rowsNow = (assetIds: readonly string[]) => readCoverageRows(tables, assetIds);

  const coverageIn = (
    assets: readonly AssetSummary[],
    rows: ReadonlyMap<string, AssetRows>,
    feeds: CoverageRows['feeds'],
  ): readonly (readonly [string, Coverage])[] => {
    const now = clock();
    return assets.map((asset) => {
      const of = { ...(rows.get(asset.assetId) ?? noRows), feeds };
      return [asset.assetId, coverageOf(coverageFactsOf(asset, of, coverageSources), now)] as const;
    });
  };
  const countNow = async (assets: readonly AssetSummary[]): Promise<ReadonlyMap<string, Coverage>> => {
    if (assets.length === 0) return new Map();
    const feeds = await feedsNow();
    const found: (readonly [string, Coverage])[] = [];
    for (let start = 0; start < assets.length; start += assetsOfQuery) {
      const page = assets.slice(start, start + assetsOfQuery);
      found.push(...coverageIn(page, await rowsNow(page.map(({ assetId }) => assetId)), feeds));
    }
    return new Map(found);
  };
  const cachedOf = versions === null ? null : cachedRows(versions, { clock, tables, read: rowsNow });
  const ofAssets = async (assets: readonly AssetSummary[]): Promise<ReadonlyMap<string, Coverage>> => {
    if (cachedOf === null || assets.length === 0) return countNow(assets);
    const { rows, feeds } = await cachedOf(assets.map(({ assetId }) => assetId));
    return new Map(coverageIn(assets, rows, feeds));
  };

  const count = async (): Promise<CoverageCount> => {
    const assets = registry.all().filter(({ isWithdrawn }) => !isWithdrawn);
    const coverages = await countNow(assets);
    return { installation: installationCoverage(coverages.values()), tokens: tokenCoverages(coverages) };
  };
  let last: { readonly at: number; readonly waitMs: number; readonly value: CoverageCount } | null = null;
  let reading: Promise<CoverageCount> | null = null;
  const readAgain = async (): Promise<CoverageCount> => {
    const start = clock();
    try {
      const value = await count();
      const at = clock();
      last = { at, waitMs: Math.min(longestWaitMs, Math.max(readAgainMs, (at - start) * shareOfTime)), value };
      return value;
    } finally {
      reading = null;
    }
  };
  const isOver = ({ at, waitMs }: { readonly at: number; readonly waitMs: number }): boolean =>
    clock() < at || clock() - at > waitMs;
  const lastCount = async (): Promise<CoverageCount> => {
    if (last === null || isOver(last)) reading ??= readAgain();
    if (last === null) return reading ?? count();
    // What fails is read again by the next call.
    reading?.catch(() => undefined);
    return last.value;
  };
  return {
    of: (assetIds) => ofAssets(assetIds.flatMap((assetId) => registry.byId(assetId) ?? [])),
    installation: async () => (await count()).installation,
    latest: async () => (await lastCount()).installation,
    latestTokens: async () => (await lastCount()).tokens,
  };
}

type ReadRows = (assetIds: readonly string[]) => Promise<ReadonlyMap<string, AssetRows>>;

/** Rows by version of the asset and of all declarations, beside the newest files. */
function cachedRows(
  versions: NonNullable<Dependencies['versions']>,
  { clock, tables, read }: Pick<Dependencies, 'clock' | 'tables'> & { readonly read: ReadRows },
) {
  const rowsOf = createAssetCache({
    versions,
    versionOf: (assetId) => Math.max(versions.assetVersion(assetId), versions.declarationsVersion()),
    clock,
    read,
  });
  const newest = memoizeFor(feedsForMs, clock, async () => {
    const [files, { fetches, insertedAt }] = await Promise.all([readFeeds(tables), readNewestFetch(tables)]);
    return { feeds: new Map(files.map((row) => [row.feed, row])), fetched: `${fetches}/${insertedAt}` };
  });
  return async (assetIds: readonly string[]) => {
    const { feeds, fetched } = await newest();
    return { feeds, rows: await rowsOf(assetIds, fetched) };
  };
}
