import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nearWords } from '../../../../../../api/readmodel/memory/registry/search/near-words.ts';
import { compareTexts } from '../../../../../../schemas/values/compare-texts.ts';
import { runsOf } from '../../../../../support/runs.ts';

const inOrder = (words: readonly string[]): readonly string[] => [...new Set(words)].sort(compareTexts);

/** Edits between two whole words, each letter compared with each. */
function editsBetween(a: string, b: string): number {
  const edits = new Map<string, number>();
  const at = (i: number, j: number): number => edits.get(`${i} ${j}`) ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= a.length; i += 1) {
    for (let j = 0; j <= b.length; j += 1) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const least = Math.min(
        i + j === 0 ? 0 : Number.POSITIVE_INFINITY,
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      edits.set(`${i} ${j}`, least);
    }
  }
  return at(a.length, b.length);
}

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\uffff'), minLength: 1, maxLength: 11 });

test('of any words, those within the edits are found, the nearest first', () => {
  const words = fc.array(letters, { maxLength: 40 });
  fc.assert(
    fc.property(words, words, letters, (some, others, word) => {
      const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
      const expected = inOrder([...some, ...others])
        .map((other) => ({ other, edits: editsBetween(word, other) }))
        .filter(({ edits }) => edits > 0 && edits <= most)
        .sort((a, b) => a.edits - b.edits || compareTexts(a.other, b.other));
      assert.equal(
        nearWords(word, [inOrder(some), inOrder(others)]),
        expected.map(({ other }) => other),
      );
    }),
    { numRuns: runsOf(500) },
  );
});

test('a word is near to what one edit makes of it, and far from what four make', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 4, maxLength: 9 });
  fc.assert(
    fc.property(words, fc.nat(8), fc.constantFrom('swap', 'drop', 'add', 'replace'), (word, at, edit) => {
      const place = at % word.length;
      const mistyped = {
        swap: word.slice(0, place) + (word[place + 1] ?? '') + (word[place] ?? '') + word.slice(place + 2),
        drop: word.slice(0, place) + word.slice(place + 1),
        add: `${word.slice(0, place)}e${word.slice(place)}`,
        replace: `${word.slice(0, place)}e${word.slice(place + 1)}`,
      }[edit];
      if (mistyped.length < 4 || mistyped === word) return;
      assert.equal(nearWords(mistyped, [[word]]), [word]);
      assert.equal(nearWords(`${mistyped}eee`, [[word]]), []);
    }),
  );
});

const lengths: readonly (readonly [word: string, other: string, found: boolean])[] = [
  ['abc', 'abd', false],
  ['abcd', 'abce', true],
  ['abcdefg', 'abcdexy', false],
  ['abcdefgh', 'abcdefxy', true],
  ['a'.repeat(40), 'a'.repeat(39), true],
  ['a'.repeat(40), 'a'.repeat(41), false],
  ['a'.repeat(41), 'a'.repeat(40), false],
];
for (const [word, other, found] of lengths) {
  test(`"${other}" is ${found ? '' : 'not '}near "${word}"`, () =>
    assert.equal(nearWords(word, [[other]]), found ? [other] : []));
}

test.run();
