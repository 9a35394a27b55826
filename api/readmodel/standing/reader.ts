import { RetryableError } from '../../../infra/errors.ts';
import type { RegistryEntry } from '../memory/registry/records.ts';
import { createAssetCache } from '../memory/asset-cache.ts';
import { memoizeFor } from '../memory/memoize.ts';
import type { Versions } from '../memory/versions.ts';
import type { TableReader } from '../tables/reader.ts';
import type { FeedFacts, ReadFeed, StandingFacts, TableFacts } from './facts.ts';
import { readFeeds, readNewestFetch } from './queries.ts';
import { readTableFacts } from './read-facts.ts';

/** What standings are measured by. */
export interface StandingSources {
  /** Lists that must have been read before no match is good. */
  readonly required: readonly ReadFeed[];
  /** The operator requires fewer lists than this build can read. */
  readonly isNarrowed: boolean;
  readonly registers: readonly ReadFeed[];
  /** Whether anybody may see confirmed matches with sanctions lists. */
  readonly publicSanctions: boolean;
}

export interface StandingReader {
  /** Facts of assets, in their order. Where the tables do not answer, facts without theirs. */
  readonly facts: (entries: readonly Pick<RegistryEntry, 'record'>[]) => Promise<readonly StandingFacts[]>;
  /** The same as anybody may see them. */
  readonly publicFacts: StandingReader['facts'];
}

interface Dependencies {
  readonly tables: Pick<TableReader, 'query'>;
  readonly versions: Pick<Versions, 'assetVersion' | 'current'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly standings: StandingSources;
}

/** Newest files and fetches are read again after this long, milliseconds: as old as interface A may be. */
const feedsForMs = 1_000;

/** Reads the facts of standings: cached by version of the asset and newest fetch of a document, beside the newest files. */
export function createStandingReader({ tables, versions, clock, standings }: Dependencies): StandingReader {
  const tableFacts = createAssetCache({
    versions,
    versionOf: versions.assetVersion,
    clock,
    read: (assetIds) => readTableFacts(tables, assetIds),
  });
  const feeds = memoizeFor(feedsForMs, clock, async () => {
    const [files, newest] = await Promise.all([readFeeds(tables), readNewestFetch(tables)]);
    const readAt = new Map(files.flatMap((file) => (file.readAt === null ? [] : [[file.feed, file.readAt] as const])));
    const of: FeedFacts = { readAt, hasFetches: newest.fetches > 0 };
    return { of, fetched: `${newest.fetches}/${newest.insertedAt}` };
  });

  const readAll = async (
    assetIds: readonly string[],
  ): Promise<{ readonly feeds: FeedFacts | null; readonly tables: ReadonlyMap<string, TableFacts> }> => {
    try {
      const { of, fetched } = await feeds();
      return { feeds: of, tables: await tableFacts(assetIds, fetched) };
    } catch (error) {
      if (error instanceof RetryableError) return { feeds: null, tables: new Map() };
      throw error;
    }
  };
  const facts =
    (hidesMatches: boolean): StandingReader['facts'] =>
    async (entries) => {
      const read = await readAll(entries.map(({ record }) => record.assetId));
      return entries.map(({ record }) =>
        factsOf(record, read.tables.get(record.assetId) ?? null, read.feeds, hidesMatches),
      );
    };
  const factsOf = (
    record: RegistryEntry['record'],
    ofAsset: TableFacts | null,
    ofFeeds: FeedFacts | null,
    hidesMatches: boolean,
  ): StandingFacts => ({
    record,
    tables: ofAsset,
    feeds: ofFeeds,
    hidesMatches,
    required: standings.required,
    isNarrowed: standings.isNarrowed,
    registers: standings.registers,
  });
  return { facts: facts(false), publicFacts: (entries) => facts(!standings.publicSanctions)(entries) };
}
