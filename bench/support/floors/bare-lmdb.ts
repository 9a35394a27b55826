import { open } from 'lmdb';
import type { ChunkTrace } from './fold-trace.ts';

/**
 * Repeats the engine work of a fold's chunks with bare LMDB: reads records and state, then puts outputs, state and
 * position.
 */
export interface BareFold {
  /** Puts the records that will be read. Not measured. */
  readonly load: (traces: readonly ChunkTrace[]) => Promise<void>;
  readonly replay: (traces: readonly ChunkTrace[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

const recordsSlot = 1;
const outputsSlot = 2;
const largest = Buffer.alloc(1024 * 1024, 7);

export function openBareFold(path: string): BareFold {
  const root = open({ path, overlappingSync: false, noSubdir: false, mapSize: 2 ** 36 });
  const records = openTable(root, 'records');
  const state = openTable(root, 'state');
  const positions = openTable(root, 'positions');
  let loaded = 0;
  let read = 0;
  let written = 0;
  return {
    load: async (traces) => {
      for (const { records: sizes } of traces) {
        await root.transaction(() => {
          for (const size of sizes) records.putSync(recordKey(recordsSlot, loaded++), largest.subarray(0, size));
        });
      }
    },
    replay: async (traces) => {
      for (const trace of traces) {
        root.resetReadTxn();
        const range = { start: recordKey(recordsSlot, read), limit: trace.records.length };
        for (const { value } of records.getRange(range)) read += value.length > 0 ? 1 : 0;
        for (const key of trace.reads) state.get(Buffer.from(key));
        const writes = trace.writes.map(([key, size]) => [Buffer.from(key), largest.subarray(0, size)] as const);
        await root.transaction(() => {
          for (const size of trace.outputs) {
            records.putSync(recordKey(outputsSlot, written++), largest.subarray(0, size));
          }
          for (const [key, value] of writes) {
            if (value.length === 0) state.removeSync(key);
            else state.putSync(key, value);
          }
          positions.putSync(Buffer.from([trace.partition]), recordKey(recordsSlot, read));
        });
      }
    },
    close: () => root.close(),
  };
}

const openTable = (root: ReturnType<typeof open>, name: string) =>
  root.openDB<Buffer, Buffer>(name, { keyEncoding: 'binary', encoding: 'binary' });

function recordKey(slot: number, offset: number): Buffer {
  const key = Buffer.alloc(12);
  key.writeUInt32BE(slot);
  key.writeUInt32BE(offset, 8);
  return key;
}
