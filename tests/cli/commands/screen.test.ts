import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../cli/log/append.ts';
import type { FeedRun, SanctionsEntry } from '../../../schemas/generated/records.ts';
import { run } from '../../pipeline/runtime/harness.ts';
import { entry, listedWallet } from '../../pipeline/screening/harness.ts';
import { attestry, type CliResult, openWorkplace, type Workplace } from '../harness.ts';

const wallet = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96';
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const lei = '969500OYUDADGZKCR583';
const list = 'ofac-addresses';

interface ScreenOutput {
  readonly lists: readonly {
    readonly list: string;
    readonly asOf: string | null;
    readonly sha256: string | null;
    readonly entries: number;
  }[];
  readonly matches: readonly {
    readonly level: string;
    readonly list: string;
    readonly entryId: string;
    readonly entityType: string;
    readonly name: string;
    readonly programs: readonly string[];
    readonly evidence: readonly { readonly kind: string; readonly query: string; readonly listed: string }[];
  }[];
}

const test = suite<Workplace>('attestry screen');
test.before.each(async (place) => {
  Object.assign(place, await openWorkplace());
  process.env['ATTESTRY_DATA_DIR'] = place.config.dataDir;
});
test.after.each(({ close }) => close());

const company: SanctionsEntry = entry('c', {
  list,
  entityType: 'organisation',
  names: [
    { name: 'EXAMPLE PAYMENTS LTD', kind: 'primary', weak: false },
    { name: 'EXPAY', kind: 'alias', weak: true },
  ],
  countries: ['FR'],
  identifiers: [{ kind: 'lei', value: lei, country: null }],
});

async function load({ engine }: Workplace, entries: readonly SanctionsEntry[], over: Partial<FeedRun> = {}) {
  await appendValues(
    engine,
    'sanctions.entries',
    entries.map((value) => ({ value: { ...value, list }, timestamp: value.asOf })),
  );
  const value = { ...run('c1', list, 100), status: 'accepted', sha256: 'ab'.repeat(32), asOf: 100, ...over };
  await appendValues(engine, 'feed.runs', [{ value, timestamp: value.asOf }]);
}

const ask = (...options: readonly string[]): Promise<CliResult> =>
  attestry('screen', '--list', list, '--json', ...options);
async function asked(...options: readonly string[]): Promise<ScreenOutput> {
  const { code, stdout, stderr } = await ask(...options);
  assert.is(code, 0, stderr);
  return JSON.parse(stdout) as ScreenOutput;
}

test('a match has its level, the entry, and the equal values', async (place) => {
  await load(place, [company, entry('w', { wallets: [listedWallet('ETH', wallet)], programs: ['DPRK3'] })]);
  const account = `eip155:1:${wallet.toLowerCase()}`;
  assert.equal(await asked('--wallet', account), {
    lists: [{ list, asOf: '1970-01-01T00:00:00.100Z', sha256: 'ab'.repeat(32), entries: 2 }],
    matches: [
      {
        level: 'L1',
        list,
        entryId: 'w',
        entityType: 'unknown',
        name: wallet,
        programs: ['DPRK3'],
        evidence: [{ kind: 'wallet', query: account, listed: wallet }],
      },
    ],
  });
});

const questions: readonly (readonly [
  name: string,
  options: readonly string[],
  levels: readonly string[],
  kinds: string,
])[] = [
  ['an LEI', ['--lei', lei], ['L1'], 'lei'],
  ['an LEI in lower case', ['--lei', lei.toLowerCase()], ['L1'], 'lei'],
  ['a name and its country', ['--name', 'Example Payments Limited', '--country', 'fr'], ['L2'], 'name,country'],
  ['a name alone', ['--name', 'Example Payments'], ['L3'], 'name'],
  ['a name and another country', ['--name', 'Example Payments', '--country', 'DE'], ['L3'], 'name'],
  ['a name as an argument', ['Example Payments'], ['L3'], 'name'],
  ['a similar name', ['Exampel Payment'], ['L4'], 'name'],
  ['a similar name, and an LEI that differs', ['Exampel Payment', '--lei', '7LTWFZYICNSX8D621K86'], [], ''],
  ['a name similar to a weak alias', ['Expaj Ltd', '--show-all'], ['weak'], 'name'],
  ['a weak alias', ['--name', 'Expay'], [], ''],
  ['a weak alias, everything shown', ['--name', 'Expay', '--show-all'], ['weak'], 'name'],
  ['another name', ['--name', 'Another Name'], [], ''],
  ['name and LEI of one entry', ['--lei', lei, '--name', 'Example Payments'], ['L1'], 'lei,name'],
  ['a wallet in Tron form', ['--wallet', `tron:0x2b6653dc:${tron}`], ['L3'], 'wallet'],
  [
    'several wallets',
    ['--wallet', `eip155:1:${wallet}`, '--wallet', `tron:0x2b6653dc:${tron}`],
    ['L1', 'L3'],
    'wallet,wallet',
  ],
  ['the name of a person', ['Ilya Vorontsov'], ['L3'], 'name'],
  ['the name of a person, family name first', ['VORONTSOV, Ilya'], ['L3'], 'name'],
  ['a similar name of a person', ['Ilia Vorontzov'], ['L4'], 'name'],
  ['a person and the country', ['Ilya Vorontsov', '--country', 'RU'], ['L2'], 'name,country'],
  ['a person and another country', ['Ilya Vorontsov', '--country', 'FR'], ['L3'], 'name'],
  ['a person and the year', ['Ilya Vorontsov', '--birth-year', '1961'], ['L2'], 'name,date'],
  [
    'a person and another year: an equal name is not ruled out',
    ['Ilya Vorontsov', '--birth-year', '1990'],
    ['L3'],
    'name',
  ],
  ['a similar name and a year near by', ['Ilia Vorontzov', '--birth-year', '1962'], ['L4'], 'name'],
  ['a similar name and another year', ['Ilia Vorontzov', '--birth-year', '1990'], [], ''],
  ['the name of a person, as an organisation', ['Ilya Vorontsov', '--kind', 'organisation'], [], ''],
  ['the name of an organisation, as a person', ['Example Payments', '--kind', 'person'], [], ''],
  ['a name that a person and an organisation have', ['Orlan Treasury'], ['L3', 'L3'], 'name,name'],
  ['the same, as a person', ['Orlan Treasury', '--kind', 'person'], ['L3'], 'name'],
];

test('levels of every kind of query', async (place) => {
  await load(place, [
    company,
    entry('w', { wallets: [listedWallet('ETH', wallet)] }),
    entry('x', { wallets: [listedWallet('ETH', '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c')] }),
    entry('p', {
      entityType: 'person',
      names: [{ name: 'VORONTSOV, Ilya', kind: 'primary', weak: false }],
      countries: ['RU'],
      dates: ['1961-04-05'],
    }),
    entry('both-1', { entityType: 'person', names: [{ name: 'Orlan Treasury', kind: 'primary', weak: false }] }),
    entry('both-2', { entityType: 'organisation', names: [{ name: 'ORLAN TREASURY', kind: 'primary', weak: false }] }),
    entry('gone', { status: 'removed', wallets: [listedWallet('ETH', wallet)] }),
  ]);
  for (const [name, options, levels, kinds] of questions) {
    const { matches, lists } = await asked(...options);
    assert.equal(
      matches.map(({ level }) => level),
      levels,
      name,
    );
    assert.is(matches.flatMap(({ evidence }) => evidence.map(({ kind }) => kind)).join(), kinds, name);
    assert.is(lists[0]?.entries, 6);
  }
});

test('the newest record of an entry and the last good run count', async (place) => {
  await load(place, [entry('w', { wallets: [listedWallet('ETH', wallet)] })]);
  await load(place, [entry('w', { status: 'removed', asOf: 200 })], { asOf: 200, captureId: 'c2' });
  await load(place, [], { asOf: 300, captureId: 'c3', status: 'rejected' });
  const { lists, matches } = await asked('--wallet', `eip155:1:${wallet}`);
  assert.equal([lists[0]?.asOf, lists[0]?.entries, matches], ['1970-01-01T00:00:00.200Z', 0, []]);
});

test('of a list that was loaded in part, a note states it beside every answer', async (place) => {
  await load(place, [company]);
  for (const options of [['--lei', lei], ['Another Name']]) {
    const { code, stderr } = await ask(...options);
    assert.is(code, 0, stderr);
    assert.match(stderr, /only a part: ofac-addresses has 1 entry here and at least 50 in whole/);
  }
});

test('a list that was never loaded is reported, and nothing is claimed about it', async () => {
  const { code, stdout, stderr } = await ask('--lei', lei);
  assert.is(code, 1);
  assert.equal(JSON.parse(stdout), { lists: [{ list, asOf: null, sha256: null, entries: 0 }], matches: [] });
  assert.match(stderr, /never loaded, so nothing is claimed about: ofac-addresses/);
  const people = await attestry('screen', '--lei', lei, '--list', list);
  assert.not.match(people.stdout, /no match/);
});

test('a similar name: the words that agree, and those that only one side has', async (place) => {
  await load(place, [company]);
  const { matches } = await asked('Exampel Payment Group');
  assert.equal(matches, [
    {
      level: 'L4',
      list,
      entryId: 'c',
      entityType: 'organisation',
      name: 'EXAMPLE PAYMENTS LTD',
      programs: ['CYBER2'],
      evidence: [{ kind: 'name', query: 'Exampel Payment Group', listed: 'EXAMPLE PAYMENTS LTD' }],
      agreement: [
        { query: 'Exampel', listed: 'EXAMPLE', by: 'spelling' },
        { query: 'Payment', listed: 'PAYMENTS', by: 'meaning' },
      ],
      onlyQuery: ['Group'],
      onlyListed: [],
      reason: '“Exampel” is spelled “EXAMPLE”; “Payment” and “PAYMENTS” mean the same. Only the query has “Group”.',
    },
  ]);
  const { stdout } = await attestry('screen', '--list', list, 'Exampel Payment');
  assert.match(stdout, / {4}name: Exampel Payment is similar to EXAMPLE PAYMENTS LTD\n {4}“Exampel” is spelled/);
});

test('text output: the matches, and the age of the lists', async (place) => {
  await load(place, [company]);
  const { stdout, stderr } = await attestry('screen', '--list', list, '--name', 'Example Payments');
  assert.match(
    stdout,
    /^L3 {2}ofac-addresses {2}c {2}EXAMPLE PAYMENTS LTD {2}\(CYBER2\)\n {4}name: Example Payments = /,
  );
  assert.match(stdout, /lists read:\n {2}ofac-addresses as of 1970-01-01T00:00:00\.100Z, 1 entry, sha256 abab/);
  assert.match(stderr, /^only a part: [^\n]*\n?$/);
  await load(place, [
    entry('p', { entityType: 'person', names: [{ name: 'VORONTSOV, Ilya', kind: 'primary', weak: false }] }),
  ]);
  const person = await attestry('screen', '--list', list, 'Ilya Vorontsov');
  assert.match(person.stdout, /^L3 {2}ofac-addresses {2}p {2}VORONTSOV, Ilya, a person {2}\(CYBER2\)\n/);
  const nothing = await attestry('screen', '--list', list, '--name', 'Unlisted');
  assert.match(nothing.stdout, /^no match in the lists below\n/);
});

const wrong: readonly (readonly [readonly string[], RegExp])[] = [
  [[], /at least one of NAME, --lei and --wallet/],
  [['--country', 'FR'], /at least one of NAME/],
  [['--lei', lei, '--country', 'FR'], /--country belongs to NAME/],
  [['--lei', lei, '--kind', 'person'], /--kind belongs to NAME/],
  [['--lei', lei, '--birth-year', '1960'], /--birth-year belongs to NAME/],
  [['x', '--kind', 'ship'], /--kind takes organisation or person, not "ship"/],
  [['x', '--birth-year', '60'], /--birth-year takes a year of four digits from 1800 on, not "60"/],
  [['x', '--kind', 'organisation', '--birth-year', '1960'], /--birth-year is of a person/],
  [['--name', ' '], /NAME is the name/],
  [['Example', '--name', 'Example'], /the name is given twice/],
  [['--name', 'x', '--country', 'France'], /--country takes a country code/],
  [['--lei', '969500OYUDADGZKCR584'], /--lei takes a Legal Entity Identifier with valid check digits/],
  [['--wallet', wallet], /--wallet takes a CAIP-10 account/],
  [['--wallet', `eip155:1:${wallet}0`], /invalid_format: the address is not valid on eip155:1/],
  [['--wallet', `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${wallet}`], /invalid_format/],
  [['--lei', lei, '--list', 'nope'], /no sanctions list "nope"; there are /],
  [['--lei', lei, '--list', 'esma-emtwp'], /no sanctions list "esma-emtwp"/],
];
test('exit 2 names the mistake in the query', async () => {
  for (const [options, sentence] of wrong) {
    const { code, stdout, stderr } = await attestry('screen', ...options);
    assert.equal([code, stdout], [2, ''], options.join(' '));
    assert.match(stderr, sentence);
  }
});

test('a query changes nothing', async (place) => {
  await load(place, [company]);
  const ends = async () =>
    Promise.all((['sanctions.entries', 'observations', 'changes'] as const).map((t) => place.engine.log.ranges(t)));
  const before = await ends();
  await asked('--lei', lei);
  assert.equal(await ends(), before);
});

test.run();
