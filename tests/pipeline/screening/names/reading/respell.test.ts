import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kanaSound } from '../../../../../pipeline/screening/names/reading/kana.ts';
import { levelledSpelling } from '../../../../../pipeline/screening/names/reading/levelled-spelling.ts';
import { respellWith, withoutDoubles } from '../../../../../pipeline/screening/names/reading/respell.ts';

const levels: readonly (readonly [text: string, level: string])[] = [
  ['', ''],
  ['h', 'h'],
  ['aleksey', 'aleksei'],
  ['alexei', 'aleksei'],
  ['kharkhiv', 'harhiv'],
  ['tchkalov', 'chkalov'],
  ['chkalov', 'chkalov'],
  ['cecil', 'cecil'],
  ['conio', 'konio'],
  ['autotreyd', 'autotrade'],
  ['rossiiyskiy', 'rosiski'],
  ['jovan', 'evan'],
  ['jinan', 'jinan'],
  ['anniekah', 'aneka'],
  ['0012', '012'],
];

const sounds: readonly (readonly [text: string, sound: string])[] = [
  ['', ''],
  ['syriatel', 'srtr'],
  ['shiriateru', 'srtr'],
  ['khimki', 'hnk'],
  ['maxx', 'nksks'],
  ['bucceto', 'pcst'],
  ['dhaka', 'tk'],
];

for (const [what, respelled, rows] of [
  ['levelled', levelledSpelling, levels],
  ['in kana', kanaSound, sounds],
] as const) {
  for (const [text, right] of rows) {
    test(`"${text}" ${what} is "${right}"`, () => {
      assert.is(respelled(text), right);
    });
  }
}

test('rows are applied in their order, each to what the one before left', () => {
  const respelled = respellWith([
    { letters: ['ab', 'a'], by: 'x' },
    { letters: ['xx'], by: 'y', before: '(?=z)' },
  ]);
  assert.is(respelled('abaz'), 'yz');
  assert.is(respelled('aba'), 'xx');
  assert.is(respelled('cd'), 'cd');
});

test('a run of a letter is one letter, at each end and in between', () => {
  assert.is(withoutDoubles('aabccca'), 'abca');
  assert.is(withoutDoubles('abab'), 'abab');
  assert.is(withoutDoubles('a'.repeat(1_000)), 'a');
});

test.run();
