import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { agreementText } from '../../../../pipeline/screening/names/agreement-text.ts';
import { sidesOfMatch } from '../../../../pipeline/screening/names/agreement-templates.ts';
import { compareNames } from '../../../../pipeline/screening/names/compare-names.ts';
import { agreementOf } from '../../../../pipeline/screening/names/pairing/agreement.ts';
import { pairWords } from '../../../../pipeline/screening/names/pairing/pair-words.ts';
import { readName, compareSimilar } from '../../../../pipeline/screening/names/similar.ts';
import type { NameMode } from '../../../../pipeline/screening/names/reading/word.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { hostileNames } from '../../../support/hostile-names.ts';
import { runsOf } from '../../../support/runs.ts';
import { developmentPairs } from './name-pairs.ts';

const mode: fc.Arbitrary<NameMode> = fc.constantFrom('organisation', 'person');
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

/** Words that meet: stop words, places, numbers, forms, syllables, letters, particles and names alike. */
const someWord = fc.constantFrom(
  ...['zenith', 'zenit', 'senith', 'good', 'will', 'goodwill', 'bank', 'banco', 'trading', 'group', 'company', 'ltd'],
  ...['of', 'the', 'de', 'al', 'bin', 'abdul', 'rahman', 'abdulrahman', 'v', 'viktor', 'kim', 'yong', 'chol', 'chun'],
  ...[
    'iii',
    'iv',
    '7',
    'seven',
    'france',
    'french',
    'uk',
    'محمد',
    'mohammed',
    'газпром',
    'gazprom',
    '北京',
    'bei',
    'jing',
  ],
);
const someName = fc.array(someWord, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));

const isSimilar = (left: string, right: string, of: NameMode): boolean =>
  compareSimilar(readName(left, of), readName(right, of)) !== null;

test('the verdict is the same with the sides exchanged, and so is what agrees', () => {
  const swapped = (left: string, right: string, of: NameMode): void => {
    assert.is(isSimilar(left, right, of), isSimilar(right, left, of), `${left} | ${right}`);
    const one = agreementOf(pairWords(readName(left, of), readName(right, of)));
    const other = agreementOf(pairWords(readName(right, of), readName(left, of)));
    const sorted = (pairs: readonly string[]): readonly string[] => [...pairs].sort();
    assert.equal(
      sorted(one.agreement.map(({ ours, listed, by }) => `${ours}|${listed}|${by}`)),
      sorted(other.agreement.map(({ ours, listed, by }) => `${listed}|${ours}|${by}`)),
      `${left} | ${right}`,
    );
    assert.equal([one.onlyOurs, one.onlyListed], [other.onlyListed, other.onlyOurs]);
  };
  fc.assert(fc.property(someName, someName, mode, swapped), { numRuns: runsOf(10_000) });
  for (const { name1, name2, mode: of } of developmentPairs) swapped(name1, name2, of);
});

test('any two texts of Unicode have a verdict, always the same one, and a reason in words', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, someName), anyText, mode, (left, right, of) => {
      const found = compareNames(left, right, of);
      assert.equal(compareNames(left, right, of), found);
      if (found !== null) assert.type(agreementText(found, sidesOfMatch), 'string');
    }),
    { numRuns: runsOf(5_000) },
  );
});

test('a name with letters or digits is similar to itself', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, someName), mode, (name, of) => {
      if (readName(name, of).words.length > 0) assert.ok(isSimilar(name, name, of), name);
    }),
    { numRuns: runsOf(5_000) },
  );
});

test('the order of words decides nothing, for words that stand alone', () => {
  const alone = fc.uniqueArray(fc.constantFrom('zenithal', 'quorvan', 'beldam', 'ostrik', 'mulgrave', 'tarnfeld'), {
    minLength: 2,
    maxLength: 5,
  });
  fc.assert(
    fc.property(
      alone.chain((words) => fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length }))),
      mode,
      ([words, shuffled], of) => assert.ok(isSimilar(words.join(' '), shuffled.join(' '), of)),
    ),
    { numRuns: runsOf(500) },
  );
});

for (const [name, text] of Object.entries(hostileNames)) {
  test(`${name}: what is read and compared is bounded, however long the text is`, () => {
    for (const of of ['organisation', 'person'] as const) {
      const read = readName(text, of);
      assert.ok(read.words.length <= 64, `${read.words.length} words`);
      for (const { text: letters } of read.words) assert.ok(letters.length <= 5 * 40, `${letters.length} letters`);
      assert.equal(readName(text.slice(0, 4_096), of), read, 'nothing behind a length that no name has is read');
      compareNames(text, 'Zenith Bank', of);
      compareNames(text, text, of);
    }
  });
}

test('bracketed initials are dropped from a name, unless it has more brackets than a name has words', () => {
  const wordsOf = (initials: string): readonly string[] =>
    readName(`Zenith Korvan ${initials}`, 'organisation').words.map(({ text }) => text);
  const bare = ['zenith', 'korvan'];
  for (const initials of ['', '(ZK)', '(ЗК)', '(ZK) '.repeat(64)]) assert.equal(wordsOf(initials), bare, initials);
  assert.equal(wordsOf('(KZ)'), [...bare, 'kz'], 'in another order they are no initials');
  assert.is(wordsOf('(ZK) '.repeat(65)).length, 64);
});

test.run();
