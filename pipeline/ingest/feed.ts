import type { ListedIdentifier, ListedName, ListedRelation, ListedWallet } from '../../schemas/generated/records.ts';
import type { ColumnMeaning, RegisterListedValue } from '../../schemas/facts.ts';
import type { Term } from '../../schemas/vocabulary.ts';
import type { TellRead } from '../runtime/processor.ts';

/** What a feed is, where it is published and what a good file of it looks like. */
export interface FeedManifest {
  readonly id: string;
  /** Publisher of the source. */
  readonly owner: string;
  /** The list or register as named in a sentence: "OFAC's list of sanctioned digital currency addresses". */
  readonly label: string;
  /** Where the files are published; all of them together are one snapshot. */
  readonly files: readonly { readonly name: string; readonly url: string }[];
  /** Hosts beside those of the files to which the source redirects. */
  readonly redirectHosts?: readonly string[];
  /** How often to look, milliseconds. */
  readonly everyMs: number;
  readonly licence: string;
  /** Fewer rows or entries than this is a broken file. */
  readonly minimumRows: number;
  /** Largest share by which the number of rows may fall against the last accepted run. */
  readonly maximumDrop: number;
  /** Largest share of the last accepted run's rows that may vanish. */
  readonly maximumVanish: number;
  /** Raised when parsing or identity changes: the last artifact is read again first. */
  readonly parserVersion: string;
  /** Media types the source may answer with; without it, text, CSV, JSON and unspecified binary. */
  readonly contentTypes?: readonly string[];
  /** What a fetch of one file may cost, where it is more than usual. */
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

/** A file that could not be read as what the feed publishes is refused with a sentence that names the cause. */
export type Parsed<R> =
  | {
      readonly ok: true;
      readonly rows: readonly R[];
      readonly alarms: readonly string[];
      /** Date or time of the content that the source states, ISO 8601; null or absent where it states none. */
      readonly published?: string | null;
      /** Of a reduced file only. */
      readonly extent?: Extent;
    }
  | { readonly ok: false; readonly reason: string };

/** What a file held before it was reduced to what is wanted of it. */
export interface Extent {
  /** All records of the file. */
  readonly records: number;
  /** LEIs whose rows were looked for, sorted; null: all. */
  readonly covered: readonly string[] | null;
}

/**
 * What is wanted of a source that is too large to become rows in full: everything, or the records of these LEIs (sorted),
 * `followed` along their relationships where the source has any.
 */
export type Wanted =
  | { readonly kind: 'all' }
  | { readonly kind: 'followed' | 'exactly'; readonly leis: readonly string[] };

/** Bytes of a file from their beginning, as often as asked. */
export type OpenFile = () => AsyncIterable<Buffer>;

/** A row of a register: column name to cell, surrounding whitespace removed; blank cells are empty strings. */
export interface ParsedRow {
  readonly columns: Readonly<Record<string, string>>;
  /** Name of the file it was read from; the snapshot's first file when absent. */
  readonly file?: string;
  /** The source says that the row is deleted, instead of leaving it out. */
  readonly isDeleted?: true;
}

/**
 * An entry of a sanctions list. Texts are as published, with the whitespace of a line; every list is free of repeats.
 * Of a natural person, names, countries and dates of birth are taken, no document and no address.
 */
export interface ParsedEntry {
  /** The authority's own id of the entry. */
  readonly entryId: string;
  readonly entityType: Term<'entityType'>;
  /** The primary name first. */
  readonly names: readonly ListedName[];
  readonly wallets: readonly ListedWallet[];
  readonly identifiers: readonly ListedIdentifier[];
  /** ISO 3166-1 alpha-2, sorted. */
  readonly countries: readonly string[];
  readonly programs: readonly string[];
  /** Of birth, foundation or registration: YYYY, YYYY-MM or YYYY-MM-DD, sorted. */
  readonly dates: readonly string[];
  /** Date of the listing that the source prints, YYYY-MM-DD. */
  readonly listedOn: string | null;
  readonly relations: readonly ListedRelation[];
  /** Name of the file it was read from; the snapshot's first file when absent. */
  readonly file?: string;
}

export interface RegisterColumn {
  readonly name: string;
  readonly meaning: ColumnMeaning;
  /** What people call the column. */
  readonly label: string;
}

interface FeedBase {
  readonly manifest: FeedManifest;
  /**
   * Which part of the snapshot a file is, whatever it is called; null when the name does not tell. A snapshot that
   * lacks a part the last accepted one had is refused. Without it the snapshot is a single file of any name.
   */
  readonly partOf?: (fileName: string) => string | null;
}

export interface RegisterFeed extends FeedBase {
  readonly kind: 'register';
  /** Every column the source publishes, in its order. */
  readonly columns: readonly RegisterColumn[];
  /**
   * `authorised`: being listed is good for a holder. `non_compliant`: being listed is bad. `identity`: rows say who a legal
   * entity is. `relation`: rows relate legal entities; they are kept as facts and raise no change of their own.
   */
  readonly polarity: RegisterListedValue['polarity'];
  readonly parse: (files: readonly SnapshotFile[]) => Parsed<ParsedRow>;
  /** Columns that together are the key under which the source itself publishes a row: rows are not recognised then. */
  readonly key?: readonly string[];
  /**
   * For a source whose file is too large to be in memory: reads it piece by piece and keeps what is wanted. The result is
   * small, depends on the file's bytes and on what is wanted alone, and is what `parse` is given as the file's bytes.
   */
  readonly reduce?: (open: OpenFile, wanted: Wanted, tell?: TellRead) => Promise<Buffer>;
  /** LEIs whose records differ between two such files, sorted; null when one of them cannot be read. */
  readonly differing?: (before: OpenFile, after: OpenFile) => Promise<readonly string[] | null>;
}

export interface SanctionsFeed extends FeedBase {
  readonly kind: 'sanctions';
  readonly parse: (files: readonly SnapshotFile[]) => Parsed<ParsedEntry>;
}

export type Feed = RegisterFeed | SanctionsFeed;
export type FeedTable = ReadonlyMap<string, Feed>;
