import { join } from 'node:path';
import { open } from 'lmdb';
import { openEmbeddedEngine } from '../../infra/embedded-engine.ts';
import type { NewRecord } from '../../infra/log/log.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { benchAppendOnKafka } from './append-kafka.ts';
import { type Appender, appendsPerSecond, turnsAt } from './append-turns.ts';
import { type Measurement, ratioAtLeast } from '../measurement.ts';
import { inFolder } from '../support/engines/folder.ts';

const valueBytes = 434;
const partitions = 6;

/**
 * Durable appends of the embedded log, compared with bare LMDB that puts as many bytes under prepared keys. Medians of
 * turns.
 */
export const appendBench: Bench = {
  name: 'append',
  measures: `durable appends to the log, values of ${valueBytes} bytes`,
  cases: {
    'batch 1': (options) => benchAppend(1, 25, options),
    'batch 100': (options) => benchAppend(100, 10, options),
    'batch 1,000': (options) => benchAppend(1_000, 4, options),
  },
  onKafka: {
    'on Kafka, batch 1': (options) => benchAppendOnKafka(recordsOf(1), 25, options),
    'on Kafka, batch 100': (options) => benchAppendOnKafka(recordsOf(100), 10, options),
    'on Kafka, batch 1,000': (options) => benchAppendOnKafka(recordsOf(1_000), 4, options),
  },
};

async function benchAppend(batch: number, appends: number, { scale }: BenchOptions): Promise<readonly Measurement[]> {
  const [ours = 0, bare = 0] = await inFolder((folder) => {
    const appenders = [openEmbedded(join(folder, 'embedded'), batch), openBare(join(folder, 'bare'), batch)];
    return appendsPerSecond(appenders, appends, turnsAt(scale));
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

function openEmbedded(directory: string, batch: number): Appender {
  const { log, close } = openEmbeddedEngine({ directory, partitions });
  const records = recordsOf(batch);
  return { append: () => log.append(records), close };
}

function recordsOf(batch: number): readonly NewRecord[] {
  const value = Buffer.alloc(valueBytes, 7);
  return Array.from({ length: batch }, (_, index): NewRecord => {
    return { topic: 'observations', key: `asset-${index % 97}`, value, timestamp: 1_700_000_000_000 + index };
  });
}

/** Records, one end per partition and a counter, like the log; keys and values exist before the clock starts. */
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
