/** The consumers of `examples/` and the ACLs of docs/topics.md, on records that follow from ESMA's real files. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import kafkajs, { type AclEntry, type Kafka } from 'kafkajs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { applyKafkaTopics } from '../../infra/log/kafka/topics/apply-topics.ts';
import { openKafkaLog } from '../../infra/log/kafka/log/kafka-log.ts';
import { createRemoteRegistry } from '../../infra/schema-registry/remote.ts';
import type { SnapshotFile } from '../../pipeline/ingest/feed.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { createAttribute } from '../../pipeline/screening/attribute.ts';
import { createCodec } from '../../schemas/codec.ts';
import type { Change } from '../../schemas/generated/records.ts';
import { subjectOf } from '../../schemas/topics.ts';
import { uuidV5 } from '../../schemas/values/hash.ts';
import { blocksOf } from '../docs/blocks.ts';
import { textOf } from '../docs/tree.ts';
import { at } from '../pipeline/changes/builders.ts';
import { watch } from '../pipeline/changes/watched-asset.ts';
import { emtwp, startIngest } from '../pipeline/ingest/harness.ts';
import { type Cells, csvOf, edit, find, rowsOf, without } from '../pipeline/ingest/register-files.ts';
import { newName, sharedBroker, users } from './support/broker.ts';
import { type KafkaUnderTest, newKafka, removeKafka } from './support/kafka-log.ts';
import { pythonWith } from './support/python.ts';
import { numbered, until } from './support/until.ts';
import { nowMs } from '../support/real-time.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const registry = process.env['ATTESTRY_TEST_REGISTRY'] ?? '';
/** Ends a client that hangs. */
const limitMs = 240_000;

const circle = '969500OYUDADGZKCR583';
const oddo = '9695002I9DJHZ3449O66';
const allUnity = '3912007G8L8CD3HFIV26';
const recorded = ['2026-01-29', '2026-01-30', '2026-02-09', '2026-08-21'].map((date) => ({
  date,
  file: emtwp(date.replaceAll('-', '')),
}));

/** After the recorded files an edited one, which decides which of AllUnity's held rows is the one of January … */
const rows = rowsOf('20260821');
const row = (comment: string): Cells => {
  const found = rows.find((one) => one['ae_lei'] === allUnity && one['wp_comments'] === comment);
  if (found === undefined) throw new Error(`no row ${comment}`);
  return found;
};
const decided = [{ date: '2026-08-24', file: csvOf(without(rows, row('SEKAU'), row('CHFAU, V1.2'))) }];
/** … or which shows that the row was removed. */
const remarked = csvOf(edit(rows, find(rows, 'HEURO'), { wp_comments: 'x' }));
const gone = ['2026-08-24', '2026-08-27'].map((date) => ({ date, file: remarked }));

type Files = readonly { readonly date: string; readonly file: SnapshotFile }[];

/** Changes that these files cause for an asset of the issuer with this LEI. */
function changesOf(lei: string, name: string, files: Files): readonly Change[] {
  const ingest = startIngest('esma-emtwp');
  const identifiers = { dti: [], ffg: [], isin: [] };
  const since = at('2025-01-01');
  const watched = watch(createAttribute({ registers: feeds }), { asset: { identifiers }, party: { lei }, since });
  const assetId = uuidV5('6ba7b811-9dad-11d1-80b4-00c04fd430c8', name);
  return files
    .flatMap(({ date, file }) => watched.rows(ingest.run([file], { asOf: at(date) }).outputs))
    .map((change) => ({ ...change, id: `${change.id}-${name}`, assetId }));
}

const story = [
  ...changesOf(circle, 'circle', recorded),
  ...changesOf(oddo, 'oddo', recorded),
  ...changesOf(allUnity, 'decided', [...recorded, ...decided]),
  ...changesOf(allUnity, 'gone', [...recorded, ...gone]),
];

/** The line that a consumer prints for a change. */
function sentence(change: Change): string {
  const { id, revision, assetId, detectedAt, direction, disposition, confirmed, explanation, assessment } = change;
  const marks = [
    ...(revision > 0 ? [`revision ${revision}`] : []),
    ...(disposition === 'superseded' ? ['withdrawn'] : []),
    ...(confirmed ? [] : ['not confirmed']),
  ];
  const mark = marks.length > 0 ? ` (${marks.join(', ')})` : '';
  const day = new Date(detectedAt).toISOString().slice(0, 10);
  return `${day} ${direction} ${assetId} ${explanation.headline}${mark}. Why: ${assessment.reason} [${id}]`;
}

const linesOf = (changes: readonly Change[]): readonly string[] => changes.map(sentence).sort();

let kafka: KafkaUnderTest;
test.before(async () => {
  kafka = await newKafka((await sharedBroker()).brokers);
  const { prefix } = kafka;
  const source = createRemoteRegistry({ url: registry, clock: nowMs });
  const codec = await createCodec(source, new Map([['changes', subjectOf(prefix, 'changes')]]), nowMs);
  const log = await openKafkaLog(kafka);
  const records = story.map((value) => ({
    topic: 'changes' as const,
    key: value.assetId,
    timestamp: value.revisedAt,
    value: codec.encode('changes', value),
  }));
  await log.append(records);
  // As after retries of writers: all records again, in reverse order.
  await log.append([...records].reverse());
  await log.close();
});
test.after(() => removeKafka(kafka));

type Consumer = (...options: readonly string[]) => Promise<readonly string[]>;

/** Runs an example until it has read to the end of the topic. Returns the lines it printed, sorted. */
const consumer =
  (program: string, ...before: readonly string[]): Consumer =>
  async (...options) => {
    const { brokers, prefix } = kafka;
    const where = ['--brokers', brokers.join(','), '--registry', registry, '--prefix', prefix, '--until-end'];
    const { stdout } = await run(program, [...before, ...where, ...options], { cwd: root, timeout: limitMs });
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .sort();
  };

async function testConsumer(read: Consumer): Promise<void> {
  const group = `t-${newName()}`;
  const lines = await read('--group', group);
  assert.equal(lines, linesOf(story));
  assert.equal(await read('--group', group), [], 'a group resumes at its committed offset');
  const since = at('2026-08-24');
  const later = story.filter(({ revisedAt }) => revisedAt >= since);
  assert.ok(later.length > 0 && later.length < story.length);
  const options = ['--group', `t-${newName()}`, '--since', '2026-08-24T00:00:00Z'];
  assert.equal(await read(...options), linesOf(later));
}

test('the input has changes of several files, revisions and withdrawals, so that a consumer that drops any of them fails', () => {
  assert.ok(story.length >= 15, `${story.length} changes`);
  assert.ok(story.some(({ revision, disposition }) => revision > 0 && disposition === 'superseded'));
  assert.ok(story.some(({ revision, disposition }) => revision > 0 && disposition === 'shown'));
  assert.ok(new Set(story.map(({ revisedAt }) => revisedAt)).size >= 3);
});

test('examples/typescript prints every revision once, with its reason', async () => {
  await testConsumer(consumer(process.execPath, '--import', 'tsx', 'examples/typescript/changes.ts'));
});

const python = await pythonWith(`${root}/examples/python/requirements.txt`);
if ('missing' in python) {
  console.log(`skipped: examples/python. ${python.missing}`);
  test.skip('examples/python prints every revision once, with its reason');
} else {
  test('examples/python prints every revision once, with its reason', async () => {
    await testConsumer(consumer(python.program, 'examples/python/changes.py'));
  });
}

/** The ACLs that docs/topics.md shows for a principal, for the test's user and below a prefix. */
function rightsOf(principal: string, prefix: string): readonly AclEntry[] {
  const lines = blocksOf(textOf('docs/topics.md'))
    .filter(({ heading }) => heading === 'Who may read what')
    .flatMap(({ body }) => body.split('\n'))
    .filter((line) => line.includes(`User:${principal} `));
  assert.ok(lines.length >= 2, `the page has no lines for ${principal}`);
  return lines.flatMap((line) => {
    const given = (option: string): readonly string[] =>
      [...line.matchAll(new RegExp(`--${option} (\\S+)`, 'g'))].map((match) => match[1] ?? '');
    const [topic] = given('topic');
    const [group = ''] = given('group');
    const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;
    const named = (name: string): string => name.replace(/^attestry\./, prefix);
    const pattern = given('resource-pattern-type')[0] === 'prefixed' ? 'PREFIXED' : 'LITERAL';
    return given('operation').map((operation) => ({
      principal: `User:${users.none[0]}`,
      host: '*',
      operation: AclOperationTypes[operation.replace(/(?<=.)[A-Z]/g, '_$&').toUpperCase() as 'READ'],
      permissionType: line.includes('--deny-principal') ? AclPermissionTypes.DENY : AclPermissionTypes.ALLOW,
      resourceType: topic === undefined ? AclResourceTypes.GROUP : AclResourceTypes.TOPIC,
      resourceName: named(topic ?? group),
      resourcePatternType: ResourcePatternTypes[pattern],
    }));
  });
}

const login = {
  sasl: { mechanism: 'plain' as const, username: users.none[0], password: users.none[1] },
  logLevel: kafkajs.logLevel.NOTHING,
  retry: { retries: 1 },
};

/** Grants the test's user those ACLs while `body` runs. */
async function withRights(
  principal: string,
  prefix: string,
  body: (brokers: string[]) => Promise<void>,
): Promise<void> {
  const broker = await sharedBroker();
  const admin = new kafkajs.Kafka({ brokers: [...broker.brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    await admin.createAcls({ acl: [...rightsOf(principal, prefix)] });
    await body([...broker.addresses('SASL_PLAINTEXT')]);
  } finally {
    const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;
    const any = {
      operation: AclOperationTypes.ANY,
      permissionType: AclPermissionTypes.ANY,
      resourceType: AclResourceTypes.ANY,
      resourcePatternType: ResourcePatternTypes.ANY,
    };
    await admin.deleteAcls({ filters: [{ principal: `User:${users.none[0]}`, ...any }] });
    await admin.disconnect();
  }
}

/** The broker's error if the user may not see a topic; null if it may. */
async function refusal(client: Kafka, topic: string): Promise<string | null> {
  const admin = client.admin();
  await admin.connect();
  try {
    await admin.fetchTopicOffsets(`${kafka.prefix}${topic}`);
    return null;
  } catch (error) {
    return (error as { readonly type?: string }).type ?? String(error);
  } finally {
    await admin.disconnect();
  }
}

const refused = 'TOPIC_AUTHORIZATION_FAILED';

const readers = [
  ['analyst', { changes: null, observations: refused, 'accounts.events': refused }],
  ['warehouse', { changes: null, observations: null, 'accounts.events': refused, 'accounts.commands': refused }],
] as const;
for (const [principal, expected] of readers) {
  test(`the ACLs of docs/topics.md for a reader: ${principal} reads, and cannot see account topics`, async () => {
    await withRights(principal, kafka.prefix, async (brokers) => {
      const client = new kafkajs.Kafka({ ...login, brokers });
      // New ACLs reach the brokers some time after the request is answered.
      await until('the ACLs are in force', async () => (await refusal(client, 'changes')) === null);
      for (const [topic, why] of Object.entries(expected)) assert.is(await refusal(client, topic), why, topic);
      const consumer = client.consumer({ groupId: `${principal}-${newName()}` });
      await consumer.connect();
      await consumer.subscribe({ topic: `${kafka.prefix}changes`, fromBeginning: true });
      await new Promise<void>((resolve, reject) => {
        consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
        consumer.run({ eachMessage: async () => resolve() }).catch(reject);
      });
      await consumer.disconnect();
      const producer = client.producer();
      await producer.connect();
      const sent = producer.send({ topic: `${kafka.prefix}changes`, messages: [{ value: 'x' }] });
      assert.is(
        await sent.then(String, (error: unknown) => (error as { readonly type?: string }).type),
        refused,
        'the reader may not write',
      );
      await producer.disconnect();
    });
  });
}

test('the ACLs of docs/topics.md for Attestry itself suffice to create topics, append, join groups and copy a log', async () => {
  const prefix = `t-${newName()}.`;
  await withRights('attestry', prefix, async (brokers) => {
    const options = { brokers, prefix, sasl: { ...login.sasl } };
    await until('the ACLs are in force', () =>
      applyKafkaTopics({ ...options, partitions: 3, replication: 1 }).then(
        () => true,
        () => false,
      ),
    );
    const again = await applyKafkaTopics({ ...options, partitions: 3, replication: 1 });
    assert.ok(
      again.every(({ state }) => state === 'same'),
      'it may read the configuration of the topics',
    );
    const log = await openKafkaLog(options);
    await log.append([numbered(1)]);
    const read = await new Promise<number>((resolve, reject) => {
      const consumption = log.consume({
        topics: ['observations'],
        group: 'detect',
        maxRecords: 10,
        startAt: async () => 0,
        onChunk: async ({ records }) => {
          resolve(records.length);
        },
      });
      consumption.done.catch(reject);
    });
    assert.is(read, 1);
    await log.close();
    const admin = new kafkajs.Kafka({ ...login, brokers }).admin();
    await admin.connect();
    await admin.fetchTopicOffsets(`${prefix}observations`);
    await admin.deleteTopicRecords({ topic: `${prefix}observations`, partitions: [{ partition: 0, offset: '0' }] });
    await admin.disconnect();
  });
  await removeKafka({ ...kafka, prefix });
});

test.run();
