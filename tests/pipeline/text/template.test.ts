import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fill } from '../../../pipeline/text/template.ts';

test('a slot of the template is its value, as often as it is named', () =>
  assert.is(fill('{name} lists {row}; {name}.', { name: 'A', row: 'B' }), 'A lists B; A.'));

test('a value is never read as a template', () => assert.is(fill('{a}{b}', { a: '{b}', b: '$1' }), '{b}$1'));

for (const [template, value, text] of [
  ['A row of {name}.', 'Banking Circle S.A.', 'A row of Banking Circle S.A.'],
  ['A row of {name}.', 'Circle', 'A row of Circle.'],
  ['{name}. It is new.', 'Circle Inc.', 'Circle Inc. It is new.'],
  ['{name}, of France', 'S.A.', 'S.A., of France'],
] as const) {
  test(`one full stop ends a sentence: ${text}`, () => assert.is(fill(template, { name: value }), text));
}

for (const [template, text] of [
  ['{other} {a}', '{other} x'],
  ['{{a}}', '{x}'],
  ['{a} {b', 'x {b'],
  ['}{a}', '}x'],
  ['', ''],
] as const) {
  test(`braces without a slot value stay: ${template}`, () => assert.is(fill<string>(template, { a: 'x' }), text));
}

test.run();
