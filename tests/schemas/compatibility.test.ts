import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { incompatibilities, schemaFault } from '../../schemas/compatibility.ts';
import { schemasOf } from '../../schemas/subjects.ts';
import { topicNames } from '../../schemas/topics.ts';

const record = (...fields: readonly object[]): string =>
  JSON.stringify({ type: 'record', name: 'Thing', namespace: 'test', fields });
const a = { name: 'a', type: 'string' };
const optional = { name: 'b', type: ['null', 'string'], default: null };
const base = record(a);

const cases: readonly (readonly [title: string, earlier: readonly string[], candidate: string, problems: number])[] = [
  ['nothing earlier', [], base, 0],
  ['the same', [base], base, 0],
  ['another doc', [base], record({ ...a, doc: 'About it.' }), 0],
  ['a field with a default added', [base], record(a, optional), 0],
  ['a field with a default removed', [record(a, optional)], base, 0],
  ['a field without a default added', [base], record(a, { name: 'b', type: 'string' }), 1],
  ['a field without a default removed', [record(a, { name: 'b', type: 'string' })], base, 1],
  [
    'a wider type: earlier readers cannot decode it',
    [record({ name: 'a', type: 'int' })],
    record({ name: 'a', type: 'long' }),
    1,
  ],
  ['another type', [base], record({ name: 'a', type: 'long' }), 2],
  ['a field renamed', [base], record({ name: 'z', type: 'string' }), 2],
  ['made optional: earlier readers cannot take null', [base], record({ name: 'a', type: ['null', 'string'] }), 1],
  [
    'compatible with the last version, not with the first',
    [record(a, optional), base],
    record(a, { name: 'b', type: ['null', 'long'], default: null }),
    2,
  ],
];
for (const [title, earlier, candidate, problems] of cases) {
  test(`${title}: ${problems === 0 ? 'compatible' : 'incompatible'}`, () => {
    assert.is(incompatibilities(earlier, candidate).length, problems);
  });
}

test('a problem names the version that cannot read the other', () => {
  const [first, second] = incompatibilities([base], record({ name: 'a', type: 'long' }));
  assert.match(first ?? '', 'the new schema cannot read values of version 1');
  assert.match(second ?? '', 'version 1 cannot read values of the new schema');
});

test('text that is not a schema', () => {
  for (const text of ['', '{', '{"type":"nonsense"}', '{"type":"record","name":"X"}']) {
    assert.type(schemaFault(text), 'string');
    assert.throws(() => incompatibilities([], text));
  }
  assert.is(schemaFault(base), null);
});

for (const topic of topicNames) {
  test(`${topic}: every committed version is FULL_TRANSITIVE compatible with the earlier ones`, () => {
    const versions = schemasOf(topic);
    assert.ok(versions.length > 0);
    for (const [index, version] of versions.entries()) {
      assert.equal(incompatibilities(versions.slice(0, index), version), []);
    }
  });
}

test.run();
