import { rmSync } from 'node:fs';
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { openEngine } from '../../../cli/engine/open-engine.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import type { LocalKafka } from '../../../tools/local/kafka.ts';
import { freePorts } from '../../../tools/local/processes.ts';
import { silent } from '../../cli/harness.ts';
import { sharedBroker } from '../../cluster/support/broker.ts';
import { type ClusterOptions, newCluster, type TestCluster } from '../../cluster/support/cluster.ts';
import { createProcesses, type SmallDisk, type TestSystem } from './test-system.ts';
import { openGate } from './tcp-gate.ts';

export interface ClusterSystemOptions extends Pick<ClusterOptions, 'env' | 'tablesFolder'> {
  /** Brokers that only this system uses, and their number. */
  readonly own?: { readonly kafka: LocalKafka; readonly nodes: number };
  /** The small disk that a part of the system stores its files on. */
  readonly disk?: SmallDisk;
}

const usual = ['processors', 'sink', 'publishers', 'serve'] as const;

/** Each role in its own process, on brokers, a registry and a tables server. */
export async function openClusterSystem(options: ClusterSystemOptions = {}): Promise<TestSystem> {
  const broker = options.own?.kafka ?? (await sharedBroker());
  const registryUrl = new URL(process.env['ATTESTRY_TEST_REGISTRY'] ?? '');
  const gate = await openGate(Number(registryUrl.port));
  registryUrl.port = String(gate.port);
  const { own, disk = null, ...given } = options;
  const cluster = await newCluster({ ...given, brokers: broker.brokers, registryUrl: registryUrl.href });
  const roles = { usual, folding: 'processors', inserting: 'sink', api: 'serve' };
  const processes = createProcesses(roles, async (name, env) => {
    // `serve` needs no ops port: the API serves its health endpoints on its own port.
    if (name === 'serve') return cluster.startWith(env, name, ...commandOf(name));
    const [port = 0] = await freePorts(1);
    const started = await cluster.startWith({ ...env, ATTESTRY_OPS_PORT: String(port) }, name, ...commandOf(name));
    return { ...started, opsUrl: String(started.ready['opsUrl']) };
  });
  await Promise.all(usual.map((name) => processes.start(name)));
  const { config } = loadConfig({ ...cluster.env, ATTESTRY_DATA_DIR: join(cluster.directory, 'tools') });
  const engine = await openEngine(config, silent);
  return {
    engines: 'cluster',
    directory: cluster.directory,
    engine,
    command: cluster.json,
    query: (sql) => rowsOf(cluster, sql),
    processes,
    broker: {
      nodes: own?.nodes ?? 1,
      kill: () => broker.kill(),
      start: () => broker.start(),
      restart: async (node) => {
        await broker.stop(node);
        await broker.start(node);
      },
    },
    disk,
    registry: gate,
    tables: cluster.tables,
    forgetDerived: () => forgetDerived(cluster, broker.brokers),
    destroy: async () => {
      await engine.close();
      await cluster.destroy();
      await gate.kill();
    },
  };
}

/** `processors-2` is a second process of the role `processors`. */
const commandOf = (name: string): readonly string[] => {
  const role = name.replace(/-\d+$/, '');
  return role === 'serve' ? ['serve'] : ['run', role];
};

async function rowsOf<R>({ tables }: TestCluster, sql: string): Promise<readonly R[]> {
  const response = await fetch(`${tables.url}/?default_format=JSONEachRow`, { method: 'POST', body: sql });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as R);
}

/** Empties the data directories of all roles and deletes their consumer groups. */
async function forgetDerived({ directory, env, json }: TestCluster, brokers: readonly string[]): Promise<void> {
  await json('tables', 'rebuild');
  const admin = new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  const prefix = env['ATTESTRY_TOPIC_PREFIX'] ?? '';
  const groups = (await admin.listGroups()).groups.map(({ groupId }) => groupId).filter((id) => id.startsWith(prefix));
  await admin.deleteGroups(groups);
  await admin.disconnect();
  for (const name of usual) rmSync(join(directory, name), { recursive: true, force: true });
}
