/** Logins, TLS and rights at brokers: what works, and one sentence for each mistake. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import kafkajs, { type AclResourceTypes as AclResourceType } from 'kafkajs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { localDirectory } from '../../infra/config/local-directory.ts';
import { RetryableError, UsageError } from '../../infra/errors.ts';
import type { KafkaConnection, KafkaLogin, KafkaOptions } from '../../infra/log/kafka/client/options.ts';
import { openKafkaLog } from '../../infra/log/kafka/log/kafka-log.ts';
import { applyKafkaTopics } from '../../infra/log/kafka/topics/apply-topics.ts';
import { createLogger } from '../../infra/logger.ts';
import { topicNames } from '../../schemas/topics.ts';
import { type LocalKafka, openLocalKafka } from '../../tools/local/kafka.ts';
import { printingErrors } from '../support/printing-errors.ts';
import { issueCertificate, keyFileOf, makeAuthority } from './support/tls.ts';
import { failureOf, numbered, until } from './support/until.ts';

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;
const test = suite('kafka: logins, TLS and rights');
const folder = mkdtempSync(join(tmpdir(), 'attestry-logins-'));
const prefix = 'l.';
/** No message or log line may have one of them. */
const secrets = ['plain-secret', 'scram-secret', 'a-wrong-guess', 'PRIVATE KEY'];
const secretsOf = { plain: ['paula', 'plain-secret'], scram: ['sam', 'scram-secret'] } as const;
let kafka: LocalKafka;
let ca: string;
let [clientCert, clientKey, strangersCert, strangersKey] = ['', '', '', ''];

test.before(() => printingErrors(prepare));
test.after(async () => {
  await kafka.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function prepare(): Promise<void> {
  const certificates = join(folder, 'certificates');
  const authority = await makeAuthority(certificates);
  ca = readFileSync(authority.file, 'utf8');
  const good = await issueCertificate(certificates, 'good');
  const expired = await issueCertificate(certificates, 'expired', { startDate: '-5d' });
  const elsewhere = await issueCertificate(certificates, 'elsewhere', { san: 'dns:broker.example' });
  const client = await issueCertificate(certificates, 'client');
  clientCert = readFileSync(client.file, 'utf8');
  clientKey = readFileSync(await keyFileOf(certificates, 'client', client), 'utf8');
  const other = join(folder, 'other');
  await makeAuthority(other);
  const stranger = await issueCertificate(other, 'stranger');
  strangersCert = readFileSync(stranger.file, 'utf8');
  strangersKey = readFileSync(await keyFileOf(other, 'stranger', stranger), 'utf8');
  const storeOf = (listener: string, { store, password }: typeof good): Readonly<Record<string, string>> => ({
    [`listener.name.${listener}.ssl.keystore.location`]: store,
    [`listener.name.${listener}.ssl.keystore.type`]: 'PKCS12',
    [`listener.name.${listener}.ssl.keystore.password`]: password,
  });
  const jaas = 'org.apache.kafka.common.security';
  const plainJaas = `${jaas}.plain.PlainLoginModule required user_${secretsOf.plain[0]}="${secretsOf.plain[1]}";`;
  const logins = ['sasl_plaintext', 'sasl_ssl'].flatMap((listener): [string, string][] => [
    [`listener.name.${listener}.plain.sasl.jaas.config`, plainJaas],
    [`listener.name.${listener}.scram-sha-256.sasl.jaas.config`, `${jaas}.scram.ScramLoginModule required;`],
    [`listener.name.${listener}.scram-sha-512.sasl.jaas.config`, `${jaas}.scram.ScramLoginModule required;`],
  ]);
  const [name, password] = secretsOf.scram;
  kafka = await openLocalKafka({
    programs: localDirectory(),
    folder: join(folder, 'broker'),
    nodes: 1,
    listeners: ['SASL_PLAINTEXT', 'SASL_SSL', 'SSL', 'MUTUAL', 'EXPIRED', 'ELSEWHERE'],
    format: ['256', '512'].flatMap((size) => ['--add-scram', `SCRAM-SHA-${size}=[name=${name},password=${password}]`]),
    properties: {
      'listener.security.protocol.map':
        'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,SASL_SSL:SASL_SSL,SSL:SSL,MUTUAL:SSL,EXPIRED:SSL,ELSEWHERE:SSL',
      'group.min.session.timeout.ms': '1000',
      'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
      ...Object.fromEntries(logins),
      ...storeOf('ssl', good),
      ...storeOf('sasl_ssl', good),
      ...storeOf('mutual', good),
      ...storeOf('expired', expired),
      ...storeOf('elsewhere', elsewhere),
      'listener.name.mutual.ssl.client.auth': 'required',
      'listener.name.mutual.ssl.truststore.location': authority.file,
      'listener.name.mutual.ssl.truststore.type': 'PEM',
      'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      'super.users': 'User:ANONYMOUS;User:CN=client',
      'allow.everyone.if.no.acl.found': 'false',
    },
  });
  await kafka.start();
  await applyKafkaTopics({ brokers: kafka.brokers, prefix, partitions: 1, replication: 1 });
  await allow(secretsOf.scram[0], 'READ', AclResourceTypes.TOPIC, prefix);
  await allow(secretsOf.scram[0], 'WRITE', AclResourceTypes.TOPIC, prefix);
  await allow(secretsOf.scram[0], 'READ', AclResourceTypes.GROUP, prefix);
}

async function allow(
  user: string,
  operation: 'READ' | 'WRITE' | 'DESCRIBE',
  resourceType: AclResourceType,
  resourceName: string,
): Promise<void> {
  const admin = new kafkajs.Kafka({ brokers: [...kafka.brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.createAcls({
    acl: [
      {
        resourceType,
        resourceName,
        resourcePatternType: ResourcePatternTypes.PREFIXED,
        principal: `User:${user}`,
        host: '*',
        operation: AclOperationTypes[operation],
        permissionType: AclPermissionTypes.ALLOW,
      },
    ],
  });
  await admin.disconnect();
}

const login = (mechanism: KafkaLogin['mechanism'], [username, password]: readonly [string, string]) => ({
  sasl: { mechanism, username, password },
});

/** The options of a connection to a listener. Its log lines are collected. */
function at(listener: string, options: Omit<KafkaConnection, 'brokers'> = {}) {
  const lines: string[] = [];
  const logger = createLogger({ level: 'debug', destination: { write: (line) => void lines.push(line) } });
  const given: KafkaOptions = {
    brokers: kafka.addresses(listener),
    prefix,
    logger,
    timings: { connectMs: 1_500, requestMs: 2_000 },
    ...options,
  };
  return { options: given, lines };
}

const working: readonly (readonly [
  title: string,
  listener: string,
  options: () => Omit<KafkaConnection, 'brokers'>,
])[] = [
  ['SCRAM-SHA-256', 'SASL_PLAINTEXT', () => login('scram-sha-256', secretsOf.scram)],
  ['SCRAM-SHA-512', 'SASL_PLAINTEXT', () => login('scram-sha-512', secretsOf.scram)],
  ['SCRAM-SHA-512 over TLS', 'SASL_SSL', () => ({ ...login('scram-sha-512', secretsOf.scram), tls: { ca } })],
  ['TLS with an authority of its own', 'SSL', () => ({ tls: { ca } })],
  ['TLS with a client certificate', 'MUTUAL', () => ({ tls: { ca, cert: clientCert, key: clientKey } })],
];
for (const [title, listener, options] of working) {
  test(`${title}: append, read, and read in a group`, async () => {
    const log = await openKafkaLog(at(listener, options()).options);
    try {
      const [position] = await log.append([numbered(7)]);
      const from = position?.offset ?? 0;
      assert.is((await log.read({ topic: 'observations', partition: 0, from, maxRecords: 1 })).length, 1);
      let read = 0;
      const consumption = log.consume({
        topics: ['observations'],
        group: `g-${title.replaceAll(' ', '-')}`,
        maxRecords: 10,
        startAt: async () => from,
        onChunk: async ({ records }) => void (read += records.length),
      });
      await until('the record arrives in a group', () => read > 0);
      await consumption.stop();
    } finally {
      await log.close();
    }
  });
}

/** Each of them is refused with a sentence that names the mistake, its place and the remedy. */
/** With that of the log's identity. */
const allTopics = topicNames.length + 1;

const refused: readonly (readonly [
  title: string,
  listener: string,
  options: () => Omit<KafkaConnection, 'brokers'>,
  message: RegExp,
])[] = [
  [
    'PLAIN with a wrong password',
    'SASL_PLAINTEXT',
    () => login('plain', ['paula', 'a-wrong-guess']),
    /Check user name, password and SASL mechanism/,
  ],
  [
    'SCRAM-SHA-256 with a wrong password',
    'SASL_PLAINTEXT',
    () => login('scram-sha-256', ['sam', 'a-wrong-guess']),
    /Check user name, password and SASL mechanism/,
  ],
  [
    'SCRAM-SHA-512 with an unknown user, over TLS',
    'SASL_SSL',
    () => ({ ...login('scram-sha-512', ['nemo', 'a-wrong-guess']), tls: { ca } }),
    /Check user name, password and SASL mechanism/,
  ],
  [
    'no login where one is required',
    'SASL_PLAINTEXT',
    () => ({}),
    /requires a login: set ATTESTRY_KAFKA_SASL_MECHANISM/,
  ],
  [
    'no login where one is required, over TLS',
    'SASL_SSL',
    () => ({ tls: { ca } }),
    /requires a login: set ATTESTRY_KAFKA_SASL_MECHANISM/,
  ],
  [
    'a login where none is possible',
    'PLAINTEXT',
    () => login('plain', secretsOf.plain),
    /Check user name, password and SASL mechanism/,
  ],
  ['a client without TLS at a TLS listener', 'SSL', () => ({}), /speaks TLS: set ATTESTRY_KAFKA_TLS=on/],
  [
    'a login without TLS at a TLS listener',
    'SASL_SSL',
    () => login('scram-sha-256', secretsOf.scram),
    /speaks TLS: set ATTESTRY_KAFKA_TLS=on/,
  ],
  [
    'a client with TLS at a listener without',
    'PLAINTEXT',
    () => ({ tls: { ca } }),
    /not speak TLS.*ATTESTRY_KAFKA_TLS/,
  ],
  ['a certificate of an unknown authority', 'SSL', () => ({ tls: {} }), /ATTESTRY_KAFKA_CA_FILE/],
  ['the authority of another cluster', 'SSL', () => ({ tls: { ca: strangersCert } }), /ATTESTRY_KAFKA_CA_FILE/],
  ['an expired certificate', 'EXPIRED', () => ({ tls: { ca } }), /expired.*Renew the certificate of the listener/],
  [
    "another host's certificate",
    'ELSEWHERE',
    () => ({ tls: { ca } }),
    /ATTESTRY_KAFKA_BROKERS.*as their certificates do/,
  ],
  ['no client certificate where one is required', 'MUTUAL', () => ({ tls: { ca } }), /ATTESTRY_KAFKA_CERT_FILE/],
  [
    'a client certificate of an unknown authority',
    'MUTUAL',
    () => ({ tls: { ca, cert: strangersCert, key: strangersKey } }),
    /ATTESTRY_KAFKA_CERT_FILE/,
  ],
  [
    'a user without any right',
    'SASL_PLAINTEXT',
    () => login('plain', secretsOf.plain),
    new RegExp(`lacks ${allTopics} of ${allTopics} topics, or this user may not describe them`),
  ],
];
for (const [title, listener, options, message] of refused) {
  test(`${title}: a UsageError that names the remedy, without a secret`, async () => {
    const { options: given, lines } = at(listener, options());
    const error = await failureOf(openKafkaLog(given));
    assert.instance(error, UsageError, error.message);
    assert.match(error.message, message);
    const shown = `${error.message}${lines.join('')}`;
    for (const secret of secrets) assert.not.ok(shown.includes(secret), secret);
    const applying = await failureOf(applyKafkaTopics({ ...given, partitions: 1, replication: 1 }));
    assert.instance(applying, UsageError, applying.message);
  });
}

test('a listener that answers nothing is retried', async () => {
  const error = await failureOf(openKafkaLog({ ...at('SSL').options, brokers: ['127.0.0.1:1'] }));
  assert.instance(error, RetryableError);
});

test('a right that is missing on a topic or a group ends the work with a sentence that names it', async () => {
  await allow(secretsOf.plain[0], 'DESCRIBE', AclResourceTypes.TOPIC, prefix);
  await allow(secretsOf.plain[0], 'READ', AclResourceTypes.TOPIC, `${prefix}log.identity`);
  const { options, lines } = at('SASL_PLAINTEXT', login('plain', secretsOf.plain));
  const free = await openKafkaLog(at('PLAINTEXT').options);
  await free.append([numbered(1)]);
  await free.close();
  const log = await openKafkaLog(options);
  try {
    const reading = await failureOf(log.read({ topic: 'observations', partition: 0, from: 0, maxRecords: 1 }));
    const writing = await failureOf(log.append([numbered(1)]));
    const listening = await failureOf(
      log.consume({
        topics: ['observations'],
        group: null,
        maxRecords: 1,
        startAt: async () => 0,
        onChunk: async () => undefined,
      }).done,
    );
    await allow(secretsOf.plain[0], 'READ', AclResourceTypes.TOPIC, prefix);
    const joining = await failureOf(
      log.consume({
        topics: ['observations'],
        group: 'mine',
        maxRecords: 1,
        startAt: async () => 0,
        onChunk: async () => undefined,
      }).done,
    );
    for (const [error, what] of [
      [reading, /reading l\.observations failed/],
      [writing, /appending to l\.observations failed/],
      [listening, /reading l\.observations failed/],
      [joining, /l\.mine failed/],
    ] as const) {
      assert.instance(error, UsageError, error.message);
      assert.match(error.message, what);
      assert.match(error.message, /The user lacks the right to do so/);
    }
    for (const secret of secrets) assert.not.ok(lines.join('').includes(secret), secret);
  } finally {
    await log.close();
  }
});

test.run();
