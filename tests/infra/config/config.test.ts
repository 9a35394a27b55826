import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Config, ConfigurationError, loadConfig } from '../../../infra/config/config.ts';
import { nearestName } from '../../../infra/config/nearest-name.ts';
import { settings } from '../../../infra/config/settings.ts';

const directory = mkdtempSync(join(tmpdir(), 'attestry-config-'));
test.after(() => rmSync(directory, { recursive: true, force: true }));

type Environment = Readonly<Record<string, string | undefined>>;

const problemsOf = (environment: Environment): readonly string[] => {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
};

const fileWith = (name: string, text: string): string => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};

const keys = `first:${'A'.repeat(24)},second:${'B'.repeat(24)}`;

/** Invalid texts of every setting, and the problem that is reported. */
const refused: readonly (readonly [string, string, RegExp])[] = [
  ['ATTESTRY_HTTP_PORT', '65536', /"65536" must be a whole number from 0 to 65535/],
  ['ATTESTRY_HTTP_PORT', '-1', /"-1" must be a whole number/],
  ['ATTESTRY_HTTP_PORT', '80 80', /must be a whole number/],
  ['ATTESTRY_HTTP_PORT', '1e3', /must be a whole number/],
  ['ATTESTRY_OPS_PORT', 'off', /must be a whole number/],
  ['ATTESTRY_SQL_PORT', '8123.5', /must be a whole number/],
  ['ATTESTRY_REGISTRY_PORT', '0x1f', /must be a whole number/],
  ['ATTESTRY_BASE_URL', 'example.org', /must be an http or https URL/],
  ['ATTESTRY_EXPLORER_URL', 'ftp://example.org', /must be an http or https URL/],
  ['ATTESTRY_PUBLIC_PAGE_BASE', 'https:example.org', /must be an http or https URL/],
  ['ATTESTRY_CLICKHOUSE_URL', 'tcp://localhost:9000', /its value must be an http or https URL/],
  ['ATTESTRY_CLICKHOUSE_URL', 'http://u:p@c:8123/other', /its value must name no database or the database attestry/],
  ['ATTESTRY_CLICKHOUSE_CA_FILE', '/nowhere/ca.pem', /"\/nowhere\/ca.pem" cannot be read/],
  ['ATTESTRY_KAFKA_CA_FILE', new URL('../../../package.json', import.meta.url).pathname, /holds no PEM certificate/],
  ['ATTESTRY_KEY_CONTACT', 'the operator', /must be a mail address or an https URL/],
  ['ATTESTRY_KEY_CONTACT', 'javascript:alert(1)@a.example', /must be a mail address or an https URL/],
  ['ATTESTRY_KEY_CONTACT', 'http://a.example/keys', /must be a mail address or an https URL/],
  ['ATTESTRY_KEY_CONTACT', 'https://user@a.example/keys', /must be a mail address or an https URL/],
  ['ATTESTRY_KAFKA_TLS', 'maybe', /must be on or off/],
  ['ATTESTRY_CHECK_RESPONSES', 'sometimes', /must be on or off/],
  ['ATTESTRY_ARTIFACTS_URL', 'http://a/b', /must be file:\/\/\/… with the path of a directory, or s3/],
  ['ATTESTRY_ARTIFACTS_URL', '/mnt/artifacts', /must be file/],
  ['ATTESTRY_FETCH_ALLOW', 'localhost', /"localhost" is not host:port/],
  ['ATTESTRY_FETCH_ALLOW', 'a:1,b:99999', /"b:99999" is not host:port/],
  ['ATTESTRY_TOPIC_PREFIX', 'my topics/', /letters, digits/],
  ['ATTESTRY_TOPIC_PARTITIONS', '0', /from 1 to 1024/],
  ['ATTESTRY_TOPIC_REPLICATION', '10', /from 1 to 9/],
  ['ATTESTRY_SIGNING_KEYS', 'no-secret-here', /its value must be a comma list of id:base64/],
  ['ATTESTRY_LOG_LEVEL', 'loud', /must be one of trace, debug, info, warn, error, fatal, silent/],
  ['ATTESTRY_RATE_LIMIT', '600', /must be "<n>\/min;burst=<n>" or "off"/],
  ['ATTESTRY_RATE_LIMIT', '0/min', /must be "<n>\/min/],
  ['ATTESTRY_TRUSTED_PROXIES', 'proxy.internal', /"proxy.internal" is neither an address nor a network/],
  ['ATTESTRY_TRUSTED_PROXIES', '10.0.0.0/33', /neither an address nor a network/],
  ['ATTESTRY_TRUSTED_PROXIES', '::1,10.0.0.0/8/8', /"10.0.0.0\/8\/8" is neither/],
  ['ATTESTRY_TRUSTED_PROXIES', '-1', /neither an address nor a network/],
];

for (const [name, text, problem] of refused) {
  test(`${name}=${text} is refused`, () => {
    const problems = problemsOf({ [name]: text });
    assert.is(problems.length, 1);
    assert.ok(problems[0]?.startsWith(`${name}: `));
    assert.match(problems[0] ?? '', problem);
  });
}

test('all problems are reported at once, including unknown names', () => {
  const problems = problemsOf({
    ATTESTRY_HTTP_PORT: 'x',
    ATTESTRY_LOG_LEVEL: 'y',
    ATTESTRY_KAFKA_BROKERS: 'localhost:9092',
    ATTESTRY_SIGNING_KEYS_FILE: join(directory, 'nowhere'),
    ATTESTRY_HTTP_PROT: '1',
  });
  assert.is(problems.length, 5);
  for (const name of ['HTTP_PORT', 'LOG_LEVEL', 'SCHEMA_REGISTRY_URL', 'SIGNING_KEYS_FILE', 'HTTP_PROT']) {
    assert.ok(
      problems.some((problem) => problem.startsWith(`ATTESTRY_${name}`)),
      name,
    );
  }
  const { message } = new ConfigurationError(problems);
  for (const problem of problems) assert.ok(message.includes(`\n  ${problem}`));
});

test('a problem never contains a secret', () => {
  const secret = 'my-secret-that-is-wrong';
  assert.not.ok(problemsOf({ ATTESTRY_SIGNING_KEYS: secret }).join().includes(secret));
  const file = fileWith('wrong', secret);
  assert.not.ok(problemsOf({ ATTESTRY_SIGNING_KEYS_FILE: file }).join().includes(secret));
});

test('a secret may come from a file; both at once are refused, an empty variable is an unset one', () => {
  const file = fileWith('keys', `${keys}\n`);
  assert.is(loadConfig({ ATTESTRY_SIGNING_KEYS_FILE: file }).config.signingKeys, keys);
  assert.is(loadConfig({ ATTESTRY_SIGNING_KEYS: '', ATTESTRY_SIGNING_KEYS_FILE: file }).config.signingKeys, keys);
  assert.is(loadConfig({ ATTESTRY_SIGNING_KEYS: keys, ATTESTRY_SIGNING_KEYS_FILE: '' }).config.signingKeys, keys);
  assert.is(loadConfig({ ATTESTRY_SIGNING_KEYS_FILE: '' }).config.signingKeys, null);
  assert.match(
    problemsOf({ ATTESTRY_SIGNING_KEYS: keys, ATTESTRY_SIGNING_KEYS_FILE: file })[0] ?? '',
    /both set; keep one/,
  );
});

test('only secrets may come from files', () => {
  const { warnings } = loadConfig({ ATTESTRY_HTTP_PORT_FILE: '/etc/port' });
  assert.equal(warnings, ['ATTESTRY_HTTP_PORT_FILE is not a setting; the nearest is ATTESTRY_HTTP_PORT']);
});

/** Settings that require other ones. */
const needing: readonly (readonly [Environment, readonly string[]])[] = [
  [{ ATTESTRY_KAFKA_BROKERS: 'a:9092' }, ['ATTESTRY_SCHEMA_REGISTRY_URL']],
  [{ ATTESTRY_SCHEMA_REGISTRY_URL: 'http://a' }, ['ATTESTRY_KAFKA_BROKERS']],
  [{ ...onKafka(), ATTESTRY_KAFKA_SASL_MECHANISM: 'plain' }, ['ATTESTRY_KAFKA_USERNAME', 'ATTESTRY_KAFKA_PASSWORD']],
  [{ ...onKafka(), ATTESTRY_KAFKA_USERNAME: 'u' }, ['ATTESTRY_KAFKA_SASL_MECHANISM']],
  [{ ...onKafka(), ATTESTRY_SCHEMA_REGISTRY_USERNAME: 'u' }, ['ATTESTRY_SCHEMA_REGISTRY_PASSWORD']],
  [{ ATTESTRY_CLICKHOUSE_CLUSTER: 'main' }, ['ATTESTRY_CLICKHOUSE_URL']],
  [{ ...onKafka(), ATTESTRY_CLICKHOUSE_URL: 'http://c' }, []],
  // A setting with an invalid value is not reported as missing too.
  [{ ATTESTRY_KAFKA_BROKERS: 'a:9092', ATTESTRY_SCHEMA_REGISTRY_URL: 'ftp://a' }, ['ATTESTRY_SCHEMA_REGISTRY_URL']],
];

function onKafka(): Environment {
  return { ATTESTRY_KAFKA_BROKERS: 'a:9092,b:9092', ATTESTRY_SCHEMA_REGISTRY_URL: 'http://registry/apis' };
}

for (const [environment, missing] of needing) {
  const given = Object.keys(environment).map((name) => name.replace('ATTESTRY_', ''));
  test(`${given.join(', ')} require ${missing.join(', ') || 'nothing'}`, () => {
    assert.equal(
      problemsOf(environment).map((problem) => problem.split(/[ :]/)[0]),
      missing,
    );
  });
}

test('the SASL mechanism is case-insensitive, and certificates are read from their file', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
  const file = fileWith('ca.pem', pem);
  const { config, printed } = loadConfig({
    ...onKafka(),
    ATTESTRY_KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512',
    ATTESTRY_KAFKA_USERNAME: 'u',
    ATTESTRY_KAFKA_PASSWORD_FILE: fileWith('password', 'p\n'),
    ATTESTRY_KAFKA_CA_FILE: file,
  });
  assert.is(config.kafkaSaslMechanism, 'scram-sha-512');
  assert.is(config.kafkaPassword, 'p');
  assert.is(config.kafkaCaFile, pem);
  const shown = new Map(printed.map(({ name, value }) => [name, value]));
  assert.is(shown.get('ATTESTRY_KAFKA_CA_FILE'), file);
  assert.is(shown.get('ATTESTRY_KAFKA_PASSWORD'), '(secret)');
});

test('an unknown SASL mechanism, and a file without a key, are refused', () => {
  const manifest = new URL('../../../package.json', import.meta.url).pathname;
  const login = { ATTESTRY_KAFKA_USERNAME: 'u', ATTESTRY_KAFKA_PASSWORD: 'p' };
  const problems = problemsOf({
    ...onKafka(),
    ...login,
    ATTESTRY_KAFKA_SASL_MECHANISM: 'GSSAPI',
    ATTESTRY_KAFKA_CERT_FILE: fileWith('client.pem', '-----BEGIN CERTIFICATE-----'),
    ATTESTRY_KAFKA_KEY_FILE: manifest,
  });
  assert.is(problems.length, 2);
  assert.match(problems.join('; '), /must be one of plain, scram-sha-256, scram-sha-512.*holds no PEM key/);
});

test('an unknown name is a warning with the nearest known one; other variables are ignored', () => {
  assert.equal(loadConfig({ ATTESTRY_DATADIR: 'x', PATH: '/bin', attestry_http_port: '1' }).warnings, [
    'ATTESTRY_DATADIR is not a setting; the nearest is ATTESTRY_DATA_DIR',
  ]);
});

const nearest: readonly (readonly [string, string])[] = [
  ['ATTESTRY_HTTP_PROT', 'ATTESTRY_HTTP_PORT'],
  ['ATTESTRY_SIGNING_KEY_FILE', 'ATTESTRY_SIGNING_KEYS_FILE'],
  ['ATTESTRY_FEED', 'ATTESTRY_FEEDS'],
  ['ATTESTRY_KAFKA_BROKER', 'ATTESTRY_KAFKA_BROKERS'],
  ['ATTESTRY_LOGLEVEL', 'ATTESTRY_LOG_LEVEL'],
];
const known = [
  ...Object.values(settings).map(({ name }) => name),
  'ATTESTRY_CLICKHOUSE_URL_FILE',
  'ATTESTRY_SIGNING_KEYS_FILE',
];

for (const [given, wanted] of nearest) {
  test(`${given} is nearest to ${wanted}`, () => {
    assert.is(nearestName(given, known), wanted);
  });
}

test('the defaults', () => {
  const { config, warnings } = loadConfig({});
  assert.equal(warnings, []);
  assert.equal({ ...config } satisfies Config, {
    dataDir: resolve('data'),
    httpPort: 8080,
    httpHost: '127.0.0.1',
    baseUrl: null,
    explorerUrl: null,
    publicPageBase: null,
    publicSanctions: true,
    requiredLists: null,
    opsPort: 9464,
    opsHost: '127.0.0.1',
    sqlPort: 8123,
    registryPort: 8081,
    fetchAllow: [],
    topicPrefix: 'attestry.',
    topicPartitions: 6,
    topicReplication: 1,
    kafkaBrokers: null,
    kafkaSaslMechanism: null,
    kafkaUsername: null,
    kafkaPassword: null,
    kafkaTls: null,
    kafkaCaFile: null,
    kafkaCertFile: null,
    kafkaKeyFile: null,
    kafkaKeyPassword: null,
    kafkaClientId: 'attestry',
    schemaRegistryUrl: null,
    schemaRegistryUsername: null,
    schemaRegistryPassword: null,
    schemaRegistryCaFile: null,
    clickhouseUrl: null,
    clickhouseCaFile: null,
    clickhouseCluster: null,
    artifactsUrl: null,
    feeds: null,
    signingKeys: null,
    logLevel: 'info',
    rateLimit: { perMinute: 600, burst: 100 },
    localDir: null,
    tenantKeysDir: null,
    artifactsKeepDays: 90,
    s3SecretAccessKey: null,
    s3AccessKeyId: null,
    s3Region: 'us-east-1',
    s3Endpoint: null,
    trustedProxies: [],
    corsOrigins: [],
    registryCache: 1_000_000,
    checkResponses: false,
    tablesMemoryMb: null,
    analystsMemoryMb: 1536,
    freeSpaceMb: null,
    rpcEthereum: null,
    rpcBase: null,
    rpcAvalanche: null,
    rpcPlume: null,
    rpcSepolia: null,
    rpcSolana: null,
    rpcXrpl: null,
    proofCollectors: [],
    rpcRate: 10,
    chainQuorum: null,
    chainSweep: 24 * 60 * 60 * 1000,
    documents: null,
    documentsContact: null,
    documentsRate: 1,
    profilesDir: null,
    kafkaSessionSeconds: 30,
    keyContact: null,
  });
  assert.ok(Object.isFrozen(config));
});

test('every setting is read', () => {
  const pem = '-----BEGIN CERTIFICATE-----';
  const ca = fileWith('every.pem', pem);
  const key = '-----BEGIN ENCRYPTED PRIVATE KEY-----';
  const { config } = loadConfig({
    ATTESTRY_DATA_DIR: 'some/where',
    ATTESTRY_HTTP_PORT: '0',
    ATTESTRY_HTTP_HOST: '0.0.0.0',
    ATTESTRY_BASE_URL: 'https://a.example//',
    ATTESTRY_EXPLORER_URL: 'http://b.example/base/',
    ATTESTRY_PUBLIC_PAGE_BASE: 'https://c.example',
    ATTESTRY_PUBLIC_SANCTIONS: 'off',
    ATTESTRY_KEY_CONTACT: 'keys@a.example',
    ATTESTRY_REQUIRED_LISTS: 'un-sc, eu-fsf',
    ATTESTRY_OPS_PORT: '1',
    ATTESTRY_OPS_HOST: '::1',
    ATTESTRY_SQL_PORT: '2',
    ATTESTRY_REGISTRY_PORT: '65535',
    ATTESTRY_FETCH_ALLOW: ' localhost:1, [::1]:2 ,',
    ATTESTRY_TOPIC_PREFIX: 'other-prefix_1.',
    ATTESTRY_TOPIC_PARTITIONS: '1024',
    ATTESTRY_TOPIC_REPLICATION: '3',
    ATTESTRY_KAFKA_BROKERS: 'a.example:9092, b.example:9093',
    ATTESTRY_KAFKA_SASL_MECHANISM: 'plain',
    ATTESTRY_KAFKA_USERNAME: 'user',
    ATTESTRY_KAFKA_PASSWORD: 'pass',
    ATTESTRY_KAFKA_TLS: 'off',
    ATTESTRY_KAFKA_CA_FILE: ca,
    ATTESTRY_KAFKA_CERT_FILE: ca,
    ATTESTRY_KAFKA_KEY_FILE: fileWith('every-key.pem', key),
    ATTESTRY_KAFKA_KEY_PASSWORD: 'of the key',
    ATTESTRY_KAFKA_CLIENT_ID: 'client',
    ATTESTRY_KAFKA_SESSION_SECONDS: '10',
    ATTESTRY_SCHEMA_REGISTRY_URL: 'https://registry.example/apis/ccompat/v7/',
    ATTESTRY_SCHEMA_REGISTRY_USERNAME: 'user',
    ATTESTRY_SCHEMA_REGISTRY_PASSWORD: 'pass',
    ATTESTRY_SCHEMA_REGISTRY_CA_FILE: ca,
    ATTESTRY_CLICKHOUSE_URL: 'https://reader:pass@tables.example:8443/attestry',
    ATTESTRY_CLICKHOUSE_CA_FILE: ca,
    ATTESTRY_CLICKHOUSE_CLUSTER: 'main',
    ATTESTRY_ARTIFACTS_URL: 'file:///mnt/artifacts',
    ATTESTRY_FEEDS: 'esma-emtwp, ofac-addresses',
    ATTESTRY_SIGNING_KEYS: keys,
    ATTESTRY_LOG_LEVEL: 'silent',
    ATTESTRY_RATE_LIMIT: '10/min',
    ATTESTRY_LOCAL_DIR: 'local',
    ATTESTRY_S3_ENDPOINT: 'https://s3.example',
    ATTESTRY_S3_REGION: 'eu-west-3',
    ATTESTRY_S3_ACCESS_KEY_ID: 'key-id',
    ATTESTRY_S3_SECRET_ACCESS_KEY: 'secret',
    ATTESTRY_ARTIFACTS_KEEP_DAYS: '30',
    ATTESTRY_TENANT_KEYS_DIR: '/mnt/tenant-keys',
    ATTESTRY_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    ATTESTRY_CORS_ORIGINS: 'https://app.example, http://localhost:5173',
    ATTESTRY_REGISTRY_CACHE: '1000',
    ATTESTRY_CHECK_RESPONSES: 'on',
    ATTESTRY_TABLES_MEMORY_MB: '4000',
    ATTESTRY_ANALYSTS_MEMORY_MB: '800',
    ATTESTRY_FREE_SPACE_MB: '100',
    ATTESTRY_RPC_ETHEREUM: 'own=http://10.0.0.5:8545, b=https://node.example/v1/KEY?a=b',
    ATTESTRY_RPC_BASE: 'own=http://base.example',
    ATTESTRY_RPC_AVALANCHE: 'own=http://avalanche.example',
    ATTESTRY_RPC_PLUME: 'own=http://plume.example',
    ATTESTRY_RPC_SEPOLIA: 'own=http://sepolia.example',
    ATTESTRY_RPC_SOLANA: 'own=http://solana.example',
    ATTESTRY_RPC_XRPL: 'own=http://xrpl.example',
    ATTESTRY_PROOF_COLLECTORS: 'eip155:1:0x52908400098527886E0F7030069857D2E4169EE7',
    ATTESTRY_RPC_RATE: '50/s',
    ATTESTRY_CHAIN_QUORUM: '3',
    ATTESTRY_CHAIN_SWEEP: '90m',
    ATTESTRY_DOCUMENTS: 'off',
    ATTESTRY_DOCUMENTS_CONTACT: 'mailto:ops@a.example',
    ATTESTRY_DOCUMENTS_RATE: '2/s',
    ATTESTRY_PROFILES_DIR: '/profiles',
  });
  assert.equal({ ...config } satisfies Config, {
    dataDir: resolve('some/where'),
    httpPort: 0,
    httpHost: '0.0.0.0',
    baseUrl: 'https://a.example',
    explorerUrl: 'http://b.example/base',
    publicPageBase: 'https://c.example',
    publicSanctions: false,
    keyContact: 'keys@a.example',
    requiredLists: ['un-sc', 'eu-fsf'],
    opsPort: 1,
    opsHost: '::1',
    sqlPort: 2,
    registryPort: 65_535,
    fetchAllow: ['localhost:1', '[::1]:2'],
    topicPrefix: 'other-prefix_1.',
    topicPartitions: 1024,
    topicReplication: 3,
    kafkaBrokers: ['a.example:9092', 'b.example:9093'],
    kafkaSaslMechanism: 'plain',
    kafkaUsername: 'user',
    kafkaPassword: 'pass',
    kafkaTls: false,
    kafkaCaFile: pem,
    kafkaCertFile: pem,
    kafkaKeyFile: key,
    kafkaKeyPassword: 'of the key',
    kafkaClientId: 'client',
    kafkaSessionSeconds: 10,
    schemaRegistryUrl: 'https://registry.example/apis/ccompat/v7',
    schemaRegistryUsername: 'user',
    schemaRegistryPassword: 'pass',
    schemaRegistryCaFile: pem,
    clickhouseUrl: 'https://reader:pass@tables.example:8443',
    clickhouseCaFile: pem,
    clickhouseCluster: 'main',
    artifactsUrl: 'file:///mnt/artifacts',
    feeds: ['esma-emtwp', 'ofac-addresses'],
    signingKeys: keys,
    logLevel: 'silent',
    rateLimit: { perMinute: 10, burst: 0 },
    localDir: 'local',
    s3Endpoint: 'https://s3.example',
    s3Region: 'eu-west-3',
    s3AccessKeyId: 'key-id',
    s3SecretAccessKey: 'secret',
    artifactsKeepDays: 30,
    tenantKeysDir: '/mnt/tenant-keys',
    trustedProxies: ['10.0.0.0/8', '::1'],
    corsOrigins: ['https://app.example', 'http://localhost:5173'],
    registryCache: 1_000,
    checkResponses: true,
    tablesMemoryMb: 4_000,
    analystsMemoryMb: 800,
    freeSpaceMb: 100,
    rpcEthereum: [
      { label: 'own', url: 'http://10.0.0.5:8545' },
      { label: 'b', url: 'https://node.example/v1/KEY?a=b' },
    ],
    rpcBase: [{ label: 'own', url: 'http://base.example' }],
    rpcAvalanche: [{ label: 'own', url: 'http://avalanche.example' }],
    rpcPlume: [{ label: 'own', url: 'http://plume.example' }],
    rpcSepolia: [{ label: 'own', url: 'http://sepolia.example' }],
    rpcSolana: [{ label: 'own', url: 'http://solana.example' }],
    rpcXrpl: [{ label: 'own', url: 'http://xrpl.example' }],
    proofCollectors: ['eip155:1:0x52908400098527886E0F7030069857D2E4169EE7'],
    rpcRate: 50,
    chainQuorum: 3,
    chainSweep: 90 * 60 * 1000,
    documents: false,
    documentsContact: 'mailto:ops@a.example',
    documentsRate: 2,
    profilesDir: '/profiles',
  });
  assert.is(loadConfig({ ATTESTRY_RATE_LIMIT: 'off' }).config.rateLimit, null);
  for (const wrong of ['*', 'null', 'https://app.example/', 'app.example', 'https://a.example/b', 'ftp://a.example']) {
    assert.throws(() => loadConfig({ ATTESTRY_CORS_ORIGINS: wrong }), /no origin such as/, wrong);
  }
  assert.is(loadConfig({ ATTESTRY_TRUSTED_PROXIES: '2' }).config.trustedProxies, 2);
});

test('printed settings have their origin and no secret', () => {
  const file = fileWith('printed', keys);
  const { printed } = loadConfig({ ATTESTRY_HTTP_PORT: '1234', ATTESTRY_SIGNING_KEYS_FILE: file });
  const shown = new Map(printed.map(({ name, value, origin }) => [name, [value, origin]]));
  assert.equal(shown.get('ATTESTRY_HTTP_PORT'), ['1234', 'environment']);
  assert.equal(shown.get('ATTESTRY_HTTP_HOST'), ['127.0.0.1', 'default']);
  assert.equal(shown.get('ATTESTRY_BASE_URL'), [null, 'default']);
  assert.equal(shown.get('ATTESTRY_SIGNING_KEYS'), ['(secret)', `file ${file}`]);
  assert.not.ok(JSON.stringify(loadConfig({ ATTESTRY_SIGNING_KEYS: keys }).printed).includes('AAAA'));
  assert.equal(
    printed.map(({ name }) => name),
    Object.values(settings).map(({ name }) => name),
  );
});

test('the table of docs/operations.md lists exactly the settings, with their defaults', () => {
  const text = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const section = text.slice(text.indexOf('## 2. Configuration'), text.indexOf('## 3. Commands'));
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| `ATTESTRY_'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const listed = rows.flatMap(([, names = '', defaults = '']) => {
    const all = [...names.matchAll(/`(ATTESTRY_\w+)`/g)].map((match) => match[1] ?? '');
    const texts = [...defaults.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
    return all.map((name, index) => [name, all.length === texts.length ? texts[index] : null] as const);
  });
  assert.equal(
    listed.map(([name]) => name).sort(),
    Object.values(settings)
      .map(({ name }) => name)
      .sort(),
  );
  const defaults = new Map(listed);
  for (const { name, fallback } of Object.values(settings)) {
    const shown = defaults.get(name) ?? null;
    if (shown !== null && fallback !== null && fallback !== '') assert.is(shown, fallback, name);
  }
});

const badProviders: readonly (readonly [text: string, problem: RegExp])[] = [
  ['https://node.example/KEY', /its value has no label=url as member 1/],
  ['own=https://node.example/KEY,other', /as member 2/],
  ['Own=https://node.example/KEY', /as member 1/],
  ['own=ftp://node.example/KEY', /as member 1/],
  ['own=https://user:KEY@node.example', /as member 1/],
  ['own=https://a.example/KEY,own=https://b.example', /has a label twice/],
  [',', /names no provider/],
];

for (const [text, problem] of badProviders) {
  test(`providers of a chain: ${text}`, () => {
    const [message = ''] = problemsOf({ ATTESTRY_RPC_BASE: text });
    assert.match(message, /^ATTESTRY_RPC_BASE: /);
    assert.match(message, problem);
    assert.not.match(message, /KEY|example/);
  });
}

test('a rate of requests is off or a number per second', () => {
  assert.is(loadConfig({ ATTESTRY_RPC_RATE: 'off' }).config.rpcRate, null);
  assert.equal(problemsOf({ ATTESTRY_RPC_RATE: '0/s' }), ['ATTESTRY_RPC_RATE: "0/s" must be "<n>/s" or "off"']);
});

test('an interval is a number of minutes or hours up to thirty days', () => {
  assert.is(loadConfig({ ATTESTRY_CHAIN_SWEEP: '720h' }).config.chainSweep, 30 * 24 * 60 * 60 * 1000);
  for (const text of ['0h', '721h', '24', '1d', '1.5h']) {
    assert.match(
      problemsOf({ ATTESTRY_CHAIN_SWEEP: text })[0] ?? '',
      /must be a time such as 24h or 90m, at most 720h/,
    );
  }
});

test.run();
