import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import fc from 'fast-check';
import { UsageError } from '../../infra/errors.ts';
import { createCodec, type SchemaSource } from '../../schemas/codec.ts';
import { schemaIdOf, UndecodableValue } from '../../schemas/framed-value.ts';
import { committed, currentSchemaOf } from '../../schemas/subjects.ts';
import { subjectOf, type TopicName } from '../../schemas/topics.ts';
import { recordsOf } from '../support/avro-records.ts';

export interface SourceUnderTest {
  /** Registry under test, with every committed schema under `prefix`. */
  readonly source: SchemaSource;
  readonly prefix: string;
  /** False for a read-only registry. */
  readonly takesSchemas: boolean;
  readonly destroy: () => Promise<void>;
}

const first = JSON.stringify({
  type: 'record',
  name: 'Contract',
  namespace: 'test',
  fields: [{ name: 'a', type: 'string' }],
});
const second = JSON.stringify({
  type: 'record',
  name: 'Contract',
  namespace: 'test',
  fields: [
    { name: 'a', type: 'string' },
    { name: 'b', type: ['null', 'long'], default: null },
  ],
});
const withoutDefault = JSON.stringify({
  type: 'record',
  name: 'Contract',
  namespace: 'test',
  fields: [
    { name: 'a', type: 'string' },
    { name: 'c', type: 'string' },
  ],
});

/** Contract of every schema registry that the codec uses. */
export function schemaSourceContract(name: string, open: () => Promise<SourceUnderTest>): void {
  const test = suite<{ under: SourceUnderTest }>(`schema source contract: ${name}`);
  test.before(async (context) => {
    context.under = await open();
  });
  test.after(async ({ under }) => under.destroy());

  test('an id that was never assigned is null, also when requested again', async ({ under }) => {
    for (let n = 0; n < 3; n++) assert.is(await under.source.schemaById(2_000_000_000), null);
  });

  test('an invalid schema is refused', async ({ under }) => {
    const subject = newSubject(under.prefix);
    for (const text of ['{"type":"record"}', '"nothing"']) await refused(under.source.register(subject, text));
  });

  test('every committed schema has a stable id and is read back by it', async ({ under }) => {
    for (const { subject, schema } of committed(under.prefix)) {
      const id = await under.source.register(subject, schema);
      assert.is(await under.source.register(subject, schema), id);
      assert.equal(JSON.parse((await under.source.schemaById(id)) ?? 'null'), JSON.parse(schema));
    }
  });

  test('a schema in another formatting is the same schema', async ({ under }) => {
    const subject = subjectOf(under.prefix, 'observations');
    const schema = currentSchemaOf('observations');
    const spaced = JSON.stringify(JSON.parse(schema), null, 2);
    assert.is(await under.source.register(subject, spaced), await under.source.register(subject, schema));
  });

  test('a new version is accepted if old and new can read each other, and refused otherwise', async ({ under }) => {
    const subject = newSubject(under.prefix);
    if (!under.takesSchemas) {
      await refused(under.source.register(subject, first));
      return;
    }
    const id = await under.source.register(subject, first);
    const next = await under.source.register(subject, second);
    assert.is.not(next, id);
    const error = await refused(under.source.register(subject, withoutDefault));
    assert.match(error.message, subject);
    assert.is(await under.source.register(subject, first), id);
  });

  test('encoded values carry the schema id and decode unchanged', async ({ under }) => {
    const topics: readonly TopicName[] = ['observations', 'changes', 'accounts.events', 'feed.runs'];
    const subjects = new Map(topics.map((topic) => [topic, subjectOf(under.prefix, topic)]));
    const codec = await createCodec(under.source, subjects, () => 0);
    for (const topic of topics) {
      const id = await under.source.register(subjectOf(under.prefix, topic), currentSchemaOf(topic));
      for (const value of fc.sample(recordsOf(topic), 5)) {
        const bytes = codec.encode(topic, value);
        assert.is(schemaIdOf(bytes), id);
        await codec.prepare([bytes]);
        assert.equal(plain(codec.decode(topic, bytes)), plain(value));
      }
    }
    const poison = Buffer.concat([Buffer.from([0, 0x77, 0x35, 0x94, 0x00]), Buffer.from('x')]);
    await codec.prepare([poison]);
    assert.throws(
      () => codec.decode('observations', poison),
      (error: unknown) => error instanceof UndecodableValue,
    );
  });

  test.run();
}

const newSubject = (prefix: string): string => `${prefix}contract-${randomBytes(4).toString('hex')}-value`;

async function refused(work: Promise<unknown>): Promise<Error> {
  const outcome: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  assert.instance(outcome, UsageError, 'it was to be refused');
  return outcome as Error;
}

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member)));
