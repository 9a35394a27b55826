/** Numbers in words, and words in brackets that are another number than the digits before them. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { numberInWords, otherWordsAfter } from '../../../../../pipeline/documents/reading/notation/number-words.ts';

const test = suite('numbers in words');

const numbers: readonly (readonly [words: string, number: number | null])[] = [
  ['', null],
  ['several', null],
  ['hundred', null],
  ['two three', null],
  ['twenty twenty', null],
  ['one thousand zero', null],
  ['one hundred and', null],
  ['twelve hundred', null],
  ['one hundred thousand thousand', null],
  ['two', 2],
  ['forty-five', 45],
  ['one hundred and five', 105],
  ['One Thousand', 1000],
  ['one hundred thousand', 100_000],
  ['two million three hundred thousand and one', 2_300_001],
];
for (const [words, number] of numbers) test(`"${words}"`, () => assert.is(numberInWords(words), number));

const brackets: readonly (readonly [value: string, after: string, other: string | null])[] = [
  ['1000', ' (one hundred)', 'one hundred'],
  ['1000', ' USD (ten thousand US dollars)', 'ten thousand US dollars'],
  ['1000', ' (one thousand or more)', 'one thousand or more'],
  ['', ' (one)', 'one'],
  ['1000', ' (one thousand US dollars only)', null],
  ['1000', ' (or its equivalent)', null],
  ['1000', ' and later (one hundred)', null],
  ['1000', '', null],
];
for (const [value, after, other] of brackets)
  test(`${value}${after}`, () => assert.is(otherWordsAfter(value, after), other));

test.run();
