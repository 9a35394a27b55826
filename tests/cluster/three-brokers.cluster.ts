import { tmpdir } from 'node:os';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyKafkaTopics } from '../../infra/log/kafka/topics/apply-topics.ts';
import { openKafkaLog } from '../../infra/log/kafka/log/kafka-log.ts';
import { newName, ownBrokers } from './support/broker.ts';
import { quickTimings } from './support/kafka-log.ts';
import { numbered, numberIn, numbersIn, until } from './support/until.ts';
import { pause } from '../support/real-time.ts';

const test = suite('kafka: three brokers');

test('one of three brokers is killed: appends and both kinds of consumers continue with the other two', async () => {
  const { kafka, destroy } = await ownBrokers(tmpdir(), {
    nodes: 3,
    properties: { 'group.min.session.timeout.ms': '1000' },
  });
  const prefix = `t-${newName()}.`;
  try {
    await kafka.start();
    const { brokers } = kafka;
    await applyKafkaTopics({ brokers, prefix, partitions: 3, replication: 3 });
    const log = await openKafkaLog({ brokers, prefix, timings: quickTimings });
    const seen = { members: new Set<number>(), alone: new Set<number>() };
    const positions = new Map<number, number>();
    const members = log.consume({
      topics: ['observations'],
      group: 'members',
      maxRecords: 50,
      startAt: async (_, partition) => positions.get(partition) ?? 0,
      onChunk: async ({ partition, records }) => {
        for (const record of records) seen.members.add(numberIn(record));
        positions.set(partition, (records.at(-1)?.offset ?? 0) + 1);
      },
    });
    const alone = log.consume({
      topics: ['observations'],
      group: null,
      maxRecords: 50,
      startAt: async () => 0,
      onChunk: async ({ records }) => {
        for (const record of records) seen.alone.add(numberIn(record));
      },
    });
    const acknowledged: number[] = [];
    for (let n = 0; n < 300; n++) {
      if (n === 100) await kafka.kill(1);
      await log.append([numbered(n)]);
      acknowledged.push(n);
      await pause(5);
    }
    await until('the members have read everything', () => acknowledged.every((n) => seen.members.has(n)));
    await until('the consumer without a group has read everything', () => acknowledged.every((n) => seen.alone.has(n)));
    const stored = new Set(await numbersIn(log));
    assert.equal(
      acknowledged.filter((n) => !stored.has(n)),
      [],
    );
    await Promise.all([members.stop(), alone.stop()]);
    await log.close();
  } finally {
    await destroy();
  }
});

test.run();
