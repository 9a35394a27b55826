import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { wordDiff } from '../../explorer/word-diff.ts';
import { runsOf } from '../support/runs.ts';
import { startVirtualTime, type VirtualTime } from '../support/virtual-time.ts';

let time: VirtualTime;
// A clock that stands still: what is given up is given up for its number of edits, on any machine.
test.before(() => {
  time = startVirtualTime();
});
test.after(() => time.end());

const marked = (before: string, after: string): string =>
  (wordDiff(before, after) ?? [])
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `[+${text}+]`))
    .join('');

const cases: readonly (readonly [before: string, after: string, shown: string])[] = [
  ['before 15:00 CET', 'before 12:00 CET', 'before [-15:00-][+12:00+] CET'],
  ['a fee of 0.10 %', 'a fee of 0.25 %', 'a fee of [-0.10-][+0.25+] %'],
  ['on 2026-08-21', 'on 2026-08-22', 'on [-2026-08-21-][+2026-08-22+]'],
  ['0xAbc1 holds', '0xAbc2 holds', '[-0xAbc1-][+0xAbc2+] holds'],
  ['same', 'same', 'same'],
  ['', 'new text', '[+new text+]'],
  ['old text', '', '[-old text-]'],
];
for (const [before, after, shown] of cases) {
  test(`U-21 numbers, times and identifiers are whole: ${shown}`, () => assert.is(marked(before, after), shown));
}

test('U-21 what was not added is the old text, what was not removed the new one, spaces aside', () => {
  const text = fc.array(fc.constantFrom('a', 'fee', '0.10', '15:00', ' ', '  ', '\n', '.', 'ü', '%'), {
    maxLength: 30,
  });
  const bare = (one: string): string => one.replace(/\s+/g, '');
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [before, after] = [a.join(''), b.join('')];
      const pieces = wordDiff(before, after);
      if (pieces === null) return;
      const without = (kind: string): string =>
        pieces
          .filter((piece) => piece.kind !== kind)
          .map((piece) => piece.text)
          .join('');
      assert.is(bare(without('added')), bare(before));
      assert.is(bare(without('removed')), bare(after));
    }),
    { numRuns: runsOf(1_000) },
  );
});

test('U-21 texts that differ too much are given up soon, and null shows both whole', () => {
  const words = (seed: string): string => Array.from({ length: 5_000 }, (_, index) => `${seed}${index}`).join(' ');
  assert.is(wordDiff(words('a'), words('b')), null);
});

test.run();
