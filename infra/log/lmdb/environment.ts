import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import { RetryableError } from '../../errors.ts';
import { reachLastPage } from './last-page.ts';
import { openRoot, type ShortFile } from './open-root.ts';
import { slabEncoder } from './slab-encoder.ts';
import { type RecordKey, recordKeys, stateKeys, type StateKey } from './keys.ts';

/** One LMDB table. Reads outside a transaction see the last commit as of the last `refresh`; values are copies. */
interface Table<K, V> {
  readonly get: (key: K) => V | undefined;
  /** The bytes of a value without a copy: valid until the next read. */
  readonly getBinaryFast: (key: K) => Buffer | undefined;
  /** Only inside a transaction. */
  readonly putSync: (key: K, value: V) => unknown;
  /** Only inside a transaction. */
  readonly removeSync: (key: K) => unknown;
  /** Lazy: iterate it at once, never across an await. */
  readonly getRange: (range: Range<K>) => Iterable<Entry<V>>;
}

interface Range<K> {
  readonly start?: K;
  /** Not included. */
  readonly end?: K;
  readonly exclusiveStart?: boolean;
  readonly limit?: number;
}

interface Entry<V> {
  /** The key as the table's key encoder decodes it: an offset for records, bytes for state, the key itself otherwise. */
  readonly key: unknown;
  readonly value: V;
}

/** The tables of an environment. One transaction covers all of them. */
export interface EnvironmentTables {
  /** Data format, log id and topics. */
  readonly meta: Table<string, unknown>;
  readonly records: Table<RecordKey, Buffer>;
  /** Next offset of every partition; offset 0 of `commitSlot` counts the appends. */
  readonly ends: Table<RecordKey, Buffer>;
  /** Compact topics: record key to the offset of its newest record. */
  readonly newest: Table<Buffer, Buffer>;
  readonly state: Table<StateKey | Buffer, Buffer>;
  /** Next input offsets of processors, and the versions of their state. */
  readonly positions: Table<readonly (string | number)[], number>;
  readonly schemas: Table<readonly (string | number)[], unknown>;
}

export interface Environment extends EnvironmentTables {
  readonly readOnly: boolean;
  /**
   * Runs `write` with the environment's write lock; resolves when its writes are on disk, or rejects with nothing written:
   * with RetryableError when the disk is full. `write` must be synchronous and short, because other threads and processes
   * wait for the lock.
   */
  readonly transaction: <T>(write: () => T) => Promise<T>;
  /** As `transaction`, but blocks the calling thread: for start-up only. */
  readonly transactionSync: <T>(write: () => T) => T;
  /** Releases the read snapshot, so that the next read sees the last commit. Called before and after every read. */
  readonly refresh: () => void;
  readonly close: () => Promise<void>;
}

/** Address space, not memory or disk. So large that a live environment never has to be remapped in several threads. */
const mapBytes = 64 * 2 ** 30;

/**
 * LMDB options of every environment. `overlappingSync` is off: a commit becomes visible only once it is on disk (data
 * synced, then the meta page through O_DSYNC), so no reader can act on a record that a power loss would undo.
 */
export const environmentOptions = (path: string, readOnly: boolean) => ({
  path,
  readOnly,
  mapSize: mapBytes,
  maxReaders: 256,
  overlappingSync: false,
  noSubdir: false,
  permissionsMode: 0o600,
});

/**
 * Opens an LMDB environment; creates its directory unless it is read-only.
 * @throws DamagedLogError
 */
export function openEnvironment(path: string, readOnly: boolean, short: ShortFile = 'read'): Environment {
  if (!readOnly) mkdirSync(path, { recursive: true, mode: 0o700 });
  const { root, release } = openRoot(environmentOptions(path, readOnly), short);
  const table = <K, V>(name: string, tableOptions: object): Table<K, V> => {
    const opened: unknown = root.openDB(name, tableOptions);
    return opened as Table<K, V>;
  };
  const binary = { encoding: 'binary' };
  const json = { encoding: 'json' };
  const writing = new Set<Promise<unknown>>();
  return {
    readOnly,
    meta: table('meta', json),
    records: table('records', { encoder: slabEncoder(), keyEncoder: recordKeys }),
    ends: table('ends', { ...binary, keyEncoder: recordKeys }),
    newest: table('newest', { ...binary, keyEncoding: 'binary' }),
    state: table('state', { ...binary, keyEncoder: stateKeys }),
    positions: table('positions', json),
    schemas: table('schemas', json),
    transaction: (write) => {
      const written = commit(root, path, write);
      writing.add(written);
      const over = (): void => void writing.delete(written);
      written.then(over, over);
      return written;
    },
    transactionSync: (write) => root.transactionSync(write),
    refresh: () => root.resetReadTxn(),
    close: async () => {
      await Promise.allSettled(writing);
      if (!readOnly) reachLastPage(root, join(path, 'data.mdb'));
      release();
    },
  };
}

async function commit<T>(root: RootDatabase, path: string, write: () => T): Promise<T> {
  const committed = root.childTransaction(write);
  // The lmdb package commits the writes of one event loop turn together and creates a promise for that at the end of the
  // turn. Without a handler, its rejection would end the process although every writer gets the error.
  setImmediate(() => void Promise.resolve(root.committed).catch(() => undefined));
  try {
    return await committed;
  } catch (error) {
    const cause = await causeOf(error);
    if (cause === null) throw error;
    const message = `${path} cannot be written: ${cause.message}`;
    throw noRoomCodes.has(cause.code) ? new RetryableError(message, { cause }) : new Error(message, { cause });
  }
}

/**
 * EFBIG, ENOSPC, EDQUOT (macOS, Linux), and EIO, which LMDB reports when only part of a page could be written. Earlier
 * commits are intact, and there may be space again later.
 */
const noRoomCodes: ReadonlySet<unknown> = new Set([27, 28, 69, 122, 5]);

/** Why a commit failed; null for an error of `write` itself. The lmdb package reports it as a rejected promise. */
async function causeOf(error: unknown): Promise<(Error & { readonly code?: unknown }) | null> {
  if (!(error instanceof Error) || !('commitError' in error)) return null;
  const cause: unknown = await Promise.resolve(error.commitError).catch((reason: unknown) => reason);
  return cause instanceof Error ? cause : null;
}
