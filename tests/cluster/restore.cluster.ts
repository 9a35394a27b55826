import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openKafkaLog } from '../../infra/log/kafka/log/kafka-log.ts';
import { openKafkaStores } from '../../infra/state/kafka.ts';
import { detectProcessor } from '../../pipeline/changes/detect.ts';
import type { RuntimeDeps } from '../../pipeline/runtime/role.ts';
import { runFold } from '../../pipeline/runtime/run-fold.ts';
import type { Observation } from '../../schemas/generated/records.ts';
import { silent } from '../cli/harness.ts';
import { authority, declared, declaredParty } from '../pipeline/changes/builders.ts';
import { ofAsset } from '../support/folded-world.ts';
import { sharedBroker } from './support/broker.ts';
import { codecFor } from './support/host.ts';
import { newKafka, removeKafka } from './support/kafka-log.ts';
import { until } from './support/until.ts';
import { elapsedMs, nowMs } from '../support/real-time.ts';

const test = suite('kafka: a host with an empty disk');
const perAsset = 100;
const assets = 400;
const start = Date.UTC(2024, 0, 1);

function history(n: number): readonly Observation[] {
  const id = `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`;
  const all = [declared(start, { name: `Asset ${n}` }), declaredParty(start)];
  for (let k = 2; k < perAsset; k += 1) {
    // Nine of ten readings repeat the owner; every tenth has a new one.
    all.push(authority(start + k * 60_000, { address: `0x${String(Math.floor(k / 10)).padStart(40, '1')}` }));
  }
  return all.map((observation) => ofAsset(observation, id));
}

test('state is restored from the log without repeated output', async () => {
  const { brokers } = await sharedBroker();
  const kafka = await newKafka(brokers);
  const log = await openKafkaLog(kafka);
  const codec = await codecFor(process.env['ATTESTRY_TEST_REGISTRY'] ?? '', kafka.prefix);
  const none = (): Promise<never> => Promise.reject(new Error('no artifacts are read here'));
  const total = perAsset * assets;
  try {
    for (let n = 0; n < assets; n += 1) {
      await log.append(
        history(n).map((value) => {
          const record = { topic: 'observations', key: value.assetId, timestamp: value.observedAt } as const;
          return { ...record, value: codec.encode('observations', value) };
        }),
      );
    }
    const outputs = ['changes', 'asset.records', 'asset.subjects', 'dead.letters'] as const;
    const ends = async (): Promise<string> =>
      JSON.stringify(await Promise.all(outputs.map((topic) => log.ranges(topic))));
    /** Runs detect on a disk until it has read everything. Returns the duration in ms. */
    const fold = async (disk: string): Promise<number> => {
      const own = await openKafkaLog(kafka);
      const stores = openKafkaStores(own, { ...kafka, directory: join(kafka.directory, disk) });
      const deps: RuntimeDeps = {
        log: own,
        codec,
        openStore: stores.openStore,
        logger: silent,
        clock: nowMs,
        random: Math.random,
        onHealth: () => undefined,
        artifact: none,
        reduceArtifact: none,
      };
      const store = stores.openStore('detect', 'data');
      const ranges = await own.ranges('observations');
      const running = await runFold(deps, detectProcessor);
      const isAt = (share: number): boolean =>
        ranges.every(({ partition, end }) => (store.position('observations', partition) ?? 0) >= end * share);
      await until('it has begun', () =>
        ranges.some(({ partition }) => store.position('observations', partition) !== null),
      );
      const begun = elapsedMs();
      await until('it has read everything', () => isAt(1));
      const took = elapsedMs() - begun;
      await running.stop();
      await running.done;
      await own.close();
      await stores.close();
      return took;
    };
    const first = await fold('first');
    const written = await ends();
    const again = await fold('second');
    assert.is(await ends(), written, 'no output is repeated');
    const rate = (ms: number): number => Math.round((total / ms) * 1_000);
    console.log(
      `  ${total} observations: first ${rate(first)}/s, again ${rate(again)}/s (a million in ${Math.round(1e9 / rate(again) / 1000)} s)`,
    );
  } finally {
    await log.close();
    await removeKafka(kafka);
  }
});

test.run();
