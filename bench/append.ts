import { join } from 'node:path';
import { open } from 'lmdb';
import { openEmbeddedEngine } from '../infra/log/embedded.ts';
import type { NewRecord } from '../infra/log/log.ts';
import type { Bench, BenchOptions } from './bench.ts';
import { type Measurement, median, ratioAtLeast } from './measurement.ts';
import { inFolder } from './support/folder.ts';

interface Appender {
  readonly append: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const valueBytes = 434;
const partitions = 6;
/** Both are measured in short turns one after the other, so that a slow moment of the machine meets both. */
const turns = 25;

/** Durable appends of the embedded log, against bare LMDB that puts as many bytes under ready keys. Medians of turns. */
export const appendBench: Bench = {
  name: 'append',
  measures: `durable appends to the embedded log, values of ${valueBytes} bytes`,
  cases: {
    'batch 1': (options) => benchAppend(1, 25, options),
    'batch 100': (options) => benchAppend(100, 10, options),
    'batch 1,000': (options) => benchAppend(1_000, 4, options),
  },
};

async function benchAppend(batch: number, appends: number, { scale }: BenchOptions): Promise<readonly Measurement[]> {
  const [ours = 0, bare = 0] = await inFolder((folder) => {
    const appenders = [openEmbedded(join(folder, 'embedded'), batch), openBare(join(folder, 'bare'), batch)];
    return compare(appenders, appends, Math.max(3, Math.round(turns * scale)));
  });
  return [
    {
      name: `append, batch ${batch}`,
      unit: 'records/s',
      value: ours * batch,
      floor: { name: 'bare lmdb, as many puts of as many bytes in one durable transaction', value: bare * batch },
      target: ratioAtLeast(0.8),
    },
  ];
}

/** Appends per second of each, median of the turns. */
async function compare(appenders: readonly Appender[], appends: number, turns: number): Promise<readonly number[]> {
  const rates = appenders.map((): number[] => []);
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, { append }] of appenders.entries()) {
      const start = performance.now();
      for (let done = 0; done < appends; done++) await append();
      rates[index]?.push((appends * 1_000) / (performance.now() - start));
    }
  }
  for (const { close } of appenders) await close();
  return rates.map(median);
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
