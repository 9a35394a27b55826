import type { ListedIdentifier, ListedName, ListedRelation, ListedWallet } from '../../schemas/generated/records.ts';
import type { ColumnMeaning, RegisterListedValue } from '../../schemas/facts.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { OnRead } from '../runtime/processor.ts';

/** A file of a source. */
export interface PublishedFile {
  readonly name: string;
  readonly url: string;
  /** MD5 of the bytes, hex, as the source states it; absent where it states none. */
  readonly md5?: string;
}

/** The files of the newest snapshot by a list of a source, or why the list has none, as a predicate. */
export type ChosenFiles =
  | { readonly ok: true; readonly files: readonly PublishedFile[] }
  | { readonly ok: false; readonly reason: string };

/** Identity of a feed, its source, and the limits of a valid file. */
export interface FeedManifest {
  readonly id: string;
  /** Publisher of the source. */
  readonly owner: string;
  /** Name of the list or register inside a sentence: "OFAC's list of sanctioned digital currency addresses". */
  readonly label: string;
  /** Name in a list of lists: "UN"; absent where the label is short enough. */
  readonly short?: string;
  /** URLs of the published files. Together they are one snapshot. */
  readonly files: readonly PublishedFile[];
  /** For a source whose files have other names every day: chooses them from its list, which is the only one of `files`. */
  readonly choose?: (list: Buffer) => ChosenFiles;
  /** Further hosts to which the source redirects. */
  readonly redirectHosts?: readonly string[];
  /** Interval between fetches, milliseconds. */
  readonly everyMs: number;
  readonly licence: string;
  /** Who keeps the copy that is read, as a name; absent where the publisher's own files are read. */
  readonly copyBy?: string;
  /** Feed of the list that has every entry of this one: nothing is missed where only that one is read. */
  readonly containedIn?: string;
  /** A file with fewer rows or entries counts as broken. */
  readonly minimumRows: number;
  /**
   * Rows or entries that the whole list has at least. A fetched file with fewer counts as broken; of a file that is given by hand,
   * an alarm states it. Absent: not known.
   */
  readonly wholeRows?: number;
  /** Largest share by which the number of rows may fall since the last accepted run. */
  readonly maximumDrop: number;
  /** Largest share of the last accepted run's rows that may vanish. */
  readonly maximumVanish: number;
  /** Raised when parsing or row identity changes. Ingest then reads the last accepted artifact again first. */
  readonly parserVersion: string;
  /** Media types that the source may answer with; absent: text, CSV, JSON and unspecified binary. */
  readonly contentTypes?: readonly string[];
  /** Limits of one fetch, where they exceed the defaults. */
  readonly limits?: {
    readonly maximumBytes: number;
    readonly maximumInflatedBytes: number;
    readonly totalTimeoutMs: number;
  };
}

/** A file of a snapshot. */
export interface SnapshotFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Result of a parser. A file that is not what the feed publishes is refused with a sentence that names the cause. */
export type ParseResult<R> =
  | {
      readonly ok: true;
      readonly rows: readonly R[];
      readonly alarms: readonly string[];
      /** Date or time of the content as stated by the source, ISO 8601; null or absent where it states none. */
      readonly published?: string | null;
      /** For reduced files only. */
      readonly extent?: Extent;
    }
  | { readonly ok: false; readonly reason: string };

/** Extent of a file before its reduction. */
export interface Extent {
  /** Number of all records of the file. */
  readonly records: number;
  /** Identifiers whose rows the reduction covers, sorted; null: all. */
  readonly covered: readonly string[] | null;
}

/**
 * Requested records of a source that is too large to be read in full: all, or those of these identifiers (sorted). `followed` adds
 * the records of related entities, where the source has relationships.
 */
export type RecordSelection =
  | { readonly kind: 'all' }
  | { readonly kind: 'followed' | 'exactly'; readonly ids: readonly string[] };

/** Kind of identifier by which the records of a large source are requested. */
export type WantedKind = 'lei' | 'isin';

/** Opens a file at its beginning; may be called repeatedly. */
export type OpenFile = () => AsyncIterable<Buffer>;

/** A row of a register: column name to cell, surrounding whitespace removed; blank cells are empty strings. */
export interface ParsedRow {
  readonly columns: Readonly<Record<string, string>>;
  /** Name of the source file; absent: the snapshot's first file. */
  readonly file?: string;
  /** The source marks the row as deleted instead of omitting it. */
  readonly isDeleted?: true;
}

/**
 * An entry of a sanctions list. Texts are as published, on one line; lists have no repeats. For natural persons,
 * parsers take names, countries and dates of birth, but no documents and no addresses.
 */
export interface ParsedEntry {
  /** The authority's id of the entry. */
  readonly entryId: string;
  readonly entityType: Term<'entityType'>;
  /** The primary name first. */
  readonly names: readonly ListedName[];
  readonly wallets: readonly ListedWallet[];
  readonly identifiers: readonly ListedIdentifier[];
  /** ISO 3166-1 alpha-2, sorted. */
  readonly countries: readonly string[];
  readonly programs: readonly string[];
  /** Dates of birth, foundation or registration: YYYY, YYYY-MM or YYYY-MM-DD, sorted. */
  readonly dates: readonly string[];
  /** Date of the listing as printed, YYYY-MM-DD. */
  readonly listedOn: string | null;
  readonly relations: readonly ListedRelation[];
  /** Name of the source file; absent: the snapshot's first file. */
  readonly file?: string;
}

export interface RegisterColumn {
  readonly name: string;
  readonly meaning: ColumnMeaning;
  /** Name of the column inside a sentence. */
  readonly label: string;
}

interface FeedBase {
  readonly manifest: FeedManifest;
  /**
   * Part of the snapshot that a file is, by its name; null when the name shows none. A snapshot that lacks a part of
   * the last accepted one is refused. Absent: the snapshot is a single file of any name.
   */
  readonly partOf?: (fileName: string) => string | null;
  /** The parts differ between snapshots, and the parser checks that those of one are complete. */
  readonly checksParts?: true;
}

export interface RegisterFeed extends FeedBase {
  readonly kind: 'register';
  /** Every column the source publishes, in its order. */
  readonly columns: readonly RegisterColumn[];
  /**
   * `authorised`: being listed is good for a holder. `non_compliant`: being listed is bad. `identity`: rows identify a
   * legal entity. `relation`: rows relate legal entities, `instrument`: rows describe instruments of a reserve; both
   * are stored as facts and cause no change by themselves.
   */
  readonly polarity: RegisterListedValue['polarity'];
  readonly parse: (files: readonly SnapshotFile[]) => ParseResult<ParsedRow>;
  /** Columns that form the source's own row key. Ingest then identifies rows by the key, without the pairing cascade. */
  readonly key?: readonly string[];
  /**
   * For files that are too large for memory: reads the file piece by piece and keeps the requested records. The result is
   * small, depends only on the file's bytes and on the request, and is passed to `parse` as the file's bytes.
   */
  readonly reduce?: (open: OpenFile, wanted: RecordSelection, onRead?: OnRead) => Promise<Buffer>;
  /** With `reduce`: the identifiers of assets that are requested. */
  readonly wants?: WantedKind;
  /** Identifiers whose records differ between two such files, sorted; null when a file cannot be read. */
  readonly differing?: (before: OpenFile, after: OpenFile) => Promise<readonly string[] | null>;
}

export interface SanctionsFeed extends FeedBase {
  readonly kind: 'sanctions';
  readonly parse: (files: readonly SnapshotFile[]) => ParseResult<ParsedEntry>;
}

export type Feed = RegisterFeed | SanctionsFeed;
export type FeedTable = ReadonlyMap<string, Feed>;
