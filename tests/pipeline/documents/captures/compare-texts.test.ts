import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compareTexts, wordsOf } from '../../../../pipeline/documents/captures/compare-texts.ts';
import { maskedWords, maskText } from '../../../../pipeline/documents/captures/mask-text.ts';
import { passagesBetween } from '../../../../pipeline/documents/captures/passages.ts';
import { runsOf } from '../../../support/runs.ts';

const words: readonly (readonly [name: string, text: string, words: readonly string[]])[] = [
  ['case and punctuation', 'The Issuer’s fee: 0.10 %!', ['the', 'issuer', 's', 'fee', '0', '10']],
  ['compatibility forms and no-break spaces', 'ﬁve\u00a0ＥＵＲ', ['five', 'eur']],
  ['soft hyphens and joiners', 're\u00addemp\u200btion', ['redemption']],
  ['marks and underscores', 'cafe\u0301 max_supply', ['café', 'max_supply']],
  ['scripts without spaces', '赎回权利 fee', ['赎', '回', '权', '利', 'fee']],
  ['nothing', ' —\n\t', []],
];

for (const [name, text, expected] of words) test(`words: ${name}`, () => assert.equal(wordsOf(text), expected));

const measures: readonly (readonly [name: string, old: string, current: string, kept5: number, new5: number])[] = [
  ['the same', 'a b c d e f', 'A, b. c d e f', 1, 0],
  ['one word at the end', 'a b c d e f', 'a b c d e g', 0.5, 0.5],
  ['one word in the middle of many', 'a b c d e f g h i j', 'a b c d x f g h i j', 0.166667, 0.833333],
  ['shingles repeat', 'a b c d e a b c d e', 'a b c d e', 0.2, 0],
  ['shorter than five words', 'a b c', 'a b d', 0, 1],
  ['a short text within a longer one', 'a b', 'x a b y z w', 1, 0.8],
  ['emptied', 'a b c d e', '', 0, 0],
  ['filled', '', 'a b c d e', 1, 1],
  ['both empty', '', '...', 1, 0],
];

for (const [name, old, current, kept5, new5] of measures) {
  test(`measures: ${name}`, () => assert.equal(compareTexts(old, current), { kept5, new5 }));
}

const someText = fc
  .array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'the', 'fee', '1', '.', '\n'), fc.string({ unit: 'grapheme' })))
  .map((parts) => parts.join(' '));

test('measures are shares, a text retains itself, and the retained share is what the reverse does not add', () => {
  fc.assert(
    fc.property(someText, someText, (left, right) => {
      const forth = compareTexts(left, right);
      const back = compareTexts(right, left);
      for (const share of [forth.kept5, forth.new5]) assert.ok(share >= 0 && share <= 1);
      assert.ok(Math.abs(forth.kept5 - (1 - back.new5)) < 1e-6);
      assert.equal(compareTexts(left, left), { kept5: 1, new5: 0 });
      assert.equal(compareTexts(left, `${left}\n— ${right}`).kept5 === 1 || wordsOf(left).length < 5, true);
    }),
    { numRuns: runsOf(200) },
  );
});

const masks: readonly (readonly [name: string, left: string, right: string, isEqual: boolean])[] = [
  ['counters', '1,204 views', '98 views', true],
  ['dates with month names', 'Updated 3 March 2024.', 'Updated 14 October 2025.', true],
  ['dates, the month first', 'As of Jan. 3rd, 2024', 'As of September 14, 2025', true],
  ['weekdays belong to their date', 'Monday, 4 June 2026', 'Tuesday, 5 June 2026', true],
  ['ISO 8601', '2025-12-08T06:04:00Z', '2026-01-01', true],
  ['times', 'at 9:30 am', 'at 10:15pm', true],
  ['grouped by spaces or not', '1 000 000 tokens', '1000000 tokens', true],
  ['a verb is no month', 'Holders may 12 times', 'Holders shall 12 times', false],
  ['a number that is gone', 'within 5 days', 'within days', false],
  ['names with digits', 'ERC20 token', 'ERC721 token', false],
  ['versions', 'v2 of the terms', 'v3 of the terms', false],
  ['other words', 'paid in 5 days', 'paid in 5 weeks', false],
];

for (const [name, left, right, isEqual] of masks) {
  test(`masked: ${name}`, () => assert.is(maskedWords(left) === maskedWords(right), isEqual));
}

test('masking is done once', () => {
  fc.assert(
    fc.property(someText, (text) => assert.is(maskText(maskText(text)), maskText(text))),
    { numRuns: runsOf(200) },
  );
});

// A pattern that is not linear takes hours here; tests/support/linear-patterns refuses those that are ambiguous.
test('hostile text of 100,000 characters is masked and cut', () => {
  for (const text of ['1.'.repeat(50_000), '1 may '.repeat(20_000), 'a. '.repeat(50_000), ' '.repeat(200_000)]) {
    assert.ok(maskedWords(text).length <= text.length + 100);
    assert.ok(passagesBetween(text, '').removed.length <= 5);
  }
});

test('passages: sentences and lines that one side has, in order, at most five, clipped', () => {
  const old = 'Fees are 1 %. Holders may redeem.\nNotice is given (see Annex A).';
  assert.equal(passagesBetween(old, 'Fees are 2 %. Holders MAY  redeem.\nCourts decide.'), {
    added: ['Fees are 2 %.', 'Courts decide.'],
    removed: ['Fees are 1 %.', 'Notice is given (see Annex A).'],
  });
  const lines = Array.from({ length: 9 }, (_, index) => `line ${'x'.repeat(400)} ${index}`).join('\n');
  const { added, removed } = passagesBetween('', lines);
  assert.is(removed.length, 0);
  assert.is(added.length, 5);
  assert.is(added[0]?.length, 280);
});

test.run();
