/** Records of one topic in its schema and in a made-up earlier one, which lacks a member that has a default. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCodec, type SchemaSource } from '../../schemas/codec.ts';
import { isSameContent } from '../../schemas/same-content.ts';
import { currentSchemaOf } from '../../schemas/subjects.ts';
import { recordsOf } from '../support/avro-records.ts';
import avro from 'avsc';

const topic = 'asset.records';
const subject = `${topic}-value`;
const { fields, ...rest } = JSON.parse(currentSchemaOf(topic)) as { readonly fields: readonly { name: string }[] };
const earlier = JSON.stringify({ ...rest, fields: fields.filter(({ name }) => name !== 'chainReading') });

const texts: string[] = [];
const source: SchemaSource = {
  register: async (_, schema) => texts.push(schema),
  schemaById: async (id) => texts[id - 1] ?? null,
};
const codec = await createCodec(source, new Map([[topic, subject]]), () => 0);
const earlierId = await source.register(subject, earlier);

const [sample] = fc.sample(recordsOf(topic), { numRuns: 1, seed: 3 });
if (sample === undefined) throw new Error('no sample');
const record = { ...sample, chainReading: null };

/** As the earlier program wrote it. */
function earlierBytes(): Buffer {
  const header = Buffer.from([0, 0, 0, 0, earlierId]);
  const { chainReading: _, ...known } = record;
  return Buffer.concat([header, avro.Type.forSchema(JSON.parse(earlier) as avro.Schema).toBuffer(known)]);
}

test('a record of an earlier schema with the same members has the same content', async () => {
  const bytes = earlierBytes();
  await codec.prepare([bytes]);
  assert.ok(isSameContent(codec, topic, bytes, codec.encode(topic, record)));
  assert.not.ok(isSameContent(codec, topic, bytes, codec.encode(topic, { ...record, chainReading: 'read' })));
  assert.not.ok(isSameContent(codec, topic, bytes, codec.encode(topic, { ...record, name: `${record.name}!` })));
});

test('bytes of an unknown schema have no content to compare', () => {
  const unknown = Buffer.from(earlierBytes());
  unknown.writeInt32BE(99, 1);
  assert.not.ok(isSameContent(codec, topic, unknown, codec.encode(topic, record)));
});

test.run();
