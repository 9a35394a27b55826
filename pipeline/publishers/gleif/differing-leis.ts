import { hash } from 'node:crypto';
import type { OpenBytes } from '../../../infra/artifacts/pieces.ts';
import { alarmList } from '../alarm-list.ts';
import type { FileKind } from './file-kind.ts';
import { FileRefused } from './file-refused.ts';
import { readRecords } from './read-records.ts';
import { openContent } from './unpack.ts';

/**
 * LEIs whose records have different bytes in two files, sorted; null when one of the files cannot be read. Memory holds one
 * number per LEI, so files with millions of records can be compared in full.
 */
export async function differingLeis(
  kind: FileKind,
  before: OpenBytes,
  after: OpenBytes,
): Promise<readonly string[] | null> {
  try {
    const open = await digests(kind, before);
    const differing: string[] = [];
    for (const [lei, digest] of await digests(kind, after)) {
      if (open.get(lei) !== digest) differing.push(lei);
      open.delete(lei);
    }
    return [...differing, ...open.keys()].sort();
  } catch (error) {
    if (error instanceof FileRefused) return null;
    throw error;
  }
}

/** 48 bits of a hash of all records of an LEI, whatever their order. */
async function digests(kind: FileKind, open: OpenBytes): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  await readRecords(await openContent(open), kind.layout, {
    wants: () => false,
    take: () => undefined,
    alarms: alarmList(),
    pass: (lei, bytes) => {
      const digest = hash('sha1', bytes, 'buffer').readUIntBE(0, 6);
      found.set(lei, ((found.get(lei) ?? 0) + digest) % 2 ** 48);
    },
  });
  return found;
}
