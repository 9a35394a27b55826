import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** What is wrong with the file of an LMDB environment before it is opened, as the end of a sentence. */
export interface FileFinding {
  /**
   * `damaged`: its first pages are not those of LMDB. `short`: it ends before the last page that they name; LMDB writes such a
   * file where that page is free, and a copy that was cut short is one, too.
   */
  readonly kind: 'damaged' | 'short';
  readonly how: string;
  /** Length that its first pages name, bytes; 0 if they name none. */
  readonly wantedBytes: number;
}

/**
 * Data format of the lmdb package, version 2 of `MDB_DATA_VERSION`, on a system of 64 bits: each of the first two pages has a
 * page header of 24 bytes, then `MDB_meta`. The numbers are bytes from the start of the page (liblmdb/mdb.c, `MDB_meta`).
 */
const format = { version: 2, magic: 0xbeefc0de, metaFlag: 0x08 } as const;
const at = {
  flags: 18,
  magic: 24,
  version: 28,
  pageSize: 48,
  freeRoot: 88,
  mainRoot: 136,
  lastPage: 144,
  txn: 152,
} as const;
const metaBytes = 160;
const [smallestPage, largestPage] = [512, 65_536];
/** The root of an empty tree. */
const noPage = 2n ** 64n - 1n;

interface Meta {
  readonly pageSize: number;
  readonly lastPage: bigint;
  readonly txn: bigint;
}

/**
 * Compares the length of an LMDB file with the last page that it names. LMDB maps the file into memory and trusts it: a missing
 * page ends the process with SIGBUS. Null for a file that is whole, or not there yet.
 */
export function findingOfFile(path: string): FileFinding | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    return findingOf(file);
  } finally {
    closeSync(file);
  }
}

function findingOf(file: number): FileFinding | null {
  const first = readMeta(file, 0);
  if (typeof first === 'string') return damaged(fstatSync(file).size === 0 ? 'it is empty' : first);
  const second = readMeta(file, first.pageSize);
  if (typeof second === 'string') return damaged(second);
  if (second.pageSize !== first.pageSize) return damaged('its first two pages name different page sizes');
  const newest = second.txn > first.txn ? second : first;
  const wanted = (newest.lastPage + 1n) * BigInt(newest.pageSize);
  // Behind the metas: a writer extends the file before it names a page.
  const { size } = fstatSync(file);
  if (BigInt(size) >= wanted) return null;
  return {
    kind: 'short',
    how: `it has ${size} bytes, and its pages reach up to ${wanted}: it was cut short`,
    wantedBytes: Number(wanted),
  };
}

const damaged = (how: string): FileFinding => ({ kind: 'damaged', how, wantedBytes: 0 });

function readMeta(file: number, position: number): Meta | string {
  const bytes = Buffer.alloc(metaBytes);
  const which = position === 0 ? 'first' : 'second';
  if (readSync(file, bytes, 0, metaBytes, position) < metaBytes) return `it ends within its ${which} page`;
  const isMeta =
    (bytes.readUInt16LE(at.flags) & format.metaFlag) !== 0 && bytes.readUInt32LE(at.magic) === format.magic;
  if (!isMeta) return `its ${which} page is not that of an LMDB file`;
  const version = bytes.readUInt32LE(at.version) & 0xffff;
  if (version !== format.version) return `its ${which} page has the data format ${version}, not ${format.version}`;
  const pageSize = bytes.readUInt32LE(at.pageSize);
  const isPageSize = pageSize >= smallestPage && pageSize <= largestPage && (pageSize & (pageSize - 1)) === 0;
  if (!isPageSize) return `its ${which} page names the page size ${pageSize}`;
  const lastPage = bytes.readBigUInt64LE(at.lastPage);
  const roots = [at.freeRoot, at.mainRoot].map((place) => bytes.readBigUInt64LE(place));
  if (lastPage < 1n || lastPage > BigInt(Number.MAX_SAFE_INTEGER) / BigInt(pageSize)) {
    return `its ${which} page names the last page ${lastPage}`;
  }
  if (roots.some((root) => root !== noPage && root > lastPage)) return `its ${which} page names a page behind the last`;
  return { pageSize, lastPage, txn: bytes.readBigUInt64LE(at.txn) };
}
