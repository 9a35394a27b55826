import { hash } from 'node:crypto';
import type { OpenBytes } from '../../../infra/artifacts/pieces.ts';
import { alarmList } from '../alarm-list.ts';
import type { FileKind } from './file-kind.ts';
import { FileRefused } from './file-refused.ts';
import { readRecords } from './read-records.ts';
import { openContent } from './unpack.ts';

/**
 * Identifiers whose records have different bytes in two files, sorted; null when one of the files cannot be read. Memory holds one
 * number per identifier, so files with millions of records can be compared in full.
 */
export async function differingRecords(
  kind: FileKind,
  before: OpenBytes,
  after: OpenBytes,
): Promise<readonly string[] | null> {
  try {
    const open = await digests(kind, before);
    const differing: string[] = [];
    for (const [id, digest] of await digests(kind, after)) {
      if (open.get(id) !== digest) differing.push(id);
      open.delete(id);
    }
    return [...differing, ...open.keys()].sort();
  } catch (error) {
    if (error instanceof FileRefused) return null;
    throw error;
  }
}

/** 48 bits of a hash of all records of an identifier, whatever their order. */
async function digests(kind: FileKind, open: OpenBytes): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  await readRecords(await openContent(open), kind.layout, {
    wants: () => false,
    take: () => undefined,
    alarms: alarmList(),
    pass: (id, bytes) => {
      const digest = hash('sha1', bytes, 'buffer').readUIntBE(0, 6);
      found.set(id, ((found.get(id) ?? 0) + digest) % 2 ** 48);
    },
  });
  return found;
}
