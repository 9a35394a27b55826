import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedEngine } from '../../infra/embedded-engine.ts';
import type { Log, LogRecord } from '../../infra/log/log.ts';
import type { KafkaTimings } from '../../infra/log/kafka/client/options.ts';
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
import { watchGenerations } from './support/generations.ts';
import { codecFor, startHost } from './support/host.ts';
import { type KafkaUnderTest, newKafka, quickTimings, removeKafka } from './support/kafka-log.ts';
import { type Probes, startProbes } from './support/probes.ts';
import { openShares, type Shares } from './support/shares.ts';
import { until } from './support/until.ts';
import { nowMs } from '../support/real-time.ts';

const { brokers } = await sharedBroker();
const registryUrl = process.env['ATTESTRY_TEST_REGISTRY'] ?? '';
const test = suite('kafka: partitions that move between hosts');

interface Cluster {
  readonly kafka: KafkaUnderTest;
  readonly log: Log;
  readonly codec: Codec;
  /** Starts a host on a disk of that name. */
  readonly host: (disk: string, processors: readonly string[]) => ChildProcess;
  /** The members of a processor's group. */
  readonly shares: (processor: string) => Promise<Shares>;
}

/** Sessions in which a host of a busy machine still gets its turn: what ends them is the freeze or the crash. */
const usualTimings: Partial<KafkaTimings> = { sessionMs: 6_000, rebalanceMs: 20_000 };

async function withCluster(body: (cluster: Cluster) => Promise<void>, timings = usualTimings): Promise<void> {
  const kafka = await newKafka(brokers, { ...quickTimings, ...timings });
  const log = await openKafkaLog(kafka);
  const codec = await codecFor(registryUrl, kafka.prefix);
  const children = new Set<ChildProcess>();
  const host: Cluster['host'] = (disk, processors) => {
    const child = startHost({ ...kafka, directory: join(kafka.directory, disk), registryUrl, processors });
    children.add(child);
    return child;
  };
  const opened: Shares[] = [];
  const shares: Cluster['shares'] = async (processor) => {
    const watched = await openShares(brokers, `${kafka.prefix}${processor}`);
    opened.push(watched);
    return watched;
  };
  try {
    await body({ kafka, log, codec, host, shares });
  } finally {
    await Promise.all(opened.map(({ close }) => close()));
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
    const isRead = async (topic: TopicName): Promise<boolean> => {
      const ranges = await engine.log.ranges(topic);
      return stores.some((store) =>
        ranges.every(({ partition, end }) => (store.position(topic, partition) ?? 0) === end),
      );
    };
    // One transaction covers positions and outputs.
    await until('the input is read', async () =>
      (await Promise.all((Object.keys(input) as TopicName[]).map(isRead))).every((read) => read),
    );
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

/** Runs `body` while probes are sent to `detect`. Returns the longest time between a probe and its output, in ms. */
async function longestWait(cluster: Cluster, body: (probes: Probes) => Promise<void>): Promise<number> {
  const { log, codec } = cluster;
  const asset = (n: number): string => storyAssetId(9_000 + (n % 12));
  const probes = startProbes(
    (n) => `${asset(n)} Probe ${n}`,
    async (n) => {
      const observation = ofAsset(declared(at('2024-01-01') + n * 1_000, { name: `Probe ${n}` }), asset(n));
      await append(cluster, 'observations', [[observation, observation.observedAt]]);
    },
  );
  const consumption = log.consume({
    topics: ['asset.records'],
    group: null,
    maxRecords: 500,
    startAt: async () => 0,
    onChunk: async ({ records }) => {
      for (const { value } of records) {
        const { assetId: id, name } = codec.decode('asset.records', value ?? Buffer.alloc(0));
        probes.came(`${id} ${name}`);
      }
    },
  });
  try {
    await body(probes);
    return await probes.end();
  } finally {
    await probes.stop();
    await consumption.stop();
  }
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
    const { settled } = await cluster.shares('detect');
    const one = host('one', ['detect']);
    const two = host('two', ['detect']);
    const load = async (nth: number): Promise<void> => {
      const values = timed(steps[nth] ?? []);
      for (let from = 0; from < values.length; from += 10) {
        await append(cluster, 'observations', values.slice(from, from + 10));
      }
    };
    const last: ChildProcess[] = [one];
    const longest = await longestWait(cluster, async () => {
      await Promise.all([load(0), settled(2)]);
      await load(1);
      await load(2);
      const three = host('three', ['detect']);
      await Promise.all([load(3), settled(3)]);
      const four = host('four', ['detect']);
      last.push(host('five', ['detect']));
      await Promise.all([load(4), settled(5)]);
      await Promise.all([stopHost(three, 'SIGTERM'), load(5)]);
      await settled(4);
      two.kill('SIGSTOP');
      await Promise.all([load(6), settled(3)]);
      two.kill('SIGCONT');
      await Promise.all([load(7), settled(4)]);
      await stopHost(four, 'SIGKILL');
      host('three', ['detect']);
      await load(8);
      await until(
        'all changes are written',
        async () => distinct(await recordsOf(log, 'changes')).length >= (expected['changes'] ?? []).length,
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

test('a second host joins and leaves under load: one rebalance each, it is assigned its share, and every observation has its output', async () => {
  await withCluster(
    async (cluster) => {
      const { kafka, host } = cluster;
      const shares = await cluster.shares('detect');
      const generations = await watchGenerations(brokers, `${kafka.prefix}detect`);
      const one = host('one', ['detect']);
      try {
        const longest = await longestWait(cluster, async (probes) => {
          await shares.settled(1);
          await probes.next(40);
          await until('the generation of the group is read', () => generations.newest() > 0);
          const before = { generation: generations.newest(), members: [...(await shares.now()).keys()] };
          const two = host('two', ['detect']);
          await shares.settled(2);
          assert.equal([...(await shares.now()).values()].sort(), [1, 2], 'of three partitions');
          await probes.next(60);
          await stopHost(two, 'SIGTERM');
          await shares.settled(1);
          await probes.next(40);
          await until(
            'the generation of the last rebalance is read',
            () => generations.newest() > before.generation + 1,
          );
          assert.is(generations.newest(), before.generation + 2);
          assert.equal([...(await shares.now()).keys()], before.members, 'the first was a member all the time');
        });
        console.log(`  longest wait of an observation: ${longest} ms`);
      } finally {
        await generations.close();
      }
      await stopHost(one, 'SIGTERM');
    },
    { sessionMs: 30_000, rebalanceMs: 60_000 },
  );
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
    const { settled } = await cluster.shares('declare');
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
      }
    };
    /** Members after the round. */
    const members = [2, 2, 3, 3, 5, 4, 3, 3];
    for (let nth = 0; nth < rounds; nth += 1) {
      if (nth === 2) children.push(host('three', ['declare']));
      if (nth === 4) children.push(host('four', ['declare']), host('five', ['declare']));
      if (nth === 5) children[0]?.kill('SIGKILL');
      if (nth === 6) children[1]?.kill('SIGTERM');
      await Promise.all([round(nth), settled(members[nth] ?? 0)]);
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
