import type { ListedIdentifier, ListedName, ListedRelation, ListedWallet } from '../../schemas/generated/records.ts';
import type { ColumnMeaning } from '../../schemas/facts.ts';
import type { Term } from '../../schemas/vocabulary.ts';

/** What a feed is, where it is published and what a good file of it looks like. */
export interface FeedManifest {
  readonly id: string;
  /** Publisher of the source. */
  readonly owner: string;
  /** The list or register as named in a sentence: "OFAC's list of sanctioned digital currency addresses". */
  readonly label: string;
  /** Where the files are published; all of them together are one snapshot. */
  readonly files: readonly { readonly name: string; readonly url: string }[];
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
}

/** A file of a snapshot. */
export interface SnapshotFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A file that could not be read as what the feed publishes is refused with a sentence that names the cause. */
export type Parsed<R> =
  | { readonly ok: true; readonly rows: readonly R[]; readonly alarms: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** A row of a register: column name to cell, surrounding whitespace removed; blank cells are empty strings. */
export interface ParsedRow {
  readonly columns: Readonly<Record<string, string>>;
  /** Name of the file it was read from; the snapshot's first file when absent. */
  readonly file?: string;
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
  /** `authorised`: being listed is good for a holder. `non_compliant`: being listed is bad. */
  readonly polarity: 'authorised' | 'non_compliant';
  readonly parse: (files: readonly SnapshotFile[]) => Parsed<ParsedRow>;
}

export interface SanctionsFeed extends FeedBase {
  readonly kind: 'sanctions';
  readonly parse: (files: readonly SnapshotFile[]) => Parsed<ParsedEntry>;
}

export type Feed = RegisterFeed | SanctionsFeed;
export type FeedTable = ReadonlyMap<string, Feed>;
