import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../infra/errors.ts';
import { freePorts, pidOf, signalService, startService, stopService } from './processes.ts';
import { kafkaProgram } from './programs.ts';

const run = promisify(execFile);

export interface LocalKafkaOptions {
  /** Directory of the jars. */
  readonly programs: string;
  /** Folder of this cluster; its ports are stable across restarts. */
  readonly folder: string;
  /** Default: the number of the existing cluster, or one. */
  readonly nodes?: 1 | 3;
  /** Further listeners beside PLAINTEXT, as `SASL_PLAINTEXT` or `SSL`. */
  readonly listeners?: readonly string[];
  /** Broker settings that add to the default ones or replace them. */
  readonly properties?: Readonly<Record<string, string>>;
  /** Arguments of the storage format command, such as `--add-scram`. */
  readonly format?: readonly string[];
}

export interface LocalKafka {
  readonly brokers: readonly string[];
  /** Addresses of another listener. */
  readonly addresses: (listener: string) => readonly string[];
  readonly start: (node?: number) => Promise<void>;
  readonly stop: (node?: number) => Promise<void>;
  readonly kill: (node?: number) => Promise<void>;
  readonly freeze: (node?: number) => Promise<void>;
  readonly thaw: (node?: number) => Promise<void>;
  readonly isRunning: () => Promise<boolean>;
}

export interface Plan {
  readonly clusterId: string;
  /** Per node: the port of each listener, including CONTROLLER and PLAINTEXT. */
  readonly ports: readonly Readonly<Record<string, number>>[];
}

/**
 * Real Kafka brokers in KRaft mode on loopback, each of them broker and controller. Nothing is started yet. Throws
 * UsageError when the folder has a cluster with another number of brokers.
 */
export async function openLocalKafka(options: LocalKafkaOptions): Promise<LocalKafka> {
  const jars = await kafkaProgram(options.programs);
  const plan = await planOf(options);
  const nodes = plan.ports.map((_, index) => index);
  const folderOf = (node: number): string => join(options.folder, `node-${node + 1}`);
  const each = async (
    node: number | undefined,
    work: (folder: string, node: number) => Promise<void>,
  ): Promise<void> => {
    await Promise.all((node === undefined ? nodes : [node]).map((one) => work(folderOf(one), one)));
  };
  const addresses = (listener: string): readonly string[] =>
    plan.ports.map((ports) => `127.0.0.1:${ports[listener] ?? 0}`);
  return {
    brokers: addresses('PLAINTEXT'),
    addresses,
    start: (node) =>
      each(node, async (folder, index) => {
        await prepareNode(options, plan, jars, folder, index);
        await startService({
          folder,
          args: [...jvm(folder), ...memory, '-cp', `${jars}/*`, 'kafka.Kafka', join(folder, 'server.properties')],
          isReady: (output) => output.includes('Kafka Server started'),
        });
      }),
    stop: (node) => each(node, (folder) => stopService(folder)),
    kill: (node) => each(node, (folder) => stopService(folder, 'SIGKILL')),
    freeze: (node) => each(node, (folder) => signalService(folder, 'SIGSTOP')),
    thaw: (node) => each(node, (folder) => signalService(folder, 'SIGCONT')),
    isRunning: async () => nodes.every((node) => pidOf(folderOf(node)) !== null),
  };
}

const memory = ['-Xms128m', '-Xmx512m', '-XX:MaxDirectMemorySize=256m'];

const jvm = (folder: string): readonly string[] => [
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-Djava.awt.headless=true',
  `-Dlog4j2.configurationFile=${join(folder, 'log4j2.xml')}`,
];

/** Ids and ports of a folder's cluster, chosen at the first call. */
export async function planOf({
  folder,
  nodes,
  listeners = [],
}: Pick<LocalKafkaOptions, 'folder' | 'nodes' | 'listeners'>): Promise<Plan> {
  const file = join(folder, 'cluster.json');
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Plan;
    if (nodes === undefined || nodes === kept.ports.length) return kept;
    throw new UsageError(
      `${folder} holds a Kafka of ${kept.ports.length} brokers, not ${nodes}. Leave out --nodes, or delete what is there with npm run local -- wipe.`,
    );
  }
  const count = nodes ?? 1;
  const names = ['CONTROLLER', 'PLAINTEXT', ...listeners];
  const free = [...(await freePorts(count * names.length))];
  const ports = Array.from({ length: count }, () => Object.fromEntries(names.map((name) => [name, free.shift() ?? 0])));
  const plan = { clusterId: newClusterId(), ports };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(plan));
  return plan;
}

/** The storage tool would parse an id that starts with a dash as an option. */
function newClusterId(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? newClusterId() : id;
}

async function prepareNode(
  options: LocalKafkaOptions,
  plan: Plan,
  jars: string,
  folder: string,
  index: number,
): Promise<void> {
  const properties = join(folder, 'server.properties');
  mkdirSync(folder, { recursive: true });
  const lines = Object.entries({ ...settingsOf(plan, folder, index), ...options.properties });
  writeFileSync(properties, lines.map(([name, value]) => `${name}=${value}\n`).join(''));
  writeFileSync(join(folder, 'log4j2.xml'), loggingXml);
  if (existsSync(join(folder, 'log', 'meta.properties'))) return;
  const args = ['format', '-t', plan.clusterId, '-c', properties, ...(options.format ?? [])];
  await run('java', [...jvm(folder), '-cp', `${jars}/*`, 'kafka.tools.StorageTool', ...args]);
}

function settingsOf({ ports }: Plan, folder: string, index: number): Readonly<Record<string, string>> {
  const own = ports[index] ?? {};
  const at = (names: readonly string[]): string =>
    names.map((name) => `${name}://127.0.0.1:${own[name] ?? 0}`).join(',');
  const names = Object.keys(own);
  const clients = names.filter((name) => name !== 'CONTROLLER');
  const replicas = String(ports.length);
  return {
    'process.roles': 'broker,controller',
    'node.id': String(index + 1),
    'controller.quorum.voters': ports.map((one, node) => `${node + 1}@127.0.0.1:${one['CONTROLLER'] ?? 0}`).join(','),
    'controller.listener.names': 'CONTROLLER',
    listeners: at(names),
    'advertised.listeners': at(clients),
    'listener.security.protocol.map': names
      .map((name) => `${name}:${name === 'CONTROLLER' ? 'PLAINTEXT' : name}`)
      .join(','),
    'inter.broker.listener.name': 'PLAINTEXT',
    'log.dirs': join(folder, 'log'),
    'auto.create.topics.enable': 'false',
    'offsets.topic.replication.factor': replicas,
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': replicas,
    'transaction.state.log.min.isr': '1',
    'transaction.state.log.num.partitions': '4',
    'share.coordinator.state.topic.replication.factor': replicas,
    'share.coordinator.state.topic.min.isr': '1',
    'group.initial.rebalance.delay.ms': '0',
    // A killed broker is back after 5 s instead of 13 s.
    'broker.session.timeout.ms': '2000',
    'broker.heartbeat.interval.ms': '500',
    'log.cleaner.dedupe.buffer.size': '16777216',
    'log.segment.delete.delay.ms': '1000',
    'log.index.size.max.bytes': '1048576',
  };
}

const loggingXml = `<Configuration status="WARN">
  <Appenders><Console name="out"><PatternLayout pattern="%d{ISO8601} %p %c{1} %m%n"/></Console></Appenders>
  <Loggers>
    <Logger name="kafka.server.KafkaRaftServer" level="INFO"/>
    <Root level="WARN"><AppenderRef ref="out"/></Root>
  </Loggers>
</Configuration>
`;
