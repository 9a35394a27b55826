import { RetryableError } from '../../../infra/errors.ts';
import type { RegistryEntry } from '../memory/registry/records.ts';
import { createLru } from '../memory/lru.ts';
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

interface Entry {
  /** Version of the asset before it was read. */
  readonly version: number;
  /** Newest fetch of a document at that time. */
  readonly fetched: string;
  readonly readAt: number;
  readonly facts: TableFacts;
}

/** Newest files and fetches are read again after this long, milliseconds: as old as interface A may be. */
const feedsForMs = 1_000;
/** A reading that repeats what is known is no new version, milliseconds. */
const factsForMs = 10_000;
/** Some hundred bytes to a few kilobytes each. */
const mostAssets = 5_000;
/** Assets of one query. */
const assetsOfQuery = 500;

/** Reads the facts of standings: cached by version of the asset and newest fetch of a document, beside the newest files. */
export function createStandingReader({ tables, versions, clock, standings }: Dependencies): StandingReader {
  const cache = createLru<string, Entry>(mostAssets);
  const feeds = memoizeFor(feedsForMs, clock, async () => {
    const [files, newest] = await Promise.all([readFeeds(tables), readNewestFetch(tables)]);
    const readAt = new Map(files.flatMap((file) => (file.readAt === null ? [] : [[file.feed, file.readAt] as const])));
    const of: FeedFacts = { readAt, hasFetches: newest.fetches > 0 };
    return { of, fetched: `${newest.fetches}/${newest.insertedAt}` };
  });

  const cached = (assetId: string, fetched: string): TableFacts | null => {
    const entry = cache.get(assetId);
    if (entry === undefined || !versions.current() || entry.fetched !== fetched) return null;
    const age = clock() - entry.readAt;
    return age >= 0 && age < factsForMs && versions.assetVersion(assetId) === entry.version ? entry.facts : null;
  };
  const load = async (assetIds: readonly string[], fetched: string): Promise<ReadonlyMap<string, TableFacts>> => {
    const before = new Map(assetIds.map((assetId) => [assetId, versions.assetVersion(assetId)]));
    const readAt = clock();
    const read = await readTableFacts(tables, assetIds);
    for (const [assetId, facts] of read) {
      cache.set(assetId, { version: before.get(assetId) ?? 0, fetched, readAt, facts });
    }
    return read;
  };
  const tableFacts = async (assetIds: readonly string[], fetched: string): Promise<ReadonlyMap<string, TableFacts>> => {
    const found = new Map<string, TableFacts>();
    for (const assetId of assetIds) {
      const facts = cached(assetId, fetched);
      if (facts !== null) found.set(assetId, facts);
    }
    const missing = [...new Set(assetIds)].filter((assetId) => !found.has(assetId));
    for (let start = 0; start < missing.length; start += assetsOfQuery) {
      for (const [id, facts] of await load(missing.slice(start, start + assetsOfQuery), fetched)) found.set(id, facts);
    }
    return found;
  };
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
