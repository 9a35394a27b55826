import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createNameIndex } from '../../../../pipeline/screening/names/finding/name-index.ts';
import { areNear } from '../../../../pipeline/screening/names/finding/near.ts';
import { readName } from '../../../../pipeline/screening/names/similar.ts';
import type { NameMode, ReadName } from '../../../../pipeline/screening/names/reading/word.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { fixturePath } from '../../../support/fixture-path.ts';
import { runsOf } from '../../../support/runs.ts';

const someWord = fc.constantFrom(
  ...['zenith', 'zenit', 'senith', 'zenithal', 'good', 'will', 'goodwill', 'bank', 'banco', 'trading', 'group', 'ltd'],
  ...[
    'of',
    'the',
    'al',
    'bin',
    'rahman',
    'abdulrahman',
    'v',
    'viktor',
    'kim',
    'yong',
    'chol',
    'chun',
    'bill',
    'william',
  ],
  ...['iii', 'iv', '7', 'france', 'french', 'uk', 'محمد', 'mohammed', 'газпром', 'gazprom', '北京', 'bei', 'jing'],
);
const someName = fc.oneof(
  { weight: 6, arbitrary: fc.array(someWord, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 20 }) },
);
const mode: fc.Arbitrary<NameMode> = fc.constantFrom('organisation', 'person');

type Owners = ReadonlyMap<string, readonly ReadName[]>;

const found = (owners: Owners, name: ReadName): readonly string[] =>
  [...owners]
    .filter(([, names]) => names.some((other) => other.words.length > 0 && areNear(name, other)))
    .map(([owner]) => owner)
    .sort();

type Step = readonly [owner: string, names: readonly string[] | null];

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.tuple(
    fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    fc.option(fc.array(someName, { maxLength: 3 }), { nil: null, freq: 6 }),
  ),
  { maxLength: 12 },
);

test('the index finds exactly the owners that comparing every name finds, after any puts and removals', () => {
  fc.assert(
    fc.property(steps, fc.array(someName, { minLength: 1, maxLength: 4 }), mode, (all, queries, of) => {
      const index = createNameIndex(of);
      const owners = new Map<string, readonly ReadName[]>();
      const check = (): void => {
        for (const query of queries) {
          const name = readName(query, of);
          const near = [...new Set(index.near(name).map(({ owner }) => owner))].sort();
          assert.equal(near, found(owners, name), query);
        }
      };
      for (const [owner, names] of all) {
        // Looked up in between, so that cached neighbours must follow new words.
        check();
        if (names === null) index.remove(owner);
        else
          index.put(
            owner,
            names.map((name) => readName(name, of)),
          );
        if (names === null) owners.delete(owner);
        else
          owners.set(
            owner,
            names.map((name) => readName(name, of)),
          );
      }
      check();
    }),
    { numRuns: runsOf(1_000) },
  );
});

test('near is symmetric', () => {
  fc.assert(
    fc.property(someName, someName, mode, (left, right, of) => {
      const [one, other] = [readName(left, of), readName(right, of)];
      assert.is(areNear(one, other), areNear(other, one));
    }),
    { numRuns: runsOf(5_000) },
  );
});

test('real names: both directions and the comparison of every pair find the same', () => {
  const [, ...lines] = readFileSync(fixturePath('name-pairs', 'variants.tsv'), 'utf8').trimEnd().split('\n');
  for (const of of ['organisation', 'person'] as const) {
    const rows = lines.map((line) => line.split('\t')).filter(([kind]) => (kind === 'org') === (of === 'organisation'));
    const some = rows.filter((_, at) => at % 8 === 0);
    const [ours, listed] = [2, 3].map((column) => some.map((row) => readName(row[column] ?? '', of)));
    const [lookUp, scanDown] = [createNameIndex(of), createNameIndex(of)];
    ours?.forEach((name, at) => lookUp.put(String(at), [name]));
    listed?.forEach((name, at) => scanDown.put(String(at), [name]));
    const pairs = (from: readonly ReadName[] = [], to: typeof lookUp, swap: boolean): readonly string[] =>
      from.flatMap((name, at) => to.near(name).map(({ owner }) => (swap ? `${owner} ${at}` : `${at} ${owner}`))).sort();
    const brute = (ours ?? [])
      .flatMap((name, at) => (listed ?? []).flatMap((other, to) => (areNear(name, other) ? [`${at} ${to}`] : [])))
      .sort();
    assert.ok(brute.length > some.length / 2);
    assert.equal(pairs(ours, scanDown, false), brute);
    assert.equal(pairs(listed, lookUp, true), brute);
  }
});

test.run();
