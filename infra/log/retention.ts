import type { Environment } from './lmdb/environment.ts';
import type { RecordKey } from './lmdb/keys.ts';
import { timestampOf } from './lmdb/record-encoding.ts';

/** Records deleted in one transaction, so that writers do not wait long for the lock. */
const batch = 1_000;

/**
 * Deletes the oldest records of a partition up to the first one with a timestamp at or after `before` (milliseconds). The
 * end offset is stored separately, so offsets are never reused.
 */
export async function deleteOlder(environment: Environment, slot: number, before: number): Promise<number> {
  let deleted = 0;
  for (;;) {
    const old = oldRecords(environment, slot, before);
    if (old.length === 0) return deleted;
    await environment.transaction(() => {
      for (const key of old) environment.records.removeSync(key);
    });
    deleted += old.length;
  }
}

function oldRecords(environment: Environment, slot: number, before: number): readonly RecordKey[] {
  environment.refresh();
  const old: RecordKey[] = [];
  const range = { start: { slot, offset: 0 }, end: { slot, offset: Number.MAX_SAFE_INTEGER }, limit: batch };
  for (const { key, value } of environment.records.getRange(range)) {
    if (timestampOf(value) >= before) break;
    old.push({ slot, offset: key as number });
  }
  environment.refresh();
  return old;
}
