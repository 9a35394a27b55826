/** What coverage is computed from: tables, and where sources are fetched also settings and last fetches. Times in milliseconds. */
import type { Term } from '../vocabulary.ts';

/** A list or register. */
export interface FeedFacts {
  readonly feed: string;
  /** As the middle of a sentence has it. */
  readonly name: string;
  readonly everyMs: number;
  /** As-of of the newest file that was accepted or unchanged; null without one. */
  readonly readAt: number | null;
  readonly isRejected: boolean;
  /** Where it is fetched, and when its last fetch failed, null if it did not; null where the process does not know. */
  readonly running: { readonly isFetched: boolean; readonly failedAt: number | null } | null;
}

export interface ChainFacts {
  /** Slug. */
  readonly chain: string;
  readonly name: string;
  readonly isSupported: boolean;
  readonly hasNoContract: boolean;
  readonly isUnreadable: boolean;
  /** The newest reading that states facts of the token. */
  readonly readAt: number | null;
  readonly running: {
    readonly setting: string;
    readonly hasProvider: boolean;
    readonly problem: 'rounds_stopped' | 'too_few_providers' | null;
  } | null;
}

export interface DocumentFacts {
  readonly sourceId: string;
  readonly host: string;
  readonly kind: Term<'sourceKind'>;
  /** The profile that the declaration names. */
  readonly extractor: string;
  /** Null where the process does not know. */
  readonly isProfileKnown: boolean | null;
  /** The last fetch that gave its text. */
  readonly readAt: number | null;
  readonly isUnreachable: boolean;
  /** Its newest text could not be read, or states no field. */
  readonly isUnread: boolean;
}

export interface CoverageFacts {
  readonly chain: ChainFacts;
  readonly issuer: {
    /** Null where none is named. */
    readonly name: string | null;
    readonly isLinked: boolean;
    readonly isVerified: boolean;
    /** Whether the declarations state who linked it, and who decided its check. */
    readonly isRecorded: boolean;
  };
  readonly registers: {
    readonly hasIdentifier: boolean;
    readonly hasLei: boolean;
    /** Those that its identifiers reach. */
    readonly feeds: readonly FeedFacts[];
  };
  readonly sanctions: { readonly comparesAnything: boolean; readonly feeds: readonly FeedFacts[] };
  readonly documents: {
    readonly running: { readonly isOn: boolean; readonly hasContact: boolean } | null;
    readonly sources: readonly DocumentFacts[];
  };
}
