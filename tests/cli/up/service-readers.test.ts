import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { serviceReaders } from '../../../cli/up/service-readers.ts';

const lane = (name: string) => ({ query: async <R>(): Promise<readonly R[]> => [name] as unknown as readonly R[] });
const lanes = { api: lane('api'), accounts: lane('accounts') };
const engine = {
  log: { partitionsOf: () => 1 },
  processors: { positionsOf: async () => ({ position: () => 7, get: () => Buffer.from('{"reached":9}') }) },
} as unknown as Parameters<typeof serviceReaders>[1];

const cases = [
  { clickhouseCluster: null, kafkaBrokers: null, told: true, bounded: false },
  { clickhouseCluster: null, kafkaBrokers: 'kafka:9092', told: false, bounded: false },
  { clickhouseCluster: 'main', kafkaBrokers: null, told: false, bounded: true },
  { clickhouseCluster: 'main', kafkaBrokers: 'kafka:9092', told: false, bounded: true },
];
for (const { told, bounded, ...config } of cases) {
  const name = `cluster ${config.clickhouseCluster}, brokers ${config.kafkaBrokers}`;
  test(`${name}: read ${bounded ? 'as far as the sink told' : 'to the end'}, ${told ? 'told of' : 'asked for'} news`, async () => {
    const settings = config as unknown as Parameters<typeof serviceReaders>[0];
    const readers = serviceReaders(settings, engine, lanes, () => 0);
    assert.is(readers.told, told);
    for (const reader of [readers.tables, readers.newsTables]) {
      assert.equal(await reader.filledUpTo?.(), bounded ? new Map([[0, 7]]) : undefined);
      assert.equal(await reader.reachedUpTo?.(), bounded ? new Map([[0, 9]]) : undefined);
    }
    assert.equal(
      await Promise.all([readers.tables, readers.newsTables, readers.keyTables].map((one) => one.query('', {}))),
      [['api'], ['accounts'], ['accounts']],
      'news and keys do not wait behind requests',
    );
  });
}

test.run();
