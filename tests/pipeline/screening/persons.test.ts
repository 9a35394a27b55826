/** Persons as declared parties: the same levels as for organisations, in the mode of persons, and figures on real names. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { feed as ofacConsolidated } from '../../../pipeline/publishers/sanctions/ofac-consolidated/feed.ts';
import { feed as ofacSdn } from '../../../pipeline/publishers/sanctions/ofac-sdn/feed.ts';
import { feed as unSc } from '../../../pipeline/publishers/sanctions/un-sc/feed.ts';
import { compareNames } from '../../../pipeline/screening/names/compare-names.ts';
import { createNameIndex } from '../../../pipeline/screening/names/finding/name-index.ts';
import { readName } from '../../../pipeline/screening/names/similar.ts';
import { createScreen } from '../../../pipeline/screening/screen.ts';
import type { ListMatchValue } from '../../../schemas/facts.ts';
import type { SanctionsEntry, Subject } from '../../../schemas/generated/records.ts';
import { parse } from 'csv-parse/sync';
import { parsedOnce } from '../../support/parsed-once.ts';
import { runsOf } from '../../support/runs.ts';
import { hasSharedData, sharedText } from '../../support/shared-data.ts';
import { fixtureFile } from '../../support/xml-lists.ts';
import { fixture } from '../ingest/harness.ts';
import { drive, entry, feeds, observationsIn, subject } from './harness.ts';

const person = (display: string, over: Partial<Subject> = {}): Subject =>
  subject('party', 'p1', { display, names: [display], entity: 'person', partyId: 'p1', ...over });

const listed = (name: string, over: Partial<SanctionsEntry> = {}): SanctionsEntry =>
  entry('e', { entityType: 'person', names: [{ name, kind: 'primary', weak: false }], ...over });

/** The level of the match, from the side of the list and from that of the party. */
function levels(own: Subject, listing: SanctionsEntry): readonly (string | null)[] {
  const level = (outputs: Parameters<typeof observationsIn>[0]): string | null => {
    const [match] = observationsIn(outputs).map(({ value }) => JSON.parse(value ?? '') as ListMatchValue);
    return match?.level ?? null;
  };
  const [first, second] = [drive(createScreen({ feeds })), drive(createScreen({ feeds }))];
  first.subjects('a', [own]);
  second.row(listing, 100);
  return [level(first.row(listing, 100)), level(second.subjects('a', [own]))];
}

/** Lists publish the names of a person in Han, in pinyin and as Hong Kong writes them, each as a name of its own. */
const inHanAndLatin: Partial<SanctionsEntry> = {
  names: [
    { name: 'CHEN, Dawen', kind: 'primary', weak: false },
    { name: '陳大文', kind: 'alias', weak: false },
    { name: 'CHAN Tai Man', kind: 'alias', weak: false },
  ],
};

const cases: readonly (readonly [what: string, own: Subject, listing: SanctionsEntry, level: string | null])[] = [
  ['an equal name', person('Ivan Petrov'), listed('Ivan Petrov'), 'L3'],
  ['a name in Han', person('陈大文'), listed('', inHanAndLatin), 'L3'],
  ['its reading in Hong Kong', person('Chan Tai-man'), listed('', inHanAndLatin), 'L3'],
  ['its reading in pinyin', person('Dawen Chen'), listed('', inHanAndLatin), 'L3'],
  ['its reading by Wade and Giles', person("Ch'en Ta-wen"), listed('', inHanAndLatin), 'L4'],
  ['family name first', person('Ivan Petrov'), listed('PETROV, Ivan'), 'L3'],
  [
    'an equal name and country',
    person('Ivan Petrov', { country: 'RU' }),
    listed('PETROV, Ivan', { countries: ['RU'] }),
    'L2',
  ],
  [
    'an equal name and year',
    person('Ivan Petrov', { birthYear: 1960 }),
    listed('Ivan Petrov', { dates: ['1960-02-03'] }),
    'L2',
  ],
  [
    'an equal name is not ruled out',
    person('Ivan Petrov', { birthYear: 1990 }),
    listed('Ivan Petrov', { dates: ['1960'] }),
    'L3',
  ],
  ['a similar name', person('Mohammed Hussein Karimov'), listed('KARIMOV, Muhammad Hussain'), 'L4'],
  [
    'a similar name, born a year apart',
    person('Mohammed Hussein Karimov', { birthYear: 1971 }),
    listed('KARIMOV, Muhammad Hussain', { dates: ['1950', '1970-05-01'] }),
    'L4',
  ],
  [
    'a similar name, born in another year',
    person('Mohammed Hussein Karimov', { birthYear: 1972 }),
    listed('KARIMOV, Muhammad Hussain', { dates: ['1950', '1970-05-01'] }),
    null,
  ],
  ['another person', person('Ivan Petrov'), listed('Maria Sanchez'), null],
  [
    'an organisation of the name',
    person('Ivan Petrov'),
    entry('e', { names: [{ name: 'Ivan Petrov', kind: 'primary', weak: false }] }),
    null,
  ],
  ['a party that is an organisation', person('Ivan Petrov', { entity: 'organisation' }), listed('Ivan Petrov'), null],
];

for (const [what, own, listing, level] of cases) {
  test(`a declared person: ${what}: ${level ?? 'no match'}`, () => assert.equal(levels(own, listing), [level, level]));
}

const index = createNameIndex('person');
const names = [
  ...parsedOnce(ofacSdn, [fixture('ofac-sdn', 'sdn-2023-11.resaved.csv')]).rows,
  ...parsedOnce(ofacSdn, [fixture('ofac-sdn', 'sdn-2021-07.csv'), fixture('ofac-sdn', 'alt-2021-07.csv')]).rows,
  ...parsedOnce(ofacConsolidated, [fixtureFile('ofac-consolidated', 'consolidated_nonsdn-2025-03-28.xml.gz')]).rows,
  ...parsedOnce(unSc, [fixtureFile('un-sc', 'consolidated-2026-02-27.xml.gz')]).rows,
]
  .filter(({ entityType }) => entityType === 'person')
  .flatMap((one) => one.names.filter(({ weak }) => !weak).map(({ name }) => name));
for (const name of new Set(names)) index.put(name, [readName(name, 'person')]);

const hasCandidate = (name: string): boolean =>
  index.near(readName(name, 'person')).some(({ owner }) => compareNames(name, owner, 'person') !== null);

const pairNames = (file: string): readonly string[] => {
  const [, ...rows]: string[][] = parse(sharedText(`sanctions/name-matching/${file}`));
  return rows.map(([name = '']) => name);
};

/** Every fifth of them in the default suite. */
const someOf = (all: readonly string[]): readonly string[] => {
  const every = Math.floor(all.length / runsOf(all.length));
  return all.filter((_, at) => at % every === 0);
};
/** They are not spread evenly: every fifth name alone may have twice the share. */
const shareOf = (share: number, some: readonly string[], all: readonly string[]): number =>
  some.length === all.length ? share : 2 * share;

test('names of the UN list as others write them: at least 98.5 % have a candidate', () => {
  if (!hasSharedData('sanctions/name-matching')) {
    console.log('treated names of persons are not beside the repository: not counted');
    return;
  }
  const all = pairNames('yente-positives_un_treated.csv');
  assert.ok(all.length > 600, String(all.length));
  const treated = someOf(all);
  const missed = treated.filter((name) => !hasCandidate(name));
  assert.ok(
    missed.length <= treated.length * shareOf(0.015, treated, all),
    `${missed.length} of ${treated.length}: ${missed.join('; ')}`,
  );
});

test('names of persons who are on no list: at most 32 of 1,000 have a candidate', () => {
  if (!hasSharedData('sanctions/name-matching')) {
    console.log('ordinary names of persons are not beside the repository: not counted');
    return;
  }
  const all = pairNames('yente-negatives_global.csv');
  assert.is(all.length, 1_000);
  const ordinary = someOf(all);
  const found = ordinary.filter(hasCandidate);
  assert.ok(found.length <= ordinary.length * shareOf(0.032, ordinary, all), `${found.length}: ${found.join('; ')}`);
});

test.run();
