/** docs/topics.md matches the schemas and the table of topics. `UPDATE_DOCS=1` regenerates it, for review. */
import { writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { largestRecordBytes } from '../../infra/log/kafka/wire/sendable-record.ts';
import { incompatibilities } from '../../schemas/compatibility.ts';
import { currentSchemaOf } from '../../schemas/subjects.ts';
import { type AvroNode, fieldsOf, schemaOf } from '../support/avro-records.ts';
import { topics } from '../../schemas/topics.ts';
import { blocksOf } from './blocks.ts';
import { catalogue } from '../../pipeline/changes/catalogue.ts';
import { publicTopics, withGeneratedParts } from './topics-page.ts';
import { pathOf, textOf } from './tree.ts';

const page = 'docs/topics.md';

test('the page matches the current schemas', () => {
  const expected = withGeneratedParts(textOf(page));
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(pathOf(page), expected);
  assert.fixture(textOf(page), expected, `${page} is stale; run with UPDATE_DOCS=1 and review it`);
});

test('every public topic has an example, except those that are empty in the demo', () => {
  const shown = blocksOf(textOf(page)).filter(({ language }) => language === 'json');
  assert.equal(
    shown.map(({ heading }) => heading),
    publicTopics.filter((topic) => !['dead.letters', 'document.captures', 'asset.facts', 'verdicts'].includes(topic)),
  );
});

test('the statements of the page about record sizes and optional fields are true', () => {
  assert.is(largestRecordBytes, 8 * 2 ** 20);
  const withoutDefault = publicTopics.flatMap((topic) =>
    recordsOf(schemaOf(topic)).flatMap((record) =>
      fieldsOf(record)
        .filter((field) => Array.isArray(field.type) && field.type[0] === 'null' && !('default' in field))
        .map(({ name }) => `${topic}: ${name}`),
    ),
  );
  assert.equal(withoutDefault, []);
});

function recordsOf(node: AvroNode): readonly AvroNode[] {
  const inner = fieldsOf(node).flatMap(({ type }) => [type].flat(3) as readonly unknown[]);
  const nodes = inner.filter((one): one is AvroNode => typeof one === 'object' && one !== null);
  return [
    node,
    ...nodes.flatMap((one) => (one.items === undefined ? recordsOf(one) : recordsOf(one.items as AvroNode))),
  ];
}

test('the table of allowed schema changes matches the compatibility check', () => {
  for (const topic of publicTopics) {
    const current = currentSchemaOf(topic);
    const withField = (field: object): string => {
      const schema = JSON.parse(current) as { fields: object[] };
      return JSON.stringify({ ...schema, fields: [...schema.fields, field] });
    };
    const optional = withField({ name: 'more', type: ['null', 'string'], default: null });
    const required = withField({ name: 'more', type: 'string' });
    assert.equal(incompatibilities([current], optional), [], topic);
    assert.equal(incompatibilities([optional], current), [], topic);
    assert.ok(incompatibilities([current], required).length > 0, topic);
    assert.ok(incompatibilities([required], current).length > 0, topic);
  }
});

test('the ACLs on the page exclude the internal topics', () => {
  const internal = Object.entries(topics).filter(([, topic]) => !topic.public);
  const denied = internal.filter(([name]) => !name.startsWith('accounts.')).map(([name]) => name);
  for (const name of denied) {
    assert.ok(
      textOf(page).includes(`--deny-principal User:warehouse --operation All --topic attestry.${name}\n`),
      `${name} needs a line under "Who may read what"`,
    );
  }
});

test('the page lists each kind of change without a producer', () => {
  const section = textOf(page).split('### Terms that nothing produces\n')[1] ?? '';
  const listed = [...section.matchAll(/^\| explanationKind \| `(\w+)` /gm)].map(([, kind]) => kind);
  const reserved = catalogue().filter(({ producers }) => producers.length === 0);
  assert.equal(
    listed,
    reserved.map(({ kind }) => kind),
  );
});

test.run();
