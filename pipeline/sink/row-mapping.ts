/** How records become rows of a table, and Avro values become cells. */
import { ParkedRecordError } from '../../infra/errors.ts';
import type { TopicName, ValueOf } from '../../schemas/topics.ts';

/** One cell as JSONCompactEachRow carries it. Numbers are integers within 2^53, or the value of a Float64 column. */
export type Cell = string | number | boolean | null | readonly string[] | Readonly<Record<string, string>>;

/** Where a record is in its topic, and its record time in milliseconds. */
export interface RecordAt {
  readonly partition: number;
  readonly offset: number;
  readonly timestamp: number;
}

/** How the records of one topic become rows of one table. Pure: the same record gives the same rows. */
export interface RowMapping<T extends TopicName> {
  /** Qualified name. */
  readonly table: string;
  /** Names of the cells of each row, in order. */
  readonly columns: readonly string[];
  /** Throws ParkedRecordError when a value cannot be stored. */
  readonly rowsOf: (value: ValueOf<T>, at: RecordAt) => readonly (readonly Cell[])[];
}

/** Column name to the cell taken from the value. */
type Cells<V> = Readonly<Record<string, (value: V) => Cell>>;

/** Column name to the cell taken from a part of the record, or from the record around it. */
type PartCells<P, V> = Readonly<Record<string, (part: P, value: V) => Cell>>;

/** A table with one row per record. */
export const rowPerRecord = <T extends TopicName>(table: string, cells: Cells<ValueOf<T>>): RowMapping<T> =>
  rowPerPart<T, ValueOf<T>>(table, (value) => [value], cells);

/** A table with one row per part of a record: none, one or many. */
export function rowPerPart<T extends TopicName, P>(
  table: string,
  partsOf: (value: ValueOf<T>) => readonly P[],
  cells: PartCells<P, ValueOf<T>>,
): RowMapping<T> {
  const cellsOf = Object.values(cells);
  const row = (part: P, value: ValueOf<T>, at: RecordAt): readonly Cell[] => {
    const result: Cell[] = [];
    for (const cellOf of cellsOf) result.push(cellOf(part, value));
    result.push(at.partition, at.offset, millis(at.timestamp));
    return result;
  };
  return {
    table: `attestry.${table}`,
    columns: [...Object.keys(cells), 'log_partition', 'log_offset', 'record_time'],
    rowsOf: (value, at) => partsOf(value).map((part) => row(part, value, at)),
  };
}

/** Name of the table of every record, by that of the newest. */
export const historyOf = (table: string): string => `${table}_history`;

/**
 * The table of every record, then the table of the newest record of each key. Both take the same rows: their `rowsOf`
 * is the same function, so a batch need be encoded only once.
 */
export const withHistory = <T extends TopicName>(current: RowMapping<T>): readonly RowMapping<T>[] => [
  { ...current, table: historyOf(current.table) },
  current,
];

/** 1900-01-01 and the last millisecond of 2299: what a DateTime64(3) holds. Beyond, ClickHouse wraps silently. */
const firstMillis = Date.UTC(1900, 0, 1);
const lastMillis = Date.UTC(2300, 0, 1) - 1;

/** A DateTime64(3) cell from milliseconds since the epoch. Throws ParkedRecordError outside the years 1900 to 2299. */
export function millis(value: number): number;
export function millis(value: number | null): number | null;
export function millis(value: number | null): number | null {
  if (value !== null && !(value >= firstMillis && value <= lastMillis)) {
    throw new ParkedRecordError(`the time ${value} ms is outside the years 1900 to 2299 that a table can hold`);
  }
  return value;
}

/** A nested record, or records, as JSON text with the Avro member names. */
export function json(value: object): string;
export function json(value: object | null): string | null;
export function json(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Bytes as base64 text: in SQL, `base64Decode(value)` gives them back. */
export const base64 = (value: Buffer | null): string | null => value?.toString('base64') ?? null;

/** A map of bytes with its values as base64 text. */
export const base64Values = (values: Readonly<Record<string, Buffer>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, bytes]) => [name, bytes.toString('base64')]));
