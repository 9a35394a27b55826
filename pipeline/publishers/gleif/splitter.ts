/** Splits a file of any size into records and passes on those of the requested LEIs. */
import type { AlarmList } from '../alarm-list.ts';
import { xmlLimits } from '../xml/xml-limits.ts';
import { FileRefused } from './file-refused.ts';
import type { CsvNames } from './record-csv.ts';
import type { GleifRecord } from './record.ts';

/** Layout of a kind of file in each format. */
export interface Layout {
  /** What the file contains, in the plural: "LEI records". */
  readonly holds: string;
  readonly xml: { readonly root: string; readonly header: string; readonly container: string; readonly record: string };
  /** Member of the JSON object that holds the records. */
  readonly json: string;
  readonly csv: {
    /** Columns that every such file has. The first holds the LEI that decides whether a record is read. */
    readonly required: readonly string[];
    readonly known: RegExp;
    readonly names: CsvNames;
  };
  /** Path of that LEI in XML and JSON, names without prefix. */
  readonly leiPath: readonly string[];
}

/** Receiver of the records. */
export interface RecordSink {
  /** Whether to parse records of this LEI. Other records are only split off. */
  readonly wants: (lei: string) => boolean;
  readonly take: (record: GleifRecord) => void;
  /** Receives the bytes of every record, parsed or not. The buffer is only valid during the call. */
  readonly pass?: (lei: string, bytes: Buffer) => void;
  readonly alarms: AlarmList;
}

/** Record count and header of a file. */
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

/** Largest record, bytes. A real one has about four thousand. */
const maximumRecord = 256 * 1024;
/** Deepest nesting of elements or objects. */
export const maximumDepth = xmlLimits.depth;

/** A record split off a file. */
export interface CutRecord {
  /** Empty when the record has none. */
  readonly lei: string;
  /** Counted from 1. */
  readonly number: number;
  readonly bytes: Buffer;
}

/** Passes a record to the sink; `read` parses it only if the sink takes its LEI. */
export function passRecord(sink: RecordSink, { lei, number, bytes }: CutRecord, read: () => GleifRecord): void {
  if (lei === '') {
    sink.alarms.add('records without an LEI', `Record ${number} has no LEI; it is not read.`);
    return;
  }
  sink.pass?.(lei, bytes);
  if (sink.wants(lei)) sink.take(read());
}

/**
 * Refuses a record, text or tag that is too large, whether it is complete or not: so the result does not depend on the
 * pieces in which the file arrives.
 */
export function checkSize(bytes: number, records: number): void {
  if (bytes <= maximumRecord) return;
  throw new FileRefused(`has more than ${maximumRecord} bytes in one record, text or tag after record ${records}.`);
}
