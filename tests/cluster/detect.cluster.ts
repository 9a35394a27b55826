import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedEngine } from '../../infra/embedded-engine.ts';
import type { Log } from '../../infra/log/log.ts';
import { createRemoteRegistry } from '../../infra/schema-registry/remote.ts';
import type { OpenStateStore } from '../../infra/state/store.ts';
import { detectProcessor } from '../../pipeline/changes/detect.ts';
import { runFold } from '../../pipeline/runtime/run-fold.ts';
import { type Codec, createCodec, type SchemaSource } from '../../schemas/codec.ts';
import { subjectOf, type TopicName, topicNames } from '../../schemas/topics.ts';
import { silent } from '../cli/harness.ts';
import { assetStory } from '../support/asset-story.ts';
import { sharedBroker } from './support/broker.ts';
import { newKafka, openKafkaUnderTest, removeKafka } from './support/kafka-log.ts';
import { until } from './support/until.ts';
import { nowMs } from '../support/real-time.ts';

const test = suite('detect on Kafka');
const assets = 40;

interface Place {
  readonly log: Log;
  readonly openStore: OpenStateStore;
  readonly codec: Codec;
}

const input = Array.from({ length: assets }, (_, n) => assetStory(n));
/** The observations of all assets, interleaved. */
const shuffled = Array.from({ length: 9 }, (_, step) => input.map((own) => own[step])).flat();

async function codecOf(source: SchemaSource, prefix: string): Promise<Codec> {
  return createCodec(source, new Map(topicNames.map((topic) => [topic, subjectOf(prefix, topic)])), nowMs);
}

async function fold({ log, openStore, codec }: Place): Promise<void> {
  await log.append(
    shuffled.flatMap((value) => {
      if (value === undefined) return [];
      const record = { topic: 'observations', key: value.assetId, timestamp: value.observedAt } as const;
      return [{ ...record, value: codec.encode('observations', value) }];
    }),
  );
  const none = (): Promise<never> => Promise.reject(new Error('detect reads no artifacts'));
  const running = await runFold(
    {
      log,
      codec,
      openStore,
      logger: silent,
      clock: nowMs,
      random: Math.random,
      onHealth: () => undefined,
      artifact: none,
      reduceArtifact: none,
    },
    detectProcessor,
  );
  const store = openStore('detect', 'data');
  const ranges = await log.ranges('observations');
  await until('detect has read everything', () =>
    ranges.every(({ partition, end }) => (store.position('observations', partition) ?? 0) === end),
  );
  await running.stop();
  await running.done;
}

/** Records of a topic by partition, each as key, timestamp and the Avro bytes after the schema id. */
async function written(log: Log, topic: TopicName): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { partition, low, end } of await log.ranges(topic)) {
    for (const { key, timestamp, value } of await log.read({ topic, partition, from: low, maxRecords: end - low })) {
      lines.push([partition, key?.toString(), timestamp, value?.subarray(5).toString('base64')].join(' '));
    }
  }
  return lines;
}

const newest = (lines: readonly string[]): readonly string[] =>
  [...new Map(lines.map((line) => [line.split(' ')[1], line])).values()].sort();

test('the same input leads to the same bytes as on the embedded log', async () => {
  const { brokers } = await sharedBroker();
  const kafka = await newKafka(brokers);
  const { prefix } = kafka;
  const directory = mkdtempSync(join(tmpdir(), 'attestry-detect-'));
  const embedded = openEmbeddedEngine({ directory, partitions: 3, prefix });
  const opened = await openKafkaUnderTest(kafka);
  try {
    await embedded.schemas.registerCommitted(prefix);
    const registry = createRemoteRegistry({ url: process.env['ATTESTRY_TEST_REGISTRY'] ?? '', clock: nowMs });
    await registry.registerCommitted(prefix);
    await fold({ ...embedded, codec: await codecOf(embedded.schemas, prefix) });
    await fold({ ...opened, codec: await codecOf(registry, prefix) });
    const changes = await written(embedded.log, 'changes');
    assert.ok(changes.length >= 2 * assets, `${changes.length} changes`);
    assert.equal(await written(opened.log, 'changes'), changes);
    for (const topic of ['asset.records', 'asset.subjects'] as const) {
      const here = newest(await written(embedded.log, topic));
      assert.is(here.length, assets);
      assert.equal(newest(await written(opened.log, topic)), here);
    }
  } finally {
    await opened.close();
    await embedded.close();
    rmSync(directory, { recursive: true, force: true });
    await removeKafka(kafka);
  }
});

test.run();
