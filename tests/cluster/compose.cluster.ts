/**
 * docker-compose.yml without Docker: its settings, commands, health checks and start order, with engines on this machine.
 * The broker and the registry have the file's configuration and versions.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { localDirectory } from '../../infra/config/local-directory.ts';
import { type LocalKafka, openLocalKafka } from '../../tools/local/kafka.ts';
import { freePorts } from '../../tools/local/processes.ts';
import { type LocalRegistry, openLocalRegistry } from '../../tools/local/registry.ts';
import { type LocalTables, openLocalTables } from '../../tools/local/tables.ts';
import { blocksOf } from '../docs/blocks.ts';
import { textOf } from '../docs/tree.ts';
import { exited } from '../support/exited.ts';
import { brokerProperties, compose, environmentOf, roles, root, type Service } from '../infra/docker/compose-file.ts';
import { elapsedMs, pause } from '../support/real-time.ts';

/** Broker settings that depend on the machine: listeners and directories. */
const ofTheMachine = /listener|^log\.dirs$|^node\.id$|^process\.roles$|^controller\.quorum/;
const properties = Object.entries(brokerProperties()).filter(([name]) => !ofTheMachine.test(name));

const directory = mkdtempSync(join(tmpdir(), 'attestry-compose-'));
let kafka: LocalKafka;
let registry: LocalRegistry;
let tables: LocalTables;
const running = new Map<string, ChildProcess>();

/** Limit until a service is healthy, generous for a busy machine. */
const healthyMs = 120_000;
/** `stop_grace_period` of the roles; Docker kills a container after that. */
const graceMs = 15_000;

test.before(async () => {
  const programs = localDirectory();
  const broker = {
    programs,
    folder: join(directory, 'kafka'),
    nodes: 1,
    properties: Object.fromEntries(properties),
  } as const;
  kafka = await openLocalKafka(broker);
  registry = await openLocalRegistry({ programs, folder: join(directory, 'registry') });
  tables = await openLocalTables({ folder: join(directory, 'tables') });
  mkdirSync(join(directory, 'shared'));
  await Promise.all([kafka.start(), tables.start()]);
  const { registry: service } = compose.services;
  // The registry inherits the environment of this process.
  if (service !== undefined) Object.assign(process.env, onThisMachine('registry', service));
  await registry.start();
});

test.after(async () => {
  for (const child of running.values()) child.kill('SIGKILL');
  await Promise.allSettled([kafka.kill(), registry.stop(), tables.stop()]);
  rmSync(directory, { recursive: true, force: true });
});

const placed = (path: string): string => path.replace('/var/lib/attestry-shared', join(directory, 'shared'));

/** A service's environment, with the addresses and directories of this machine. */
function onThisMachine(name: string, service: Service): Record<string, string> {
  const replaced = (value: string): string =>
    placed(value)
      .replace('/var/lib/attestry', join(directory, name))
      .replace('kafka:9092', kafka.brokers.join(','))
      .replace('http://registry:8080/apis/ccompat/v7', registry.url)
      .replace(/http:\/\/\w+:[\w-]+@clickhouse:8123/, tables.url)
      .replace('0.0.0.0', '127.0.0.1');
  return Object.fromEntries(Object.entries(environmentOf(service)).map(([key, value]) => [key, replaced(value)]));
}

test('the broker has every setting of the file', async () => {
  const admin = new kafkajs.Kafka({ brokers: [...kafka.brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: kafkajs.ConfigResourceTypes.BROKER, name: '1' }],
  });
  await admin.disconnect();
  const actual = new Map(resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]));
  assert.ok(properties.length >= 7);
  for (const [name, value] of properties) assert.is(actual.get(name), value, name);
  for (const name of Object.keys(brokerProperties())) assert.ok(actual.has(name), `the broker knows ${name}`);
});

test('the registry stores its schemas in a topic, as the file configures', async () => {
  const subject = `${registry.url}/subjects/stored-value/versions`;
  const post = await fetch(subject, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.schemaregistry.v1+json' },
    body: JSON.stringify({ schema: '"string"' }),
  });
  assert.is(post.status, 200, await post.text());
  await registry.stop();
  await registry.start();
  assert.equal(await (await fetch(subject)).json(), [1]);
});

interface Part {
  readonly name: string;
  readonly service: Service;
  readonly environment: Record<string, string>;
  readonly ports: { readonly http: number; readonly ops: number };
}

function start({ name, service, environment, ports }: Part): {
  readonly child: ChildProcess;
  readonly output: () => string;
} {
  const { http, ops } = ports;
  mkdirSync(environment['ATTESTRY_DATA_DIR'] ?? '', { recursive: true });
  const { entrypoint, command = [] } = service;
  const settings = Object.entries(process.env).filter(([key]) => !key.startsWith('ATTESTRY_'));
  const program =
    entrypoint === undefined
      ? [join(root, 'dist/program/attestry.cjs'), ...command, '--json']
      : [join(root, entrypoint[1] ?? ''), ...command.map(placed)];
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: {
      ...Object.fromEntries(settings),
      ...environment,
      ATTESTRY_HTTP_PORT: String(http),
      ATTESTRY_OPS_PORT: String(ops),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => void (stdout += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => void (stderr += chunk.toString('utf8')));
  child.once('close', (code) => {
    if (code !== 0) console.log(`${name} ended with ${code}:\n${stderr.split('\n').slice(-15).join('\n')}`);
  });
  running.set(name, child);
  return { child, output: () => stdout };
}

const codeOf = async (child: ChildProcess): Promise<number | null> => (await exited(child)).code;

/** Runs the health check of a service until it succeeds. */
async function untilHealthy({ name, service, ports }: Part, child: ChildProcess): Promise<void> {
  const [, , file = '', url = ''] = service.healthcheck?.test ?? [];
  const own = url.replace(':8080', `:${ports.http}`).replace(':9464', `:${ports.ops}`);
  const deadline = elapsedMs() + healthyMs;
  for (;;) {
    const check = spawn(process.execPath, [join(root, file), own], { stdio: 'ignore' });
    if ((await codeOf(check)) === 0) return;
    assert.is(child.exitCode, null, `${name} has ended`);
    assert.ok(elapsedMs() < deadline, `${name} is not healthy after ${healthyMs / 1_000} s`);
    await pause(200);
  }
}

/** Services in topological order of `depends_on`. */
function inOrder(): readonly (readonly [string, Service])[] {
  const done: (readonly [string, Service])[] = [];
  const left = new Map(roles);
  while (left.size > 0) {
    const next = [...left].find(([, { depends_on = {} }]) => Object.keys(depends_on).every((name) => !left.has(name)));
    if (next === undefined) throw new Error(`services that depend on each other: ${[...left.keys()].join(', ')}`);
    done.push(next);
    left.delete(next[0]);
  }
  return done;
}

test('all services start in order of dependency, and the result is the demo of the README', async () => {
  const ports = await freePorts(2 * roles.length);
  let demoOutput = '';
  let served = 0;
  for (const [index, [name, service]] of inOrder().entries()) {
    const own = { http: ports[2 * index] ?? 0, ops: ports[2 * index + 1] ?? 0 };
    const part = { name, service, environment: onThisMachine(name, service), ports: own };
    const { child, output } = start(part);
    if (service.healthcheck?.disable === true) {
      assert.is(await codeOf(child), 0, name);
      running.delete(name);
      demoOutput = output();
    } else await untilHealthy(part, child);
    if (name === 'serve') served = own.http;
  }
  const { demoKey } = JSON.parse(demoOutput) as { readonly demoKey: string };
  const feed = await fetch(`http://127.0.0.1:${served}/me/monitoring/changes?days=365&sort=impact`, {
    headers: { authorization: `Bearer ${demoKey}` },
  });
  assert.is(feed.status, 200);
  const { items } = (await feed.json()) as {
    readonly items: readonly { detectedAt: string; direction: string; title: string; asset: { symbol: string } }[];
  };
  const lines = items.map(({ detectedAt, direction, asset, title }) =>
    [detectedAt.slice(0, 10), direction, asset.symbol, title].join('  '),
  );
  const shown =
    blocksOf(textOf('README.md'))
      .find(({ body }) => body.startsWith('20'))
      ?.body.split('\n') ?? [];
  assert.ok(shown.length > 3);
  assert.equal(lines.slice(0, shown.length - 1), shown.slice(0, -1));
});

test('each service exits by itself after SIGTERM', async () => {
  assert.equal([...running.keys()].sort(), ['deliver', 'processors', 'publishers', 'serve', 'sink']);
  for (const [name, child] of running) {
    const begun = elapsedMs();
    child.kill('SIGTERM');
    assert.is(await codeOf(child), 0, name);
    assert.ok(elapsedMs() - begun < graceMs, `${name} took ${Math.round(elapsedMs() - begun)} ms`);
  }
  running.clear();
});

test.run();
