import { join } from 'node:path';
import { ABORT } from 'lmdb';
import { endOf } from './end-of.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { type RecordKey, slotOf } from './keys.ts';
import { decodeRecord } from './record-encoding.ts';
import type { Extent } from './extent.ts';

/** Records of each partition that count as its newest. */
const newestRecords = 500;
/** Entries between two calls of `onProgress`. */
const entriesPerStep = 1_000;
/** The smallest page of any system: of each one byte is read, so that the system has to provide it. */
const pageBytes = 4_096;

interface ReadLogOptions {
  /** Folders of the environments. */
  readonly folders: readonly string[];
  readonly extent: Extent;
  /** Called with the path of each file before it is opened. */
  readonly onFile: (path: string) => void;
  readonly onProgress: () => void;
}

/**
 * Opens the environments of a log and reads their newest records, or everything. Throws at damage that is noticed; other
 * damage ends this process by a signal, so it runs in one of its own.
 */
export function readLog({ folders, extent, onFile, onProgress }: ReadLogOptions): void {
  for (const folder of folders) {
    onFile(join(folder, 'data.mdb'));
    // A short file is what this process is to find out about.
    const environment = openEnvironment(folder, false, 'accept');
    const read = reader(onProgress);
    read(environment.meta);
    read(environment.ends);
    read(environment.positions);
    read(environment.schemas);
    if (extent === 'all') {
      read(environment.newest);
      read(environment.state);
      read(environment.records, {}, decodeRecord);
    } else {
      for (const range of newestRanges(environment)) read(environment.records, range, decodeRecord);
    }
    tryToWrite(environment);
  }
}

interface Readable<K> {
  readonly getRange: (range: { readonly start?: K; readonly end?: K }) => Iterable<{ readonly value: unknown }>;
}

type Read = <K>(
  table: Readable<K>,
  range?: { readonly start?: K; readonly end?: K },
  decode?: (value: Buffer) => unknown,
) => void;

function reader(onProgress: () => void): Read {
  let entries = 0;
  return (table, range = {}, decode) => {
    for (const { value } of table.getRange(range)) {
      if (Buffer.isBuffer(value)) {
        touch(value);
        decode?.(value);
      }
      entries += 1;
      if (entries % entriesPerStep === 0) onProgress();
    }
  };
}

function touch(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += pageBytes) sum += bytes[at] ?? 0;
  return sum;
}

/** Of each partition, the range of its newest records. */
function newestRanges(environment: Environment): readonly { readonly start: RecordKey; readonly end: RecordKey }[] {
  const topics = (environment.meta.get('topics') ?? {}) as Readonly<
    Record<string, { readonly id: number; readonly partitions: number }>
  >;
  return Object.values(topics).flatMap(({ id, partitions }) =>
    Array.from({ length: partitions }, (_, partition) => {
      const slot = slotOf(id, partition);
      const end = endOf(environment, slot);
      return { start: { slot, offset: Math.max(0, end - newestRecords) }, end: { slot, offset: end } };
    }),
  );
}

/** A writer reads the list of free pages, which no reader does. */
function tryToWrite({ meta, transactionSync }: Environment): void {
  transactionSync(() => {
    meta.putSync('check', true);
    return ABORT;
  });
}
