import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fill } from '../../../pipeline/text/template.ts';
import { bannedWords } from '../../../pipeline/text/style-check.ts';
import { clipped, formatDate, joinList, formatIsoDate, midSentence, quoted } from '../../../pipeline/text/values.ts';
import { sentenceCase } from '../../../schemas/values/sentence-case.ts';

test('dates are written out in UTC', () => {
  assert.is(formatDate(Date.UTC(2026, 0, 29, 23, 59, 59, 999)), '29 January 2026');
  assert.is(formatDate(Date.UTC(2026, 0, 30)), '30 January 2026');
  assert.is(formatDate(0), '1 January 1970');
  assert.is(formatDate(-1), '31 December 1969');
});

test('an ISO date is written out, anything else stays as it is', () => {
  assert.is(formatIsoDate('2026-08-21'), '21 August 2026');
  for (const text of ['2026-13-01', '21/08/2026', '', '2026-8-1']) assert.is(formatIsoDate(text), text);
});

test('lists, labels and quotations', () => {
  assert.equal(
    [joinList([]), joinList(['a']), joinList(['a', 'b']), joinList(['a', 'b', 'c'])],
    ['none', 'a', 'a and b', 'a, b and c'],
  );
  assert.equal(
    [midSentence('White paper link'), midSentence('LEI'), midSentence('e')],
    ['white paper link', 'LEI', 'e'],
  );
  assert.is(sentenceCase('comments'), 'Comments');
  assert.is(quoted(' a\n\u00a0b '), '“a b”');
});

test('cut text ends with a whole character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '😀', ' '), maxLength: 40 }),
      fc.integer({ min: 2, max: 20 }),
      (text, longest) => {
        const cut = clipped(text, longest);
        assert.ok(cut.isWellFormed());
        assert.ok(Array.from(cut).length <= longest);
      },
    ),
  );
});

test('a value with braces or dollars goes into a template as it is', () => {
  assert.is(fill('{a} and {b}', { a: '{b}', b: '$&$1' }), '{b} and $&$1');
});

test('banned words are found as words only', () => {
  assert.equal(bannedWords('This is Likely a RISKY thing that may  cause harm'), ['likely', 'may cause', 'risky']);
  assert.equal(bannedWords('Safeguarding, unsafe, scores, operating, mayor, ratings'), []);
  assert.equal(bannedWords('You should recommend a safe, dangerous score or rating'), [
    'dangerous',
    'safe',
    'should',
    'recommend',
    'score',
    'rating',
  ]);
});

test.run();
