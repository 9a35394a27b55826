/** What the standing of a token is computed from. Times in milliseconds. */
import type { SourceCheckValue } from '../../../schemas/facts/checks.ts';
import type { Term } from '../../../schemas/vocabulary.ts';
import type { OpenMatches } from '../open-matches.ts';
import type { AssetRecord } from '../../../schemas/generated/records.ts';

export type StandingRecord = Pick<
  AssetRecord,
  'authorities' | 'issuer' | 'kyiVerified' | 'registeredAt' | 'regimes' | 'verifications' | 'verifiedAt'
>;

/** A list or register that this build can read. */
export interface ReadFeed {
  readonly feed: string;
  /** Name in a list of names: "OFAC wallets". */
  readonly short: string;
  readonly everyMs: number;
}

/** What of a token is compared with the lists. */
export interface ComparedSubjects {
  readonly names: number;
  /** Wallets without an authority over the token; its contract is one. */
  readonly wallets: number;
  readonly authorities: number;
}

/** A row of a register that is about the token or its issuer. */
export interface RegisterRow {
  readonly feed: string;
  /** "ESMA's register of e-money token white papers". */
  readonly register: string;
  readonly matchedBy: 'identifier' | 'issuer' | 'party';
  readonly polarity: 'authorised' | 'non_compliant' | 'identity' | 'relation' | 'instrument';
  readonly status: Term<'rowStatus'>;
  /** The token still names what the row matched. */
  readonly isOfToken: boolean;
  /** End of the authorisation that the row states; null without one. */
  readonly endsAt: number | null;
  /** The register of legal entities states that the entity is not active. */
  readonly isInactive: boolean;
}

/** A source that the token declares, with the fetches of its document. */
export interface DeclaredDocument {
  readonly kind: Term<'sourceKind'>;
  /** The last fetch that gave its text; null without one. */
  readonly readAt: number | null;
  /** The two newest fetches could not reach it. */
  readonly isUnreachable: boolean;
}

/** The newest reserve report. */
export interface NewestReport {
  /** End of the period that it states. */
  readonly asOf: number;
  /** Time between two reports. */
  readonly periodMs: number;
}

/** The newest verdict on an obligation. */
export interface DutyVerdict {
  readonly obligationId: string;
  readonly verdict: string;
}

/** What the tables have of a token. */
export interface TableFacts extends OpenMatches {
  /** Null before the token was compared with any list. */
  readonly compared: ComparedSubjects | null;
  /** The newest reading that states facts of the token; null without one. */
  readonly chainStatedAt: number | null;
  /** The newest reading found no contract. */
  readonly hasNoContract: boolean;
  /** Null where no reading states whether transfers are stopped. */
  readonly isPaused: boolean | null;
  /** First reading that stated it; null while transfers are not stopped. */
  readonly pausedSince: number | null;
  readonly rows: readonly RegisterRow[];
  /** Null while no declaration is established. */
  readonly documents: readonly DeclaredDocument[] | null;
  /** A report is declared, or was read. */
  readonly expectsReport: boolean;
  readonly report: NewestReport | null;
  /** States of the comparisons of sources. */
  readonly checks: readonly SourceCheckValue['state'][];
  readonly verdicts: readonly DutyVerdict[];
}

/** What the tables have of all feeds and documents. */
export interface FeedFacts {
  /** As-of of the newest file that was accepted or unchanged, by feed. */
  readonly readAt: ReadonlyMap<string, number>;
  /** The tables have fetches of documents. */
  readonly hasFetches: boolean;
}

export interface StandingFacts {
  readonly record: StandingRecord;
  /** Null while the tables do not answer. */
  readonly tables: TableFacts | null;
  /** Null while the tables do not answer. */
  readonly feeds: FeedFacts | null;
  /** Lists that must have been read before no match is good. */
  readonly required: readonly ReadFeed[];
  /** The operator requires fewer lists than this build can read. */
  readonly isNarrowed: boolean;
  /** The operator does not show matches to this reader. */
  readonly hidesMatches: boolean;
  /** Registers that this build can read. */
  readonly registers: readonly ReadFeed[];
}
