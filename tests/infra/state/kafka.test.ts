import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../../infra/errors.ts';
import { openKafkaStores } from '../../../infra/state/kafka.ts';
import type { Log, NewRecord } from '../../../infra/log/log.ts';
import type { OpenStateStore } from '../../../infra/state/store.ts';
import type { TopicName } from '../../../schemas/topics.ts';

const test = suite('state beside a Kafka log');

const never = (): never => {
  throw new Error('not used');
};

/** A log that fails appends to some topics. */
async function withStores(
  body: (openStore: OpenStateStore, written: readonly TopicName[], away: Set<TopicName>) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-kafka-store-'));
  const written: TopicName[] = [];
  const away = new Set<TopicName>();
  const log: Log = {
    logId: 'log',
    partitionsOf: () => 1,
    // The requests of an append are concurrent: one may be lost while the others are written.
    append: async (records) => {
      await Promise.resolve();
      for (const { topic } of records) if (!away.has(topic)) written.push(topic);
      if (records.some(({ topic }) => away.has(topic))) throw new RetryableError('a broker is away');
      return [];
    },
    read: never,
    ranges: never,
    consume: never,
    maintain: never,
    close: never,
  };
  const stores = openKafkaStores(log, { directory, prefix: 'attestry.' });
  try {
    await body(stores.openStore, written, away);
  } finally {
    await stores.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

const to = (topic: TopicName): NewRecord => ({ topic, key: 'k', value: Buffer.from('v'), timestamp: 0 });

const cases = [
  { processor: 'screen', last: 'screen.matches', rest: ['observations', 'dead.letters'] },
  { processor: 'attribute', last: 'attribute.matches', rest: ['observations', 'dead.letters'] },
  { processor: 'ingest', last: 'feed.runs', rest: ['register.rows', 'sanctions.entries'] },
  { processor: 'accounts', last: 'accounts.events', rest: ['accounts.dead.letters'] },
] as const;

for (const { processor, last, rest } of cases) {
  test(`${last} is not appended before the other outputs of its commit`, () =>
    withStores(async (openStore, written, away) => {
      const store = openStore(processor, processor === 'accounts' ? 'accounts' : 'data');
      const writes = new Map([['key', Buffer.from('1')]]);
      const commit = { partition: 0, writes, positions: [], outputs: [last, ...rest].map(to) };
      for (const topic of rest) {
        away.add(topic);
        const error: unknown = await store.commit(commit).catch((failed: unknown) => failed);
        assert.instance(error, RetryableError);
        assert.not.ok(written.includes(last), `${topic} is missing`);
        assert.is(store.get(0, 'key'), undefined);
        away.clear();
      }
      away.add(last);
      await store.commit(commit).catch(() => undefined);
      assert.is(store.get(0, 'key'), undefined);
      away.clear();
      await store.commit(commit);
      assert.is(written.at(-1), last);
      assert.is(store.get(0, 'key')?.toString(), '1');
    }));
}

test.run();
