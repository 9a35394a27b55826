import { type Coverage, coverageOf } from '../../../schemas/coverage/coverage.ts';
import { type InstallationCoverage, installationCoverage } from '../../../schemas/coverage/installation.ts';
import { documentIdOf } from '../../../schemas/terms/document-id.ts';
import type { AssetSummary, RegistryReader } from '../memory/registry/index.ts';
import { readChain, readFeeds, readFetchesOf, readSubjects } from '../standing/queries.ts';
import type { TableReader } from '../tables/reader.ts';
import { coverageFactsOf } from './facts-of.ts';
import { readDeclared, readEnded, readStated } from './queries.ts';
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
}

interface Dependencies {
  readonly tables: Pick<TableReader, 'query'>;
  readonly registry: Pick<RegistryReader, 'all' | 'byId'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly coverageSources: CoverageSources;
}

/** Assets of one query. */
const assetsOfQuery = 500;
const readAgainMs = 30_000;
/** The longest wait, whatever a clock that was set made of the duration. */
const longestWaitMs = 600_000;
const shareOfTime = 20;

/** Reads how much of tokens is read: seven queries for up to 500 of them, and one for all feeds. */
export function createCoverageReader({ tables, registry, clock, coverageSources }: Dependencies): CoverageReader {
  const feedsNow = async () => new Map((await readFeeds(tables)).map((row) => [row.feed, row]));

  const pageOf = async (
    assets: readonly AssetSummary[],
    feeds: Awaited<ReturnType<typeof feedsNow>>,
  ): Promise<readonly (readonly [string, Coverage])[]> => {
    const assetIds = assets.map(({ assetId }) => assetId);
    const [declared, chain, subjects] = await Promise.all([
      readDeclared(tables, assetIds),
      readChain(tables, assetIds),
      readSubjects(tables, assetIds),
    ]);
    const urls = declared.flatMap(({ sources }) => sources.map(({ url }) => url));
    const documentIds = [...new Set(urls.map(documentIdOf))];
    const sourceIds = declared.flatMap(({ sources }) => sources.map(({ sourceId }) => sourceId));
    const [fetches, ended, stated] = await Promise.all([
      readFetchesOf(tables, documentIds),
      readEnded(tables, documentIds),
      readStated(tables, assetIds, [...new Set(sourceIds)]),
    ]);
    const rowsOf = {
      declared: byAsset(declared),
      chain: byAsset(chain),
      subjects: byAsset(subjects),
      fetches: new Map(fetches.map((row) => [row.documentId, row])),
      ended: new Map(ended.map((row) => [row.documentId, row.ended])),
      fields: new Set(stated.map(({ assetId, sourceId }) => `${assetId} ${sourceId}`)),
    };
    const now = clock();
    return assets.map((asset) => {
      const { assetId } = asset;
      const rows = {
        declared: rowsOf.declared.get(assetId) ?? null,
        chain: rowsOf.chain.get(assetId) ?? null,
        subjects: rowsOf.subjects.get(assetId) ?? null,
        fetches: rowsOf.fetches,
        ended: rowsOf.ended,
        fields: rowsOf.fields,
        feeds,
      };
      return [assetId, coverageOf(coverageFactsOf(asset, rows, coverageSources), now)] as const;
    });
  };

  const ofAssets = async (assets: readonly AssetSummary[]): Promise<ReadonlyMap<string, Coverage>> => {
    if (assets.length === 0) return new Map();
    const feeds = await feedsNow();
    const found: (readonly [string, Coverage])[] = [];
    for (let start = 0; start < assets.length; start += assetsOfQuery) {
      found.push(...(await pageOf(assets.slice(start, start + assetsOfQuery), feeds)));
    }
    return new Map(found);
  };

  const installation = async (): Promise<InstallationCoverage> => {
    const assets = registry.all().filter(({ isWithdrawn }) => !isWithdrawn);
    return installationCoverage((await ofAssets(assets)).values());
  };
  let last: { readonly at: number; readonly waitMs: number; readonly value: InstallationCoverage } | null = null;
  let reading: Promise<InstallationCoverage> | null = null;
  const readAgain = async (): Promise<InstallationCoverage> => {
    const start = clock();
    try {
      const value = await installation();
      const at = clock();
      last = { at, waitMs: Math.min(longestWaitMs, Math.max(readAgainMs, (at - start) * shareOfTime)), value };
      return value;
    } finally {
      reading = null;
    }
  };
  const isOver = ({ at, waitMs }: { readonly at: number; readonly waitMs: number }): boolean =>
    clock() < at || clock() - at > waitMs;
  return {
    of: (assetIds) => ofAssets(assetIds.flatMap((assetId) => registry.byId(assetId) ?? [])),
    installation,
    latest: async () => {
      if (last === null || isOver(last)) reading ??= readAgain();
      if (last === null) return reading ?? installation();
      // What fails is read again by the next call.
      reading?.catch(() => undefined);
      return last.value;
    },
  };
}

const byAsset = <R extends { readonly assetId: string }>(rows: readonly R[]): ReadonlyMap<string, R> =>
  new Map(rows.map((row) => [row.assetId, row]));
