/** Compares docker-compose.yml with the settings, commands and versions that it names; needs no Docker. */
import type { Command } from 'commander';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SaxesParser } from 'saxes';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadProgram } from '../../../cli/main.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { settings } from '../../../infra/config/settings.ts';
import { topicNames, topics } from '../../../schemas/topics.ts';
import {
  brokerProperties,
  compose,
  environmentOf,
  roles,
  root,
  type Service,
  textOf,
  variables,
} from './compose-file.ts';

const names = Object.keys(compose.services);
const all = Object.entries(compose.services);
const known: ReadonlySet<string> = new Set(
  Object.values(settings).flatMap((one) => ('secret' in one ? [one.name, `${one.name}_FILE`] : [one.name])),
);
const isOneShot = ({ restart = '' }: Service): boolean => restart.startsWith('on-failure');

test('every ATTESTRY_ name is a setting, in the services and in the environment of the caller', () => {
  const used = [
    ...roles.flatMap(([, { environment }]) => Object.keys(environment)),
    ...variables().map(({ name }) => name),
  ].filter((name) => name.startsWith('ATTESTRY_'));
  assert.ok(used.length > 20);
  assert.equal(
    used.filter((name) => !known.has(name)),
    [],
  );
  const elsewhere = all
    .filter(([, { build }]) => build === undefined)
    .flatMap(([, one]) => Object.keys(one.environment));
  assert.equal(
    elsewhere.filter((name) => name.startsWith('ATTESTRY_')),
    [],
  );
});

test('every variable has a default, so that the file works without an environment', () => {
  assert.equal(
    variables().filter(({ fallback }) => fallback === null),
    [],
  );
});

for (const [name, service] of roles) {
  test(`${name}: the settings are read without a problem and without a warning`, () => {
    // The files exist only at run time.
    const direct = Object.entries(environmentOf(service)).filter(([setting]) => !setting.endsWith('_FILE'));
    const { warnings, config } = loadConfig(Object.fromEntries(direct));
    assert.equal(warnings, []);
    assert.ok(config.kafkaBrokers !== null && config.schemaRegistryUrl !== null && config.clickhouseUrl !== null);
    assert.ok(config.artifactsUrl !== null && config.tenantKeysDir !== null, 'roles have these in common');
  });
}

const portOf = (url: string): number => Number(/:(\d+)(?:\/|$)/.exec(url)?.[1]);
const hostOf = (url: string): string => /^(?:\w+:\/\/)?(?:[^@/]*@)?([\w.-]+):/.exec(url)?.[1] ?? '';

test('addresses of the engines are services, at the ports that they listen on', () => {
  const listening: Readonly<Record<string, number>> = {
    kafka: portOf(
      brokerProperties()
        ['listeners']?.split(',')
        .find((one) => one.startsWith('PLAINTEXT:')) ?? '',
    ),
    registry: 8080,
    clickhouse: 8123,
  };
  for (const [name, service] of roles) {
    const environment = environmentOf(service);
    const urls = ['KAFKA_BROKERS', 'SCHEMA_REGISTRY_URL', 'CLICKHOUSE_URL'].map(
      (one) => environment[`ATTESTRY_${one}`] ?? '',
    );
    assert.equal(urls.map(hostOf), Object.keys(listening), name);
    assert.equal(urls.map(portOf), Object.values(listening), name);
  }
});

/** The command of an argument list, and the remaining arguments. Throws for an unknown command. */
function commandOf(
  program: Command,
  given: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } {
  const [first = '', ...rest] = given;
  const next = program.commands.find((one) => one.name() === first);
  if (next === undefined && program.commands.length > 0)
    throw new Error(`attestry ${given.join(' ')}: no command "${first}"`);
  return next === undefined ? { command: program, rest: given } : commandOf(next, rest);
}

test('every command exists in the program, with valid arguments and options', async () => {
  const program = await loadProgram();
  for (const [name, { entrypoint, command: given = [] }] of roles) {
    if (entrypoint !== undefined) {
      assert.ok(existsSync(`${root}${entrypoint[1] ?? ''}`), name);
      continue;
    }
    const { command, rest } = commandOf(program, given);
    const options = rest.filter((one) => one.startsWith('-'));
    const unknown = options.filter((one) => !command.options.some(({ long, short }) => long === one || short === one));
    assert.equal(unknown, [], name);
    const taken = command.registeredArguments;
    const values = rest.filter((one) => !one.startsWith('-'));
    assert.ok(values.length >= taken.filter(({ required }) => required).length, `${name}: an argument is missing`);
    assert.ok(values.length <= taken.length || taken.some(({ variadic }) => variadic), `${name}: too many arguments`);
    for (const [index, { argChoices }] of taken.entries()) {
      const value = values[index];
      assert.ok(
        value === undefined || argChoices === undefined || argChoices.includes(value),
        `${name}: ${value ?? ''}`,
      );
    }
  }
});

test('every role of a cluster is a separate service', async () => {
  const commands = roles.flatMap(([, { entrypoint, command = [] }]) =>
    entrypoint === undefined ? [command.join(' ')] : [],
  );
  const roleNames = ['publishers', 'processors', 'sink', 'deliver'];
  for (const wanted of ['topics apply', 'migrate', ...roleNames.map((role) => `run ${role}`), 'serve', 'demo']) {
    assert.is(commands.filter((command) => command === wanted).length, 1, wanted);
  }
  assert.is(commands.length, 8);
});

test('only `topics apply` creates topics, and one broker can have them', () => {
  const properties = brokerProperties();
  assert.is(properties['auto.create.topics.enable'], 'false');
  const text = all.map(([, service]) => JSON.stringify([service.command, service.environment])).join('\n');
  const prefix = settings.topicPrefix.fallback;
  assert.equal(
    topicNames.filter((topic) => text.includes(`${prefix}${topic}`)),
    [],
    'no service names a topic',
  );
  const brokers = 1;
  assert.is((properties['controller.quorum.voters'] ?? '').split(',').length, brokers);
  const replicas = Object.entries(properties).filter(([name]) => /replication\.factor$|min\.isr$/.test(name));
  assert.is(replicas.length, 5);
  for (const [name, value] of replicas) assert.is(Number(value), brokers, name);
  for (const [name, service] of roles) {
    const { topicReplication, topicPartitions } = loadConfig({
      ...environmentOf(service),
      ATTESTRY_SIGNING_KEYS_FILE: '',
    }).config;
    assert.ok(topicReplication <= brokers, name);
    assert.is(topicPartitions, Number(settings.topicPartitions.fallback), `${name}: partitions as everywhere`);
  }
  assert.ok(Object.values(topics).some(({ retentionMs }) => retentionMs === null));
  assert.equal(
    Object.keys(properties).filter((name) => /retention|cleanup/.test(name)),
    [],
    'the table of topics sets the retention of a topic, not the broker',
  );
});

test('ports are published on loopback only, at the numbers that the settings have by default', () => {
  const published = all.flatMap(([, { ports = [] }]) => ports);
  for (const port of published) assert.match(port, /^127\.0\.0\.1:\d+:\d+$/);
  const outside = published.map((port) => Number(port.split(':')[1])).sort((a, b) => a - b);
  const { httpPort, registryPort, sqlPort, opsPort } = settings;
  const expected = [httpPort, registryPort, sqlPort, opsPort].map(({ fallback }) => Number(fallback));
  assert.equal(
    outside,
    [...expected, 19092].sort((a, b) => a - b),
  );
  const served = compose.services['serve'];
  assert.ok(served !== undefined);
  const environment = environmentOf(served);
  for (const base of ['BASE_URL', 'EXPLORER_URL', 'PUBLIC_PAGE_BASE']) {
    assert.is(environment[`ATTESTRY_${base}`], `http://127.0.0.1:${httpPort.fallback}`, base);
  }
  assert.match(brokerProperties()['advertised.listeners'] ?? '', /HOST:\/\/127\.0\.0\.1:19092/);
});

test('images are pinned, by digest where one is published, at the versions that the tests run', () => {
  const withoutDigest = new Set(['registry']);
  for (const [name, { image, build }] of all) {
    if (build !== undefined) continue;
    const pinned = withoutDigest.has(name) ? /^[\w./-]+:\d+(\.\d+)+$/ : /^[\w./-]+:\d+(\.\d+)+@sha256:[0-9a-f]{64}$/;
    assert.match(image, pinned, name);
  }
  const versionOf = (service: string): string => /:([\d.]+)/.exec(compose.services[service]?.image ?? '')?.[1] ?? '';
  assert.is(versionOf('kafka'), /<kafka\.version>([\d.]+)</.exec(textOf('tools/local/pom.xml'))?.[1]);
  assert.is(versionOf('registry'), /registryVersion = '([\d.]+)'/.exec(textOf('tools/local/programs.ts'))?.[1]);
  const engine = JSON.parse(textOf('node_modules/chdb/package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const series = (version: string): string => version.split('.').slice(0, 2).join('.');
  const library = engine.optionalDependencies['@chdb/lib-linux-x64-gnu'] ?? '';
  assert.is(
    series(versionOf('clickhouse')),
    series(library),
    'the server has the release series of the embedded engine',
  );
});

test('the image of this project has the version of the package', () => {
  const { version } = JSON.parse(textOf('package.json')) as { readonly version: string };
  for (const [name, { image, build }] of roles) {
    assert.is(image, `attestry:${version}`, name);
    assert.equal(build, { context: '.', dockerfile: 'infra/docker/Dockerfile' }, name);
  }
});

test('volumes are declared, used, and have the data that must outlive a container', () => {
  const used = all.flatMap(([, { volumes = [] }]) => volumes);
  const named = used.filter((one) => /^\w+:/.test(one)).map((one) => one.split(':')[0] ?? '');
  assert.equal([...new Set(named)].sort(), Object.keys(compose.volumes).sort());
  const mounted = used.filter((one) => one.startsWith('./')).map((one) => one.split(':')[0] ?? '');
  assert.equal(
    mounted.filter((file) => !existsSync(`${root}${file}`)),
    [],
  );
  for (const [name, service] of roles) {
    const environment = environmentOf(service);
    const shared = '/var/lib/attestry-shared';
    assert.ok(service.volumes?.includes(`shared:${shared}`), name);
    assert.match(environment['ATTESTRY_ARTIFACTS_URL'] ?? '', `file://${shared}/`, name);
    assert.match(environment['ATTESTRY_TENANT_KEYS_DIR'] ?? '', `${shared}/`, name);
    assert.is(environment['ATTESTRY_DATA_DIR'], '/var/lib/attestry', name);
  }
});

test('every service has limits and a restart policy; the roles write to their volumes and /tmp only', () => {
  for (const [name, service] of all) {
    const { cpus = '', memory = '' } = service.deploy?.resources?.limits ?? {};
    assert.match(cpus, /^\d+(\.\d+)?$/, name);
    assert.match(memory, /^\d+[mg]$/, name);
    assert.match(service.restart ?? '', /^(unless-stopped|on-failure:\d+)$/, name);
  }
  for (const [name, service] of roles) {
    assert.is(service.read_only, true, name);
    assert.equal(service.tmpfs, ['/tmp'], name);
    assert.equal(service.cap_drop, ['ALL'], name);
    assert.equal(service.security_opt, ['no-new-privileges:true'], name);
    const heap = Number(/--max-old-space-size=(\d+)/.exec(service.environment['NODE_OPTIONS'] ?? '')?.[1]);
    const memory = service.deploy?.resources?.limits?.memory ?? '';
    assert.ok(heap <= 0.8 * Number.parseInt(memory, 10) * (memory.endsWith('g') ? 1024 : 1), `${name}: heap and limit`);
  }
  assert.match(textOf('infra/docker/Dockerfile'), /^USER node$/m);
  assert.is(compose.services['clickhouse']?.user, '101:101');
});

test('long-running services have a health check, and depends_on waits for a condition that the service can reach', () => {
  for (const [name, service] of all) {
    const check = service.healthcheck;
    if (isOneShot(service)) assert.equal(check, { disable: true }, name);
    else assert.ok((check?.test?.length ?? 0) > 1, name);
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const dependedOn = compose.services[other];
      assert.ok(dependedOn !== undefined, `${name} depends on ${other}`);
      const expected = isOneShot(dependedOn) ? 'service_completed_successfully' : 'service_healthy';
      assert.is(condition, expected, `${name} on ${other}`);
    }
  }
  assert.ok(names.includes('demo'));
});

test('health checks of the roles request a path that the role serves, with a file of the image', () => {
  const { httpPort, opsPort } = settings;
  for (const [name, service] of roles.filter(([, one]) => !isOneShot(one))) {
    const [kind, node, file = '', url] = service.healthcheck?.test ?? [];
    assert.equal([kind, node], ['CMD', 'node'], name);
    assert.ok(existsSync(`${root}${file}`), file);
    const port = service.command?.[0] === 'serve' ? httpPort : opsPort;
    assert.is(url, `http://127.0.0.1:${port.fallback}/readyz`, name);
  }
});

test('the key of signed URLs is created where the service reads it', async () => {
  const { serve, 'signing-key': maker } = compose.services;
  assert.ok(serve !== undefined && maker !== undefined);
  assert.equal(maker.command, [environmentOf(serve)['ATTESTRY_SIGNING_KEYS_FILE']]);
  const directory = mkdtempSync(join(tmpdir(), 'attestry-key-'));
  const file = join(directory, 'keys');
  const make = async (): Promise<string> => {
    const worker = new Worker(`${root}${maker.entrypoint?.[1] ?? ''}`, { argv: [file], execArgv: [] });
    assert.equal(await once(worker, 'exit'), [0]);
    return readFileSync(file, 'utf8');
  };
  const made = await make();
  assert.is(await make(), made, 'one that is there stays');
  assert.ok('value' in settings.signingKeys.read(made.trim()));
  rmSync(directory, { recursive: true });
});

test('the broker accepts its cluster id', () => {
  const id = compose.services['kafka']?.environment['CLUSTER_ID'] ?? '';
  assert.is(Buffer.from(id, 'base64url').length, 16);
});

test('the ClickHouse users are those of the URLs, and the user of serve and deliver cannot write', () => {
  const users = textOf('infra/docker/clickhouse/users.xml');
  new SaxesParser().write(users).close();
  const userOf = (service: Service): string =>
    /\/\/(\w+):/.exec(environmentOf(service)['ATTESTRY_CLICKHOUSE_URL'] ?? '')?.[1] ?? '';
  const served = compose.services['serve'];
  const server = compose.services['clickhouse'];
  assert.ok(served !== undefined && server !== undefined);
  assert.match(users, `<${userOf(served)}>`);
  assert.match(users, /<readonly>2<\/readonly>/);
  const readers = ['deliver', 'serve'];
  const others = roles.filter(([name]) => !readers.includes(name)).map(([, one]) => userOf(one));
  assert.equal(new Set(readers.map((name) => userOf(compose.services[name] ?? served))), new Set([userOf(served)]));
  assert.equal([...new Set(others)], [server.environment['CLICKHOUSE_USER']]);
  for (const [, name = ''] of users.matchAll(/from_env="(\w+)"/g)) assert.ok(name in server.environment, name);
});

test.run();
