import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { viewOf } from '../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../pipeline/documents/reading/engine.ts';
import type { RuleMatch } from '../../../../pipeline/documents/reading/rule.ts';
import { emptyReading } from '../../../../schemas/values/reading.ts';

const test = suite('what decides a field');

const view = viewOf(
  { ...emptyReading, class: 'html' },
  { kind: 'terms', profile: { id: 'terms' }, url: 'https://issuer.example/terms', isWhole: true },
);
const found = (kind: RuleMatch['kind'], outcome: RuleMatch['outcome'], quote = 'The law of Ireland.'): RuleMatch => ({
  field: 'governing_law',
  kind,
  rule: `${kind}:1`,
  outcome,
  quote,
  place: 'html:p@0-19',
});
const law = (code: string): RuleMatch['outcome'] => ({ value: { law: code } });
const read = (...all: readonly RuleMatch[]) => readFields(view, [() => all]);

test('one value on which all passages agree is stated, with the first passage', () => {
  const { stated, left } = read(found('sentence', law('IE')), found('sentence', law('IE'), 'Irish law applies.'));
  assert.equal(stated.length, 1);
  assert.equal(stated[0]?.quote, 'The law of Ireland.');
  assert.equal(left, []);
});

test('two values are none, and both passages are counted', () => {
  const { stated, left } = read(found('sentence', law('IE')), found('sentence', law('MT')));
  assert.equal(stated, []);
  assert.equal(
    left.map(({ why }) => why),
    ['two passages state different values', 'two passages state different values'],
  );
});

test('not disclosed and a value are two values', () => {
  assert.equal(read(found('cell', { value: null }), found('cell', law('MT'))).stated, []);
});

test('the first kind that finds anything decides, also when it reads nothing', () => {
  assert.equal(read(found('sentence', law('IE')), found('tag', law('MT'))).stated[0]?.value, { law: 'MT' });
  const { stated, left } = read(found('sentence', law('IE')), found('cell', { why: 'instruction text' }));
  assert.equal(stated, []);
  assert.equal(left.length, 1);
});

test('a document without passages states nothing', () => {
  assert.equal(read(), { stated: [], left: [], incomplete: null });
});

test.run();
