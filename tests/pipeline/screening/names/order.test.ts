/** Nothing depends on the order in which names, entries and parties arrive. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bestSimilar } from '../../../../pipeline/screening/names/similar-evidence.ts';
import { createNameIndex } from '../../../../pipeline/screening/names/finding/name-index.ts';
import { readName } from '../../../../pipeline/screening/names/similar.ts';
import type { NameMode } from '../../../../pipeline/screening/names/reading/word.ts';
import { runsOf } from '../../../support/runs.ts';

const words: Readonly<Record<NameMode, readonly string[]>> = {
  organisation: [
    'zenithal',
    'zenital',
    'zenitthal',
    'bank',
    'banco',
    'trading',
    'goodwill',
    'good',
    'will',
    'iii',
    'iv',
  ],
  person: ['mohammed', 'muhammad', 'محمد', 'ali', 'hassan', 'hasan', 'v', 'viktor', 'bill', 'william', 'al'],
};

interface Case {
  readonly mode: NameMode;
  readonly names: readonly string[];
  readonly shuffled: readonly string[];
  readonly others: readonly string[];
  readonly query: string;
}

const cases: fc.Arbitrary<Case> = fc.constantFrom<NameMode>('organisation', 'person').chain((mode) => {
  const name = fc.array(fc.constantFrom(...words[mode]), { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
  return fc.uniqueArray(name, { minLength: 2, maxLength: 12 }).chain((names) =>
    fc.record({
      mode: fc.constant(mode),
      names: fc.constant(names),
      shuffled: fc.shuffledSubarray([...names], { minLength: names.length }),
      others: fc.array(name, { maxLength: 6 }),
      query: name,
    }),
  );
});

test('an index finds the same names, in whatever order they came and whatever came and went between them', () => {
  fc.assert(
    fc.property(cases, ({ mode, names, shuffled, others, query }) => {
      const [plain, busy] = [createNameIndex(mode), createNameIndex(mode)];
      for (const name of names) plain.put(name, [readName(name, mode)]);
      others.forEach((name, at) => {
        busy.put(`other ${at}`, [readName(name, mode)]);
      });
      for (const [at, name] of shuffled.entries()) {
        busy.put(name, [readName(query, mode)]);
        busy.near(readName(query, mode));
        busy.put(name, [readName(name, mode)]);
        busy.remove(`other ${at}`);
      }
      others.forEach((_, at) => {
        busy.remove(`other ${at}`);
      });
      const found = [plain, busy].map((index) => index.near(readName(query, mode)).map(({ owner }) => owner));
      assert.equal([...(found[1] ?? [])].sort(), [...(found[0] ?? [])].sort());
    }),
    { numRuns: runsOf(1_000) },
  );
});

test('the pair that is stated, and all similar pairs, do not depend on the order of names on either side', () => {
  fc.assert(
    fc.property(cases, ({ mode, names, shuffled, others, query }) => {
      const listed = (all: readonly string[]) =>
        all.map((name) => ({ name, kind: 'alias' as const, read: () => readName(name, mode) }));
      const own = (all: readonly string[]) => all.map((name) => ({ name, read: () => readName(name, mode) }));
      const ours = [...new Set([query, ...others])];
      const stated = (best: ReturnType<typeof bestSimilar>): unknown =>
        best === null ? null : [best.listed.name, best.ours.name, best.similar];
      assert.equal(
        stated(bestSimilar(listed(shuffled), own([...ours].reverse()))),
        stated(bestSimilar(listed(names), own(ours))),
      );
    }),
    { numRuns: runsOf(1_000) },
  );
});

test.run();
