import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serviceReaders } from '../../../../cli/service/tables/service-readers.ts';

const lane = (name: string) => ({ query: async <R>(): Promise<readonly R[]> => [name] as unknown as readonly R[] });
const lanes = { api: lane('api'), accounts: lane('accounts') };
const engine = {
  log: { partitionsOf: () => 1 },
  processors: { positionsOf: async () => ({ position: () => 7, get: () => Buffer.from('{"reached":9}') }) },
} as unknown as Parameters<typeof serviceReaders>[1];

const cases = [
  { clickhouseCluster: null, kafkaBrokers: null, pushed: true, bounded: false },
  { clickhouseCluster: null, kafkaBrokers: 'kafka:9092', pushed: false, bounded: false },
  { clickhouseCluster: 'main', kafkaBrokers: null, pushed: false, bounded: true },
  { clickhouseCluster: 'main', kafkaBrokers: 'kafka:9092', pushed: false, bounded: true },
];
for (const { pushed, bounded, ...config } of cases) {
  const name = `cluster ${config.clickhouseCluster}, brokers ${config.kafkaBrokers}`;
  test(`${name}: read ${bounded ? 'up to the committed offsets' : 'to the end'}, new rows ${pushed ? 'pushed' : 'polled'}`, async () => {
    const settings = config as unknown as Parameters<typeof serviceReaders>[0];
    const readers = serviceReaders(settings, engine, lanes, () => 0);
    assert.is(readers.pushed, pushed);
    for (const reader of [readers.tables, readers.newsTables]) {
      assert.equal(await reader.filledUpTo?.('changes'), bounded ? new Map([[0, 7]]) : undefined);
      assert.equal(await reader.reachedUpTo?.('changes'), bounded ? new Map([[0, 9]]) : undefined);
    }
    assert.equal(
      await Promise.all([readers.tables, readers.newsTables, readers.keyTables].map((one) => one.query('', {}))),
      [['api'], ['accounts'], ['accounts']],
      'polls and keys do not wait behind requests',
    );
  });
}

test.run();
