import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedEngine } from '../../infra/embedded-engine.ts';
import type { Log, LogRecord } from '../../infra/log/log.ts';
import { openKafkaLog } from '../../infra/log/kafka/log/kafka-log.ts';
import { detectProcessor } from '../../pipeline/changes/detect.ts';
import type { RunningProcessor, RuntimeDeps } from '../../pipeline/runtime/role.ts';
import { runFold } from '../../pipeline/runtime/run-fold.ts';
import { type Codec, createCodec } from '../../schemas/codec.ts';
import type { Observation, RegistryAsset } from '../../schemas/generated/records.ts';
import { subjectOf, type TopicName, topicNames, topics, type ValueOf } from '../../schemas/topics.ts';
import { silent } from '../cli/harness.ts';
import { assetStory, storyAssetId } from '../support/asset-story.ts';
import { ofAsset } from '../support/folded-world.ts';
import { sampleRegistryAsset } from '../support/sample-assets.ts';
import { at, declared } from '../pipeline/changes/builders.ts';
import { party } from '../pipeline/runtime/harness.ts';
import { sharedBroker } from './support/broker.ts';
import { codecFor, startHost } from './support/host.ts';
import { type KafkaUnderTest, newKafka, removeKafka } from './support/kafka-log.ts';
import { until } from './support/until.ts';
import { elapsedMs, nowMs, pause } from '../support/real-time.ts';

const { brokers } = await sharedBroker();
const registryUrl = process.env['ATTESTRY_TEST_REGISTRY'] ?? '';
const test = suite('kafka: partitions that move between hosts');

interface Cluster {
  readonly kafka: KafkaUnderTest;
  readonly log: Log;
  readonly codec: Codec;
  /** Starts a host on a disk of that name. */
  readonly host: (disk: string, processors: readonly string[]) => ChildProcess;
}

async function withCluster(body: (cluster: Cluster) => Promise<void>): Promise<void> {
  const kafka = await newKafka(brokers);
  const log = await openKafkaLog(kafka);
  const codec = await codecFor(registryUrl, kafka.prefix);
  const children = new Set<ChildProcess>();
  const host: Cluster['host'] = (disk, processors) => {
    const child = startHost({ ...kafka, directory: join(kafka.directory, disk), registryUrl, processors });
    children.add(child);
    return child;
  };
  try {
    await body({ kafka, log, codec, host });
  } finally {
    for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
    await log.close();
    await removeKafka(kafka);
  }
}

async function append<T extends TopicName>(
  { log, codec }: Pick<Cluster, 'log' | 'codec'>,
  topic: T,
  values: readonly (readonly [ValueOf<T>, number])[],
): Promise<void> {
  const keyOf = topics[topic].keyOf as (value: unknown) => string;
  await log.append(
    values.map(([value, timestamp]) => ({ topic, key: keyOf(value), value: codec.encode(topic, value), timestamp })),
  );
}

async function recordsOf(log: Log, topic: TopicName): Promise<readonly LogRecord[]> {
  const all: LogRecord[] = [];
  for (const { partition, low, end } of await log.ranges(topic)) {
    for (let from = low; from < end; ) {
      const some = await log.read({ topic, partition, from, maxRecords: 5_000 });
      all.push(...some);
      from = (some.at(-1)?.offset ?? end) + 1;
    }
  }
  return all;
}

const isProbe = (id: string): boolean => id >= storyAssetId(9_000);

type TimedValue<T extends TopicName> = readonly [ValueOf<T>, number];
type Input = { readonly [T in TopicName]?: readonly TimedValue<T>[] };

/** The outputs of a single host on its own embedded log. */
async function outputsOfSingleHost(
  input: Input,
  start: (deps: RuntimeDeps) => Promise<readonly RunningProcessor[]>,
  outputs: readonly TopicName[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const directory = mkdtempSync(join(tmpdir(), 'attestry-alone-'));
  const engine = openEmbeddedEngine({ directory, partitions: 3, prefix: 'alone.' });
  try {
    await engine.schemas.registerCommitted('alone.');
    const subjects = new Map(topicNames.map((topic) => [topic, subjectOf('alone.', topic)]));
    const codec = await createCodec(engine.schemas, subjects, nowMs);
    const none = (): Promise<never> => Promise.reject(new Error('no artifacts are read here'));
    const deps: RuntimeDeps = {
      log: engine.log,
      codec,
      openStore: engine.openStore,
      logger: silent,
      clock: nowMs,
      random: Math.random,
      onHealth: () => undefined,
      artifact: none,
      reduceArtifact: none,
    };
    const running = await start(deps);
    for (const topic of Object.keys(input) as TopicName[]) {
      await append({ log: engine.log, codec }, topic, (input[topic] ?? []) as readonly TimedValue<TopicName>[]);
    }
    const stores = running.map(({ name }) => engine.openStore(name, 'data'));
    /** Global topics, which every instance reads in full, have no positions. */
    const isRead = async (topic: TopicName): Promise<boolean> => {
      const ranges = await engine.log.ranges(topic);
      const behind = stores.map((store) =>
        ranges.map(({ partition, end }) => end - (store.position(topic, partition) ?? 0)),
      );
      return (
        behind.some((all) => all.every((lag) => lag === 0)) ||
        behind.every((all) => all.every((lag, at) => lag === ranges[at]?.end))
      );
    };
    let before = '';
    await until('no more output is written', async () => {
      const now = JSON.stringify(await Promise.all(outputs.map((topic) => engine.log.ranges(topic))));
      const read = await Promise.all((Object.keys(input) as TopicName[]).map(isRead));
      const isStable = now === before && read.every((one) => one);
      before = now;
      await pause(400);
      return isStable;
    });
    await Promise.all(running.map((one) => one.stop()));
    const written: Record<string, readonly string[]> = {};
    for (const topic of outputs) {
      const records = await recordsOf(engine.log, topic);
      written[topic] = topics[topic].cleanup === 'compact' ? newest(codec, records) : distinct(records);
    }
    return written;
  } finally {
    await engine.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Partition, key, timestamp and the Avro bytes after the schema id. */
const lineOf = ({ partition, key, timestamp, value }: LogRecord): string =>
  [partition, key?.toString(), timestamp, value?.subarray(5).toString('base64')].join(' ');

const distinct = (records: readonly LogRecord[]): readonly string[] => [...new Set(records.map(lineOf))].sort();

/** The last record of each key, as after compaction. Without `position`, which the probes between the observations shift. */
const newest = (codec: Codec, records: readonly LogRecord[]): readonly string[] =>
  [...new Map(records.map((record) => [record.key?.toString() ?? '', record])).values()]
    .map(({ topic, key, timestamp, value }) => {
      const content: object = { ...(codec.decode(topic, value ?? Buffer.alloc(0)) as object), position: 0 };
      return `${key?.toString()} ${timestamp} ${JSON.stringify(content)}`;
    })
    .sort();

async function stopHost(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = child.exitCode === null ? once(child, 'exit') : null;
  child.kill(signal);
  await ended;
}

/** Longest time between an input and its output while `body` runs, in ms. */
async function longestWait(cluster: Cluster, body: () => Promise<void>): Promise<number> {
  const { log, codec } = cluster;
  const sent = new Map<string, number>();
  const waited: number[] = [];
  const consumption = log.consume({
    topics: ['asset.records'],
    group: null,
    maxRecords: 500,
    startAt: async () => 0,
    onChunk: async ({ records }) => {
      for (const { value } of records) {
        const { assetId: id, name } = codec.decode('asset.records', value ?? Buffer.alloc(0));
        const at = sent.get(`${id} ${name}`);
        if (at === undefined) continue;
        waited.push(elapsedMs() - at);
        sent.delete(`${id} ${name}`);
      }
    },
  });
  let isOver = false;
  const probe = async (): Promise<void> => {
    for (let n = 0; !isOver; n += 1) {
      const id = storyAssetId(9_000 + (n % 12));
      const name = `Probe ${n}`;
      const observation = ofAsset(declared(at('2024-01-01') + n * 1_000, { name }), id);
      sent.set(`${id} ${name}`, elapsedMs());
      await append(cluster, 'observations', [[observation, observation.observedAt]]);
      await pause(50);
    }
  };
  const probing = probe();
  await body();
  isOver = true;
  await probing;
  await until('every probe has its output', () => sent.size === 0);
  await consumption.stop();
  return Math.round(Math.max(...waited));
}

test('R-20, R-26 detect on two to five hosts that join, leave, crash and freeze under load', async () => {
  const count = 150;
  const stories = Array.from({ length: count }, (_, n) => assetStory(n));
  const steps = Array.from({ length: 9 }, (_, at) => stories.flatMap((own) => own[at] ?? []));
  const timed = (values: readonly Observation[]): readonly TimedValue<'observations'>[] =>
    values.map((value) => [value, value.observedAt]);
  const outputs = ['changes', 'asset.records', 'asset.subjects'] as const;
  const start = async (deps: RuntimeDeps): Promise<readonly RunningProcessor[]> => [
    await runFold(deps, detectProcessor),
  ];
  const expected = await outputsOfSingleHost({ observations: timed(steps.flat()) }, start, outputs);
  await withCluster(async (cluster) => {
    const { log, host } = cluster;
    const one = host('one', ['detect']);
    const two = host('two', ['detect']);
    const load = async (nth: number): Promise<void> => {
      const values = timed(steps[nth] ?? []);
      for (let from = 0; from < values.length; from += 10) {
        await append(cluster, 'observations', values.slice(from, from + 10));
        await pause(40);
      }
    };
    const last: ChildProcess[] = [one];
    const longest = await longestWait(cluster, async () => {
      await load(0);
      await load(1);
      await load(2);
      const three = host('three', ['detect']);
      await load(3);
      const four = host('four', ['detect']);
      last.push(host('five', ['detect']));
      await load(4);
      await stopHost(three, 'SIGTERM');
      await load(5);
      two.kill('SIGSTOP');
      await load(6);
      await pause(3_000);
      two.kill('SIGCONT');
      await load(7);
      await stopHost(four, 'SIGKILL');
      host('three', ['detect']);
      await load(8);
      await until(
        'all changes are written',
        async () => distinct(await recordsOf(log, 'changes')).length >= (expected['changes'] ?? []).length,
        40_000,
      );
    });
    console.log(`  longest wait of an observation: ${longest} ms`);
    for (const child of last) await stopHost(child, 'SIGTERM');
    const changes = await recordsOf(log, 'changes');
    assert.equal(distinct(changes), expected['changes'] ?? [], 'no change is missing, and there is no other');
    for (const topic of ['asset.records', 'asset.subjects'] as const) {
      const newestExpected = expected[topic] ?? [];
      await until(`${topic} ends with the newest records`, async () => {
        const ours = (await recordsOf(log, topic)).filter(({ key }) => !isProbe(key?.toString() ?? ''));
        return JSON.stringify(newest(cluster.codec, ours)) === JSON.stringify(newestExpected);
      });
    }
    console.log(
      `  ${changes.length - distinct(changes).length} of ${changes.length} changes were written again, with the same bytes`,
    );
  });
});

test('a second host joins and leaves under load: it is assigned its share, and no observation waits for longer than 10 s', async () => {
  await withCluster(async (cluster) => {
    const { kafka, host } = cluster;
    const one = host('one', ['detect']);
    const admin = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
    await admin.connect();
    /** Number of partitions that each member is assigned. */
    const shares = async (): Promise<readonly number[]> => {
      const { groups } = await admin.describeGroups([`${kafka.prefix}detect`]);
      return (groups[0]?.members ?? []).map(({ memberAssignment }) => {
        const decoded = kafkajs.AssignerProtocol.MemberAssignment.decode(memberAssignment);
        return Object.values(decoded?.assignment ?? {}).flat().length;
      });
    };
    try {
      await until('the first has all partitions', async () => (await shares()).length === 1);
      const longest = await longestWait(cluster, async () => {
        await pause(2_000);
        const two = host('two', ['detect']);
        await until(
          'both are assigned partitions',
          async () => (await shares()).filter((share) => share > 0).length === 2,
        );
        await pause(3_000);
        await stopHost(two, 'SIGTERM');
        await until('the first has all partitions again', async () => (await shares()).length === 1);
        await pause(2_000);
      });
      console.log(`  longest wait of an observation: ${longest} ms`);
      assert.ok(longest <= 10_000, `${longest} ms`);
    } finally {
      await admin.disconnect();
    }
    await stopHost(one, 'SIGTERM');
  });
});

const registered = (n: number, round: number): RegistryAsset =>
  sampleRegistryAsset({
    assetId: storyAssetId(n),
    slug: `asset-${n}`,
    name: `Asset ${n} ${round}`,
    issuerId: `p${n % 3}`,
  });

test('declare while the registry changes and partitions are reassigned: the last observations match the registry', async () => {
  await withCluster(async (cluster) => {
    const { log, codec, host } = cluster;
    const rounds = 8;
    const children = [host('one', ['declare']), host('two', ['declare'])];
    const round = async (nth: number): Promise<void> => {
      const time = at('2024-01-01') + nth * 60_000;
      for (let n = 0; n < 40; n += 10) {
        const values = Array.from(
          { length: 10 },
          (_, more): TimedValue<'registry.assets'> => [registered(n + more, nth), time],
        );
        await append(cluster, 'registry.assets', values);
        const some = party(`p${(n / 10) % 3}`, `Party ${n} ${nth}`);
        await append(cluster, 'registry.parties', [[some, time + n]]);
        await pause(60);
      }
    };
    for (let nth = 0; nth < rounds; nth += 1) {
      if (nth === 2) children.push(host('three', ['declare']));
      if (nth === 4) children.push(host('four', ['declare']), host('five', ['declare']));
      if (nth === 5) children[0]?.kill('SIGKILL');
      if (nth === 6) children[1]?.kill('SIGTERM');
      await round(nth);
      await pause(400);
    }
    /** Names of assets and of their issuers in the last observation of each. */
    const observedNames = async (): Promise<Readonly<Record<string, string>>> => {
      const names: Record<string, string> = {};
      for (const { value } of await recordsOf(log, 'observations')) {
        const observation = codec.decode('observations', value ?? Buffer.alloc(0));
        const { assetId: asset, subjectKind, subjectKey, field } = observation;
        if (field !== 'declaration' || observation.value === null) continue;
        const stated = JSON.parse(observation.value) as { asset?: { name: string }; party?: { name: string } };
        names[`${asset} ${subjectKind} ${subjectKey}`] = stated.asset?.name ?? stated.party?.name ?? '';
      }
      return names;
    };
    const declaredNames: Record<string, string> = {};
    const last = rounds - 1;
    const partyNames: Record<string, string> = {};
    for (const n of [0, 10, 20, 30]) partyNames[`p${(n / 10) % 3}`] = `Party ${n} ${last}`;
    for (let n = 0; n < 40; n += 1) {
      declaredNames[`${storyAssetId(n)} asset `] = `Asset ${n} ${last}`;
      declaredNames[`${storyAssetId(n)} party p${n % 3}`] = partyNames[`p${n % 3}`] ?? '';
    }
    const sorted = (all: Readonly<Record<string, string>>): string => JSON.stringify(Object.entries(all).sort());
    const isComplete = async (): Promise<boolean> => sorted(await observedNames()) === sorted(declaredNames);
    await until('the last observations match the registry', isComplete);
  });
});

test.run();
