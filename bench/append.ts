import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { openEmbeddedEngine } from '../infra/log/embedded.ts';
import type { NewRecord } from '../infra/log/log.ts';

export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly floor: { readonly name: string; readonly value: number };
  /** Value to floor. */
  readonly ratio: number;
}

interface Appender {
  readonly append: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const valueBytes = 434;
const partitions = 6;
const rounds = [
  { batch: 1, appends: 25 },
  { batch: 100, appends: 10 },
  { batch: 1_000, appends: 4 },
] as const;
/** Both are measured in short turns one after the other, so that a slow moment of the machine meets both. */
const turns = 25;

/** Durable appends of the embedded log, against bare LMDB that puts as many bytes under ready keys. Medians of turns. */
export async function benchAppend(): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const { batch, appends } of rounds) {
    const [ours, bare] = await inFolder((folder) =>
      compare([openEmbedded(join(folder, 'embedded'), batch), openBare(join(folder, 'bare'), batch)], appends),
    );
    const value = (ours ?? 0) * batch;
    const floor = (bare ?? 0) * batch;
    measurements.push({
      name: `embedded append, batch ${batch}`,
      value: Math.round(value),
      unit: 'records/s',
      floor: { name: 'bare lmdb, the same puts in one durable transaction', value: Math.round(floor) },
      ratio: Number((value / floor).toFixed(2)),
    });
  }
  return measurements;
}

/** Appends per second of each, median of the turns. */
async function compare(appenders: readonly Appender[], appends: number): Promise<readonly number[]> {
  const rates = appenders.map((): number[] => []);
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, { append }] of appenders.entries()) {
      const start = performance.now();
      for (let done = 0; done < appends; done++) await append();
      rates[index]?.push((appends * 1_000) / (performance.now() - start));
    }
  }
  for (const { close } of appenders) await close();
  return rates.map((all) => all.sort((a, b) => a - b)[Math.floor(turns / 2)] ?? 0);
}

function openEmbedded(directory: string, batch: number): Appender {
  const { log, close } = openEmbeddedEngine({ directory, partitions });
  const value = Buffer.alloc(valueBytes, 7);
  const records = Array.from({ length: batch }, (_, index): NewRecord => {
    return { topic: 'observations', key: `asset-${index % 97}`, value, timestamp: 1_700_000_000_000 + index };
  });
  return { append: () => log.append(records), close };
}

/** Records, one end per partition and a counter, like the log; keys and values are there before the clock starts. */
function openBare(path: string, batch: number): Appender {
  const root = open({ path, overlappingSync: false, noSubdir: false, mapSize: 2 ** 34 });
  const table = root.openDB<Buffer, Buffer>('records', { keyEncoding: 'binary', encoding: 'binary' });
  const ends = root.openDB<Buffer, Buffer>('ends', { keyEncoding: 'binary', encoding: 'binary' });
  const value = Buffer.alloc(valueBytes + 20, 7);
  const keys = Array.from({ length: batch }, () => Buffer.alloc(12));
  const endKeys = Array.from({ length: Math.min(partitions, batch) + 1 }, (_, index) => Buffer.from([index]));
  const end = Buffer.alloc(8);
  let offset = 0;
  const put = (): void => {
    for (const [index, key] of keys.entries()) {
      key.writeUInt32BE(index % partitions);
      key.writeUInt32BE(offset++, 8);
      table.putSync(key, value);
    }
    for (const key of endKeys) ends.putSync(key, end);
  };
  return { append: () => root.transaction(put), close: () => root.close() };
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'attestry-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
