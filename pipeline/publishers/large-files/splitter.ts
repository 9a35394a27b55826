/** Splits a file of any size into records and passes on the requested ones. */
import type { AlarmList } from '../alarm-list.ts';
import { fileLimits, isItTheFile } from '../../../schemas/file-limits.ts';
import { FileRefused } from './file-refused.ts';
import type { CsvNames } from './record-csv.ts';
import type { SourceRecord } from './record.ts';

/** Layout of a kind of file in each format. */
export interface Layout {
  /** Content of the file, in the plural: "LEI records". */
  readonly holds: string;
  readonly xml: XmlLayout;
  /** Member of the JSON object that holds the records; null where the source publishes no JSON. */
  readonly json: string | null;
  /** Null where the source publishes no CSV. */
  readonly csv: {
    /** Columns that every such file has. The first holds the identifier that decides whether a record is read. */
    readonly required: readonly string[];
    readonly known: RegExp;
    readonly names: CsvNames;
  } | null;
  /** Kind of that identifier. */
  readonly identifier: 'LEI' | 'ISIN';
  /** Its path in XML and JSON, names without prefix; `*` stands for any element. */
  readonly idPath: readonly string[];
}

interface XmlLayout {
  /** The elements around a record, from the root; the last one holds the records. */
  readonly around: readonly string[];
  readonly record: string;
  /** Other children of the root and of the last element around. */
  readonly beside: readonly string[];
  /** Paths of what the file states of itself, from the child of the root. */
  readonly stated: Readonly<Partial<Record<'records' | 'content' | 'published', string>>>;
}

/** Receiver of the records. */
export interface RecordSink {
  /** Whether to parse records of this identifier. Other records are only split off. */
  readonly wants: (id: string) => boolean;
  readonly take: (record: SourceRecord) => void;
  /** Receives the bytes of every record, parsed or not. The buffer is only valid during the call. */
  readonly pass?: (id: string, bytes: Buffer) => void;
  readonly alarms: AlarmList;
}

/** Record count and header of a file. */
export interface FileSummary {
  readonly records: number;
  /** Number of records its header announces. */
  readonly announced: number | null;
  /** Kind of content that its header states. */
  readonly content: string | null;
  /** Date of the content that its header states. */
  readonly published: string | null;
}

/** `write` and `end` throw FileRefused. */
export interface Splitter {
  readonly write: (piece: Buffer) => void;
  /** Records found so far. */
  readonly records: () => number;
  readonly end: () => FileSummary;
}

/** Bytes that are scanned piece by piece. */
export interface Carry {
  /** Scans a piece, after the bytes that the piece before left over. */
  readonly write: (piece: Buffer) => void;
  /** Bytes of an incomplete record. */
  readonly rest: () => Buffer;
}

/**
 * `scan` consumes complete records and returns the offset at which an incomplete one begins. Those bytes come again
 * with the next piece. They are refused once they are too large for one record.
 */
export function carrying(scan: (bytes: Buffer) => number, records: () => number): Carry {
  let rest: Buffer = Buffer.alloc(0);
  return {
    write: (piece) => {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      rest = bytes.subarray(scan(bytes));
      checkSize(rest.length, records());
    },
    rest: () => rest,
  };
}

const { record: maximumRecord, records: maximumRecords } = fileLimits.large;

/** A record split off a file. */
export interface CutRecord {
  /** Empty when the record has none. */
  readonly id: string;
  /** Counted from 1. */
  readonly number: number;
  readonly bytes: Buffer;
}

/** Passes a record to the sink; `read` parses it only if the sink takes its identifier. Throws FileRefused for too many. */
export function passRecord(
  sink: RecordSink,
  { identifier }: Pick<Layout, 'identifier'>,
  { id, number, bytes }: CutRecord,
  read: () => SourceRecord,
): void {
  if (number > maximumRecords) throw new FileRefused(`has more than ${maximumRecords} records. ${isItTheFile}`);
  if (id === '') {
    sink.alarms.add(`records without an ${identifier}`, `Record ${number} has no ${identifier}; it is not read.`);
    return;
  }
  sink.pass?.(id, bytes);
  if (sink.wants(id)) sink.take(read());
}

/**
 * Refuses a record, text or tag that is too large, whether it is complete or not: so the result does not depend on the
 * pieces in which the file arrives.
 */
export function checkSize(bytes: number, records: number): void {
  if (bytes <= maximumRecord) return;
  throw new FileRefused(`has more than ${maximumRecord} bytes in one record, text or tag after record ${records}.`);
}
