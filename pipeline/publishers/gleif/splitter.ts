/** What cuts a file of any size into its records, and hands on those that are wanted. */
import type { AlarmList } from '../alarm-list.ts';
import { xmlLimits } from '../xml/xml-limits.ts';
import { FileRefused } from './file-refused.ts';
import type { CsvNames } from './record-csv.ts';
import type { GleifRecord } from './record.ts';

/** How a kind of file is laid out in each format. */
export interface Layout {
  /** What the file holds, in the plural: "LEI records". */
  readonly holds: string;
  readonly xml: { readonly root: string; readonly header: string; readonly container: string; readonly record: string };
  /** Member of the JSON object that holds the records. */
  readonly json: string;
  readonly csv: {
    /** Columns without which the file is another one; the first holds the LEI that decides whether a record is wanted. */
    readonly required: readonly string[];
    readonly known: RegExp;
    readonly names: CsvNames;
  };
  /** Path of that LEI in the other formats, names without prefix. */
  readonly leiPath: readonly string[];
}

/** Who takes the records. */
export interface RecordSink {
  /** Whether records of this LEI are taken. A record that is asked for is read; others are only cut off. */
  readonly wants: (lei: string) => boolean;
  readonly take: (record: GleifRecord) => void;
  /** Every record's own bytes, taken or not; only valid during the call. */
  readonly pass?: (lei: string, bytes: Buffer) => void;
  readonly alarms: AlarmList;
}

/** What the file says of itself. */
export interface FileSummary {
  readonly records: number;
  /** Number of records its header announces. */
  readonly announced: number | null;
  /** `FileContent` of its header. */
  readonly content: string | null;
  /** `ContentDate` of its header. */
  readonly published: string | null;
}

/** `write` and `end` throw FileRefused. */
export interface Splitter {
  readonly write: (piece: Buffer) => void;
  /** Records found so far. */
  readonly records: () => number;
  readonly end: () => FileSummary;
}

/** Bytes that are looked at piece by piece. */
export interface Carry {
  /** Looks at a piece behind what the one before it left over. */
  readonly write: (piece: Buffer) => void;
  /** What is incomplete so far. */
  readonly rest: () => Buffer;
}

/**
 * `scan` reads as far as the bytes go and returns where what is incomplete begins: it comes again with the next piece, and
 * is refused once it is too large for one record.
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

/** Largest record, bytes. A real one has about four thousand. */
const maximumRecord = 256 * 1024;
/** Deepest nesting of elements or objects. */
export const maximumDepth = xmlLimits.depth;

/** A record cut out of a file. */
export interface CutRecord {
  /** Empty when it has none. */
  readonly lei: string;
  /** Counted from 1. */
  readonly number: number;
  readonly bytes: Buffer;
}

/** Hands a record on; it is only read when it is wanted. */
export function passRecord(sink: RecordSink, { lei, number, bytes }: CutRecord, read: () => GleifRecord): void {
  if (lei === '') {
    sink.alarms.add('records without an LEI', `Record ${number} has no LEI; it is not read.`);
    return;
  }
  sink.pass?.(lei, bytes);
  if (sink.wants(lei)) sink.take(read());
}

/**
 * Refuses a record, text or tag that is too large: one that is whole as one of which the end is not there yet, so that the
 * pieces in which a file comes make no difference.
 */
export function checkSize(bytes: number, records: number): void {
  if (bytes <= maximumRecord) return;
  throw new FileRefused(`has more than ${maximumRecord} bytes in one record, text or tag after record ${records}.`);
}
