import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readCommittedSchemas } from '../../schemas/generate.ts';
import { renderGenerated } from '../../schemas/render-types.ts';
import { describeVocabularies, renderVocabularies } from '../../schemas/vocabularies.ts';
import { isTopicName, topicNames } from '../../schemas/topics.ts';

const versions = readCommittedSchemas();
const folder = new URL('../../schemas/generated/', import.meta.url);

for (const [file, text] of Object.entries(renderGenerated(versions))) {
  test(`generated/${file} is the output of \`npm run generate\``, () => {
    assert.is(readFileSync(new URL(file, folder), 'utf8'), text);
  });
}

test('vocabularies.json is the output of `npm run generate`', () => {
  assert.is(readFileSync(new URL('../vocabularies.json', folder), 'utf8'), renderVocabularies());
});

test('B-71: every public term has a meaning of one sentence, and every field and code of it', () => {
  const { vocabularies, disclosedFields } = describeVocabularies();
  assert.ok(vocabularies.length > 40);
  for (const { name, about, terms } of vocabularies) {
    assert.match(about, /^[A-Z].+\.$/, name);
    for (const { term, meaning } of terms) assert.match(meaning, /^\S.*\.$/, `${name} ${term}`);
    assert.is(new Set(terms.map(({ meaning }) => meaning)).size, terms.length, name);
  }
  for (const { name, codes } of disclosedFields) {
    for (const { term, meaning } of codes) assert.ok(meaning.length > 2, `${name} ${term}`);
  }
});

test('a vocabulary names the fields of public topics that use it', () => {
  const fieldsOf = (wanted: string) =>
    describeVocabularies().vocabularies.find(({ name }) => name === wanted)?.fields ?? [];
  assert.equal(fieldsOf('assetStatus'), ['registry.assets: status', 'asset.records: status']);
  assert.ok(fieldsOf('dimension').includes('changes: assessment.dimensions.kind'));
  assert.not.ok(describeVocabularies().vocabularies.some(({ name }) => name === 'commandType'));
});

test('every topic has schemas and every schema a topic', () => {
  assert.equal(Object.keys(versions).sort(), [...topicNames].sort());
  assert.ok(topicNames.every(isTopicName));
});

interface NamedSchema {
  readonly type?: unknown;
  readonly name?: string;
  readonly doc?: string;
  readonly fields?: readonly NamedSchema[];
  readonly items?: unknown;
  readonly values?: unknown;
}

/** Paths of records and fields without a doc, of enums, and of unions other than ["null", T]. */
function faults(schema: unknown, path: string): readonly string[] {
  if (Array.isArray(schema)) {
    const branches: readonly unknown[] = schema;
    const own = branches.length === 2 && branches[0] === 'null' ? [] : [`${path}: a union other than ["null", T]`];
    return [...own, ...branches.flatMap((branch) => faults(branch, path))];
  }
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, name, doc, fields = [], items, values } = schema as NamedSchema;
  const here = `${path}/${name ?? ''}`;
  const own = [
    ...(type === 'enum' ? [`${here}: an enum, which cannot grow compatibly`] : []),
    ...(type === 'record' && !isSentence(doc) ? [`${here}: a record without doc`] : []),
    ...fields.filter((field) => !isSentence(field.doc)).map((field) => `${here}.${field.name ?? ''}: no doc`),
  ];
  const nested = [type, items, values, ...fields.map((field) => field.type)];
  return [...own, ...nested.flatMap((one) => faults(one, here))];
}

const isSentence = (doc: string | undefined): boolean => doc !== undefined && doc.trim().length > 3;

for (const [topic, all] of Object.entries(versions)) {
  test(`${topic}: every record and field has a doc`, () => {
    assert.equal(
      all.flatMap((schema, index) => faults(schema, `v${index + 1}`)),
      [],
    );
  });
}

test('the check finds violations', () => {
  const bad = {
    type: 'record',
    name: 'R',
    fields: [
      { name: 'a', type: ['null', 'int', 'string'] },
      { name: 'b', type: { type: 'array', items: { type: 'record', name: 'S', fields: [] } }, doc: 'Some.' },
      { name: 'c', type: { type: 'enum', name: 'E', symbols: ['X'] }, doc: 'Some.' },
    ],
  };
  assert.is(faults(bad, 'bad').length, 5);
});

test.run();
