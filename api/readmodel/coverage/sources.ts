import type { ReadFeed } from '../standing/facts.ts';

/** Identifiers by which a register finds a token or its issuer: an LEI, a DTI or FFG, an ISIN. */
export type ReachedBy = 'isin' | 'lei' | 'token';

interface ReachedFeed extends ReadFeed {
  readonly reachedBy: readonly ReachedBy[];
}

/** What the process fetches, where it is the one that fetches. */
export interface RunningSources {
  /** Feeds and lists that it fetches. */
  readonly isFetched: (feed: string) => boolean;
  /** When the last fetch of a feed ended, if it failed; milliseconds. */
  readonly failedAt: (feed: string) => number | null;
  /** A chain by its slug; null for one that no version reads. */
  readonly chain: (slug: string) => {
    /** Name of the setting of its nodes. */
    readonly setting: string;
    readonly hasProvider: boolean;
    readonly problem: 'rounds_stopped' | 'too_few_providers' | null;
  } | null;
  readonly documents: { readonly isOn: boolean; readonly hasContact: boolean };
  readonly isProfileKnown: (profile: string) => boolean;
}

/** What coverage is measured by. */
export interface CoverageSources {
  /** Slugs of the chains that this build reads. */
  readonly chains: ReadonlySet<string>;
  /** Lists that must be read. */
  readonly lists: readonly ReadFeed[];
  readonly registers: readonly ReachedFeed[];
  /** Null where another process fetches: then coverage states what the tables show. */
  readonly running: () => RunningSources | null;
}
