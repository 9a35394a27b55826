/** What was published does not change in place; what is added passes. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeExportCursor } from '../../../api/readmodel/resources/export/cursor.ts';
import { writeStreamCursor } from '../../../api/readmodel/resources/stream/cursor.ts';
import { incompatibilities } from '../../../schemas/compatibility.ts';
import { topicNames } from '../../../schemas/topics.ts';
import { changedSince, readPublished } from '../../../tools/release/published/changed-since.ts';
import { publishedKindNames, publishedKinds, type PublishedKindName } from '../../../tools/release/published/kinds.ts';
import {
  joinedPins,
  partsOf,
  pinCount,
  type PublishedSources,
  sourcesOfBuild,
} from '../../../tools/release/published/parts.ts';
import { cursorSamples } from '../../../tools/release/published/samples.ts';

const sources = sourcesOfBuild();
const parts = partsOf(sources);

test('nothing that a release published has changed since', () => {
  assert.equal(changedSince(readPublished(), parts), []);
});

test('every kind has parts, among them the rule sets and the first schema of every topic', () => {
  for (const kind of publishedKindNames) assert.ok(Object.keys(parts[kind]).length > 0, kind);
  assert.equal(Object.keys(parts['rule set']), ['impact-v1']);
  assert.equal(Object.keys(parts['match rules']), ['match-v1']);
  assert.equal(Object.keys(parts['obligation rules']), ['obligations-v1']);
  for (const topic of topicNames) assert.ok(`${topic} 1` in parts.schema, topic);
});

test('a second computation gives the same', () => {
  assert.equal(partsOf(sourcesOfBuild()), parts);
});

type Mutation = readonly [kind: PublishedKindName, title: string, mutated: PublishedSources];

const [rules] = sources.ruleSets;
const [rule] = rules?.rules ?? [];
const [field] = sources.fields;
if (rules === undefined || rule === undefined || field === undefined)
  throw new Error('this build has no rules or fields');

const other = <T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Readonly<Record<string, T>> => {
  const [[name, value] = []] = Object.entries(record);
  if (name === undefined || value === undefined) throw new Error('there is nothing to change');
  return { ...record, [name]: change(value) };
};
const ofRules = (changed: Partial<typeof rules>): PublishedSources => ({
  ...sources,
  ruleSets: [{ ...rules, ...changed }],
});

const mutations: readonly Mutation[] = [
  ['rule set', 'another claim of a rule', ofRules({ rules: [{ ...rule, claim: 'another' }, ...rules.rules.slice(1)] })],
  ['rule set', 'another text of the fold', ofRules({ texts: { ...rules.texts, own: { another: { a: 'b' } } } })],
  ['rule set', 'another table of severities', ofRules({ severity: { ...rules.severity, low: [] } })],
  ['match rules', 'another name', { ...sources, matchRules: 'match-v2' }],
  ['table of names', 'another row', { ...sources, nameTables: other(sources.nameTables, (text) => `${text}a\tb\n`) }],
  [
    'obligation rules',
    'another first day',
    {
      ...sources,
      obligations: other(sources.obligations, ([[first, ...rest], texts]) => [
        [...(first === undefined ? [] : [{ ...first, effectiveFrom: '2020-01-01' }]), ...rest],
        texts,
      ]),
    },
  ],
  [
    'obligation rules',
    'another text',
    { ...sources, obligations: other(sources.obligations, ([list]) => [list, { 'ART-01': {} }]) },
  ],
  ['field', 'another label', { ...sources, fields: [{ ...field, label: 'another' }, ...sources.fields.slice(1)] }],
  ['field', 'one less', { ...sources, fields: sources.fields.slice(1) }],
  ['term', 'one less', { ...sources, terms: sources.terms.slice(1) }],
  [
    'schema',
    'another documentation',
    { ...sources, schemas: other(sources.schemas, ([first = '']) => [first.replace('"doc":"', '"doc":"A ')]) },
  ],
  ['migration', 'a comment more', { ...sources, migrations: other(sources.migrations, (sql) => `${sql}-- more\n`) }],
  ['data format', 'another number', { ...sources, dataFormat: sources.dataFormat + 1 }],
  ['cursor', 'it is no longer read', { ...sources, cursors: other(sources.cursors, () => null) }],
  ['bundle', 'it is no longer read', { ...sources, bundles: other(sources.bundles, () => 'UsageError') }],
  ['id', 'another derivation', { ...sources, ids: other(sources.ids, (id) => `${id}0`) }],
  ['file', 'other bytes', { ...sources, files: other(sources.files, () => '0') }],
];

for (const [kind, title, mutated] of mutations) {
  test(`once published, ${kind} fails for ${title}, with what, where and what to do`, () => {
    const after = partsOf(mutated);
    const [sentence = '', ...more] = changedSince(parts, after);
    assert.equal(more, []);
    const name = Object.keys(parts[kind]).find((part) => after[kind][part] !== parts[kind][part]) ?? '';
    const { where, instead } = publishedKinds[kind];
    assert.ok(sentence.startsWith(`${kind} ${name} was published and `), sentence);
    for (const text of [`(${where(name)})`, 'a change is a new set', instead]) assert.ok(sentence.includes(text), text);
  });
}

test('each kind has a mutation', () => {
  assert.equal([...new Set(mutations.map(([kind]) => kind))].sort(), [...publishedKindNames].sort());
});

test('additions of every kind pass', () => {
  const added = Object.fromEntries(publishedKindNames.map((kind) => [kind, { ...parts[kind], another: '0' }]));
  assert.equal(changedSince(parts, added), []);
});

test('each single part that is gone or has changed fails', () => {
  for (const kind of publishedKindNames) {
    for (const name of Object.keys(parts[kind])) {
      const { [name]: _, ...others } = parts[kind];
      assert.is(changedSince(parts, { ...parts, [kind]: others }).length, 1, `${kind} ${name}`);
      assert.is(changedSince(parts, { ...parts, [kind]: { ...others, [name]: '0' } }).length, 1, `${kind} ${name}`);
    }
  }
});

test('parts of a kind that a build no longer knows are gone, and their pins stay', () => {
  const earlier = { ...parts, cursors: { 'stream 1': '0', 'export 1': '0' } };
  const sentences = changedSince(earlier, parts);
  assert.is(sentences.length, 2);
  assert.match(sentences[0] ?? '', /^cursors stream 1 was published and is gone/);
  const pins: Readonly<Record<string, unknown>> = joinedPins(earlier, parts);
  assert.equal(pins['cursors'], { 'export 1': '0', 'stream 1': '0' });
});

test('a pin is never written again, and only what is new is added', () => {
  const earlier = { ...parts, field: { [field.name]: 'earlier' } };
  const pins = joinedPins(earlier, parts);
  assert.is(pins.field?.[field.name], 'earlier');
  assert.is(pinCount(pins), pinCount(parts));
  assert.equal(joinedPins({}, parts), joinedPins(parts, {}));
});

test('a next version of each schema must be FULL_TRANSITIVE with the published ones', () => {
  for (const versions of Object.values(sources.schemas)) {
    const [first = ''] = versions;
    const wrong = first.replace(/"fields":\[/, '"fields":[{"name":"another","type":"string"},');
    const right = first.replace(/"fields":\[/, '"fields":[{"name":"another","type":"string","default":""},');
    assert.ok(incompatibilities(versions, wrong).length > 0);
    assert.equal(incompatibilities(versions, right), []);
  }
});

test('the cursors that this build writes are among the published samples', () => {
  const offsets = new Map([
    [0, 17],
    [3, 5],
  ]);
  const of = '0123456789ab';
  const stream = { of, sentUpTo: offsets, intakesUpTo: 4, verdictsUpTo: new Map([[1, 2]]) };
  const ends = new Map([
    [0, 20],
    [3, 6],
  ]);
  const under = { ends, sure: offsets, addedUpTo: 9, assetId: 'asset', detectedAt: 1_790_000_000_001, id: 'id' };
  const texts = Object.values(cursorSamples).map(({ text }) => text);
  assert.ok(texts.includes(writeStreamCursor(stream)));
  const since = 1_790_000_000_000;
  assert.ok(texts.includes(writeExportCursor({ of, since, exportedUpTo: offsets, addedUpTo: 9, under })));
});

test.run();
