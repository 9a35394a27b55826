/** Every match level, event and address form of sanctions screening, one case or more each. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createScreen } from '../../../pipeline/screening/screen.ts';
import type { ListMatchValue } from '../../../schemas/facts.ts';
import type { Change, ListedName, SanctionsEntry, Subject } from '../../../schemas/generated/records.ts';
import { type DeclaredParty, parentId, screeningWorld } from '../../support/screening-world.ts';
import { issuerId, lei, listedWallet as wallet, usdc } from '../changes/builders.ts';
import {
  drive,
  entry,
  feeds,
  listedWallet,
  observationsIn,
  statedIn,
  subject,
  wallet as walletSubject,
} from './harness.ts';

/** Every row of the table. */
const rows = [
  'L1 address_exact',
  'L1 identifier_exact, LEI',
  'L1 identifier_exact, registration number + country',
  'L1 identifier_exact, tax id + country',
  'L1 identifier_exact, BIC',
  'L1 identifier_exact, ISIN',
  'L2 name_exact_qualified',
  'L3 exact name without qualifier',
  'L3 strong alias',
  'L4 similar name',
  'weak alias',
  'L5 indirect',
  'list_match_added: dimensions',
  'list_match_removed: the same strengthened',
  'list_match_amended: neutral',
  'list_candidate: unassessed, held',
  'a delisting closes its own entry only',
  'listed by two: the text names the list, and that the other stays',
  'names of natural persons are not matched',
  'EVM: lower case',
  'Tron and EVM: same key bytes',
  'Bitcoin: bech32 in lower case, base58 with checksum',
  'XRP: classic and X-address',
  'Solana: base58, 32 bytes',
  'invalid: never matched',
  'ticker is context, not chain',
  'one match per list, entry and payload',
  'a list delta against what is watched',
  'a new party or wallet against the full list',
  'a full re-screen emits nothing',
] as const;
type Row = (typeof rows)[number];

const covered = new Set<Row>();
function rowTest(row: Row, name: string, run: () => void): void {
  covered.add(row);
  test(`${row}: ${name}`, run);
}

const primary = (name: string): ListedName => ({ name, kind: 'primary', weak: false });
const organisation = (names: readonly ListedName[], over: Partial<SanctionsEntry> = {}): SanctionsEntry =>
  entry('e', { entityType: 'organisation', names, ...over });
const withIdentifier = (kind: string, value: string, country: string | null = null): SanctionsEntry =>
  organisation([primary('SOMEBODY ELSE')], { identifiers: [{ kind, value, country }] });
const removed = (listed: SanctionsEntry): SanctionsEntry => ({ ...listed, status: 'removed' });

/** Level, confirmed, confidence and notified, as in the table. */
const summary = (change: Change | undefined): readonly unknown[] | null =>
  change === undefined
    ? null
    : [
        change.explanation.kind,
        change.confirmed,
        change.assessment.confidence,
        change.disposition,
        change.notableAt !== null,
      ];
const added = (confidence: number): readonly unknown[] => ['list_match_added', true, confidence, 'shown', true];
const candidate = (confidence: number): readonly unknown[] => ['list_candidate', false, confidence, 'held', false];

const issuer: DeclaredParty = { name: 'Example', legalName: 'Example Payments SAS', lei, country: 'FR' };

const levels: readonly {
  readonly row: Row;
  readonly name: string;
  readonly party?: DeclaredParty;
  readonly parties?: Readonly<Record<string, DeclaredParty>>;
  readonly listed: SanctionsEntry;
  readonly expected: readonly unknown[] | null;
}[] = [
  {
    row: 'L1 address_exact',
    name: 'the contract of the asset',
    listed: entry('e', { wallets: [listedWallet('ETH', usdc.toLowerCase())] }),
    expected: added(1),
  },
  {
    row: 'L1 address_exact',
    name: 'a wallet of the issuer',
    party: { ...issuer, wallets: [`eip155:1:${wallet}`] },
    listed: entry('e', { wallets: [listedWallet('ETH', wallet)] }),
    expected: added(1),
  },
  {
    row: 'L1 address_exact',
    name: 'a wallet on the entry of a natural person',
    party: { ...issuer, wallets: [`eip155:1:${wallet}`] },
    listed: entry('e', { entityType: 'person', wallets: [listedWallet('ETH', wallet)] }),
    expected: added(1),
  },
  { row: 'L1 identifier_exact, LEI', name: 'of the issuer', listed: withIdentifier('lei', lei), expected: added(1) },
  {
    row: 'L1 identifier_exact, registration number + country',
    name: 'same country',
    party: { ...issuer, registrationNumber: '909 910 911' },
    listed: withIdentifier('registration', '909910911', 'FR'),
    expected: added(1),
  },
  {
    row: 'L1 identifier_exact, registration number + country',
    name: 'another country',
    party: { ...issuer, registrationNumber: '909 910 911' },
    listed: withIdentifier('registration', '909910911', 'BE'),
    expected: null,
  },
  {
    row: 'L1 identifier_exact, registration number + country',
    name: 'no country of issue, and one country of the entry',
    party: { ...issuer, registrationNumber: '909 910 911' },
    listed: { ...withIdentifier('registration', '909910911'), countries: ['FR'] },
    expected: added(1),
  },
  {
    row: 'L1 identifier_exact, registration number + country',
    name: 'no country of issue, and several of the entry',
    party: { ...issuer, registrationNumber: '909 910 911' },
    listed: { ...withIdentifier('registration', '909910911'), countries: ['BE', 'FR'] },
    expected: null,
  },
  {
    row: 'L1 identifier_exact, registration number + country',
    name: 'the country of the party is not declared',
    party: { ...issuer, registrationNumber: '909 910 911', country: null },
    listed: withIdentifier('registration', '909910911', 'FR'),
    expected: null,
  },
  {
    row: 'L1 identifier_exact, ISIN',
    name: 'of an instrument of the issuer',
    party: { ...issuer, isins: ['US0378331005'] },
    listed: withIdentifier('isin', 'US0378331005'),
    expected: added(1),
  },
  {
    row: 'L1 identifier_exact, ISIN',
    name: 'with a wrong check digit',
    party: { ...issuer, isins: ['CND10002K094'] },
    listed: withIdentifier('isin', 'CND10002K094'),
    expected: null,
  },
  {
    row: 'L2 name_exact_qualified',
    name: 'legal name with another spelling of the legal form, same country',
    listed: organisation([primary('EXAMPLE PAYMENTS S.A.S.')], { countries: ['FR'] }),
    expected: candidate(0.75),
  },
  {
    row: 'L2 name_exact_qualified',
    name: 'legal name of another kind of legal form, same country',
    listed: organisation([primary('EXAMPLE PAYMENTS SARL')], { countries: ['FR'] }),
    expected: candidate(0.3),
  },
  {
    row: 'L4 similar name',
    name: 'another spelling, another country',
    listed: organisation([primary('EXAMPEL PAYMENT')], { countries: ['KP'] }),
    expected: candidate(0.3),
  },
  {
    row: 'L4 similar name',
    name: 'in another script, of an entry of unknown type',
    party: { ...issuer, name: 'Ромашка', legalName: 'ООО «Ромашка»' },
    listed: entry('e', { names: [primary('Romashka LLC')] }),
    expected: candidate(0.3),
  },
  {
    row: 'L4 similar name',
    name: 'a strong alias is similar, the primary name is not',
    listed: organisation([primary('OTHER'), { name: 'Example Paymentz', kind: 'alias', weak: false }]),
    expected: candidate(0.3),
  },
  {
    row: 'L4 similar name',
    name: 'both state an LEI, and they differ',
    listed: organisation([primary('EXAMPEL PAYMENT')], {
      identifiers: [{ kind: 'lei', value: '7LTWFZYICNSX8D621K86', country: null }],
    }),
    expected: null,
  },
  {
    row: 'L4 similar name',
    name: 'an equal name is not ruled out by an LEI that differs',
    listed: organisation([primary('Example Payments')], {
      identifiers: [{ kind: 'lei', value: '7LTWFZYICNSX8D621K86', country: null }],
    }),
    expected: candidate(0.5),
  },
  {
    row: 'L4 similar name',
    name: 'both state a registration number of one country, and they differ',
    party: { ...issuer, registrationNumber: '909910911' },
    listed: organisation([primary('EXAMPEL PAYMENT')], {
      identifiers: [{ kind: 'registration', value: '111222333', country: 'FR' }],
    }),
    expected: null,
  },
  {
    row: 'L4 similar name',
    name: 'registration numbers of two countries rule nothing out',
    party: { ...issuer, registrationNumber: '909910911' },
    listed: organisation([primary('EXAMPEL PAYMENT')], {
      identifiers: [{ kind: 'registration', value: '111222333', country: 'DE' }],
    }),
    expected: candidate(0.3),
  },
  {
    row: 'L4 similar name',
    name: 'a person or a ship of a similar name',
    listed: entry('e', { entityType: 'person', names: [primary('EXAMPEL PAYMENT')] }),
    expected: null,
  },
  {
    row: 'weak alias',
    name: 'that is similar',
    listed: organisation([primary('OTHER'), { name: 'Exampel Payments', kind: 'alias', weak: true }]),
    expected: null,
  },
  {
    row: 'L3 exact name without qualifier',
    name: 'legal name, no country',
    listed: organisation([primary('Example Payments')]),
    expected: candidate(0.5),
  },
  {
    row: 'L3 exact name without qualifier',
    name: 'another name of ours, same country',
    listed: organisation([primary('EXAMPLE')], { countries: ['FR'] }),
    expected: candidate(0.5),
  },
  {
    row: 'L3 strong alias',
    name: 'same country',
    listed: organisation([primary('OTHER'), { name: 'Example Payments', kind: 'alias', weak: false }], {
      countries: ['FR'],
    }),
    expected: candidate(0.5),
  },
  {
    row: 'weak alias',
    name: 'is not stored',
    listed: organisation([primary('OTHER'), { name: 'Example Payments', kind: 'alias', weak: true }], {
      countries: ['FR'],
    }),
    expected: null,
  },
  {
    row: 'L5 indirect',
    name: 'the LEI of the parent',
    parties: { [parentId]: { ...issuer, roles: ['parent'] } },
    listed: withIdentifier('lei', lei),
    expected: added(0.9),
  },
  {
    row: 'L5 indirect',
    name: 'a parent that is the issuer, too, is listed itself',
    parties: { [issuerId]: { ...issuer, roles: ['issuer', 'parent'] } },
    listed: withIdentifier('lei', lei),
    expected: added(1),
  },
  {
    row: 'L5 indirect',
    name: 'a parent of the same name is a candidate',
    parties: { [parentId]: { ...issuer, roles: ['parent', 'ultimate_parent'] } },
    listed: organisation([primary('EXAMPLE PAYMENTS SAS')], { countries: ['FR'] }),
    expected: candidate(0.75),
  },
  {
    row: 'names of natural persons are not matched',
    name: 'a person of our name',
    listed: entry('e', { entityType: 'person', names: [primary('Example Payments')], countries: ['FR'] }),
    expected: null,
  },
  {
    row: 'names of natural persons are not matched',
    name: 'nor ships',
    listed: entry('e', { entityType: 'vessel', names: [primary('Example Payments')], countries: ['FR'] }),
    expected: null,
  },
];

for (const { row, name, party = issuer, parties = { [issuerId]: party }, listed, expected: expected } of levels) {
  rowTest(row, name, () => {
    const later = screeningWorld();
    assert.equal(later.declare(100, parties), []);
    const [raised, ...others] = later.list(listed, 200);
    assert.equal([summary(raised), others.length], [expected, 0], 'a list delta');
    const sooner = screeningWorld();
    sooner.list(listed, 200);
    const [same] = sooner.declare(300, parties);
    assert.equal(summary(same), expected, 'a new party');
    assert.is(same?.detectedAt ?? 300, 300, 'the match is as old as what the asset names');
    for (const world of [later, sooner]) assert.equal(world.rescreen(), [], 'a full re-screen');
  });
}
for (const row of ['a list delta against what is watched', 'a new party or wallet against the full list'] as const) {
  covered.add(row);
}
covered.add('a full re-screen emits nothing');

/** The level at which one entry matches one subject. */
function levelOf(listed: SanctionsEntry, ours: Subject): string | null {
  const { row, subjects } = drive(createScreen({ feeds }));
  subjects('asset', [ours]);
  return (statedIn(row(listed, 200))['match'] as ListMatchValue | undefined)?.level ?? null;
}

const identifiers: readonly (readonly [
  row: Row,
  name: string,
  listed: SanctionsEntry,
  ours: Subject,
  level: string | null,
])[] = [
  [
    'L1 identifier_exact, tax id + country',
    'same country',
    withIdentifier('tax', '7707083893', 'RU'),
    subject('tax', 'RU:7707083893', { display: '7707083893', country: 'RU' }),
    'L1',
  ],
  [
    'L1 identifier_exact, tax id + country',
    'another country',
    withIdentifier('tax', '7707083893', 'BY'),
    subject('tax', 'RU:7707083893', { display: '7707083893', country: 'RU' }),
    null,
  ],
  [
    'L1 identifier_exact, BIC',
    'the head office is the institution',
    withIdentifier('bic', 'SABRRUMMXXX'),
    subject('bic', 'SABRRUMM'),
    'L1',
  ],
  [
    'L1 identifier_exact, BIC',
    'a branch is another',
    withIdentifier('bic', 'SABRRUMM012'),
    subject('bic', 'SABRRUMM'),
    null,
  ],
];
for (const [row, name, listed, ours, level] of identifiers) {
  rowTest(row, name, () => assert.is(levelOf(listed, ours), level));
}

const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const tronAsEvm = '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c';
const bech32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const base58 = '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH';
const solana = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const classic = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59';
const xAddress = 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ';

const addresses: readonly (readonly [
  row: Row,
  name: string,
  ticker: string,
  listed: string,
  ours: string,
  level: string | null,
])[] = [
  ['EVM: lower case', 'mixed case against lower case', 'ETH', wallet, wallet.toLowerCase(), 'L1'],
  [
    'EVM: lower case',
    'a wrong checksum is no other address',
    'ETH',
    wallet.toUpperCase().replace('0X', '0x'),
    wallet,
    'L1',
  ],
  ['Tron and EVM: same key bytes', 'both Tron', 'TRX', tron, tron, 'L1'],
  ['Tron and EVM: same key bytes', 'listed as Tron, ours EVM', 'TRX', tron, tronAsEvm, 'L3'],
  ['Tron and EVM: same key bytes', 'listed as EVM, ours Tron', 'ETH', tronAsEvm, tron, 'L3'],
  [
    'Bitcoin: bech32 in lower case, base58 with checksum',
    'bech32 in upper case',
    'XBT',
    bech32.toUpperCase(),
    bech32,
    'L1',
  ],
  ['Bitcoin: bech32 in lower case, base58 with checksum', 'base58', 'XBT', base58, base58, 'L1'],
  ['Bitcoin: bech32 in lower case, base58 with checksum', 'one hash in both forms', 'XBT', base58, bech32, 'L3'],
  ['XRP: classic and X-address', 'listed as X-address', 'XRP', xAddress, classic, 'L1'],
  ['XRP: classic and X-address', 'ours an X-address', 'XRP', classic, xAddress, 'L1'],
  ['Solana: base58, 32 bytes', 'the same', 'SOL', solana, solana, 'L1'],
  ['invalid: never matched', 'EVM with a digit too many', 'ETH', `${wallet}0`, wallet, null],
  ['invalid: never matched', 'base58 with a wrong checksum', 'XBT', `${base58.slice(0, -1)}J`, base58, null],
  ['invalid: never matched', 'bech32 with a wrong checksum', 'XBT', `${bech32.slice(0, -1)}5`, bech32, null],
  ['invalid: never matched', 'Solana in lower case', 'SOL', solana.toLowerCase(), solana, null],
  ['ticker is context, not chain', 'listed under a token', 'USDT', wallet, wallet, 'L1'],
  ['ticker is context, not chain', 'listed under another coin', 'XBT', wallet, wallet, 'L1'],
];
for (const [row, name, ticker, address, ours, level] of addresses) {
  rowTest(row, name, () =>
    assert.is(levelOf(entry('e', { wallets: [listedWallet(ticker, address)] }), walletSubject(ours)), level),
  );
}

rowTest('one match per list, entry and payload', 'one address under three tickers', () => {
  const world = screeningWorld();
  world.declare(100);
  const wallets = ['ETH', 'USDC', 'USDT'].map((ticker) => listedWallet(ticker, usdc));
  assert.is(world.list(entry('e', { wallets }), 200).length, 1);
  assert.is(world.list(entry('e', { list: 'other-list', wallets }), 300).length, 1, 'another list is another match');
});

rowTest('one match per list, entry and payload', 'LEI, number and name of one party', () => {
  const world = screeningWorld();
  world.declare(100, { [issuerId]: { ...issuer, registrationNumber: '909910911' } });
  const listed = organisation([primary('Example Payments')], {
    countries: ['FR'],
    identifiers: [
      { kind: 'registration', value: '909910911', country: 'FR' },
      { kind: 'lei', value: lei, country: null },
    ],
  });
  const raised = world.list(listed, 200);
  assert.equal(raised.map(summary), [added(1)]);
  assert.is(world.matches('list:e').length, 1);
});

const roles: readonly (readonly [roles: NonNullable<DeclaredParty['roles']>, dimensions: readonly string[]])[] = [
  [['issuer'], ['legal_standing', 'participant_protection']],
  [['custodian'], ['custody', 'legal_standing', 'participant_protection']],
];
for (const [given, dimensions] of roles) {
  rowTest('list_match_added: dimensions', given.join(), () => {
    const world = screeningWorld();
    world.declare(100, { [issuerId]: { ...issuer, roles: given } });
    const listed = withIdentifier('lei', lei);
    const directions = (changes: readonly Change[]): readonly string[] =>
      changes.flatMap(({ assessment }) => assessment.dimensions.map(({ kind, direction }) => `${kind} ${direction}`));
    const matched = world.list(listed, 200);
    // The declaration of the asset names the issuer in any case.
    const expected = dimensions.map((kind) => `${kind} weakens`);
    assert.equal(directions(matched), expected);
    const gone = world.list(removed(listed), 300);
    assert.equal(
      directions(gone),
      expected.map((text) => text.replace('weakens', 'strengthens')),
    );
  });
}
covered.add('list_match_removed: the same strengthened');

const amendments: readonly (readonly [string, Partial<SanctionsEntry>, RegExp])[] = [
  ['programme', { programs: ['CYBER2', 'DPRK3'] }, /the programmes were CYBER2 and are CYBER2 and DPRK3/],
  ['name', { names: [primary('SOMEBODY NEW')] }, /the name was SOMEBODY ELSE and is SOMEBODY NEW/],
  ['date of listing', { listedOn: '2024-03-01' }, /the date of listing was none and is 1 March 2024/],
  ['date', { dates: ['1999'] }, /the dates were none and are 1999/],
  ['country', { countries: ['DE'] }, /the countries were none and are DE/],
];
for (const [name, over, sentence] of amendments) {
  rowTest('list_match_amended: neutral', name, () => {
    const world = screeningWorld();
    world.declare(100, { [issuerId]: issuer });
    const listed = withIdentifier('lei', lei);
    world.list(listed, 200);
    const [amended, ...others] = world.list({ ...listed, ...over, asOf: 300 }, 300);
    assert.equal([amended?.explanation.kind, amended?.direction, others.length], ['list_match_amended', 'neutral', 0]);
    assert.match(amended?.explanation.whatDetail ?? '', sentence);
    assert.equal(world.list({ ...listed, ...over, asOf: 400 }, 400), [], 'the same, read again');
  });
}

rowTest('list_candidate: unassessed, held', 'and withdrawn when the entry goes', () => {
  const world = screeningWorld();
  world.declare(100, { [issuerId]: issuer });
  const listed = organisation([primary('Example Payments')]);
  const [held] = world.list(listed, 200);
  assert.equal([held?.direction, held?.assessment.status, held?.disposition], ['unassessed', 'unassessed', 'held']);
  const [withdrawn] = world.list(removed(listed), 300);
  assert.equal([withdrawn?.id, withdrawn?.revision, withdrawn?.disposition], [held?.id, 1, 'superseded']);
  assert.match(withdrawn?.explanation.headline ?? '', /^Withdrawn: the list no longer has an entry with the same name/);
});

rowTest('list_candidate: unassessed, held', 'an identifier that the list adds confirms it', () => {
  const world = screeningWorld();
  world.declare(100, { [issuerId]: issuer });
  const listed = organisation([primary('Example Payments')]);
  const [held] = world.list(listed, 200);
  const identified = { ...listed, identifiers: [{ kind: 'lei', value: lei, country: null }] };
  const [confirmed, ...others] = world.list(identified, 300);
  assert.equal([confirmed?.id, confirmed?.revision, others.length], [held?.id, 1, 0]);
  assert.equal([summary(confirmed), confirmed?.notableAt], [added(1), 300]);
  const [amended] = world.list(listed, 400);
  assert.is(
    amended?.explanation.kind,
    'list_match_amended',
    'what was confirmed once stays when the list drops the LEI',
  );
  assert.match(amended?.explanation.whatDetail ?? '', /the match was by exact identifier and is by same name/);
  assert.equal(
    world.list(removed(listed), 500).map(({ explanation }) => explanation.kind),
    ['list_match_removed'],
  );
});

rowTest('list_candidate: unassessed, held', 'an identifier that we declare confirms it', () => {
  const world = screeningWorld();
  world.declare(100, { [issuerId]: { ...issuer, lei: null } });
  const [held] = world.list(
    organisation([primary('Example Payments')], { identifiers: [{ kind: 'lei', value: lei, country: null }] }),
    200,
  );
  const [confirmed, ...others] = world.declare(300, { [issuerId]: issuer });
  assert.equal([confirmed?.id, confirmed?.revision, others.length], [held?.id, 1, 0]);
  assert.is(confirmed?.notableAt, 300, 'since the asset names the identifier');
  const gone = world.declare(400, { [issuerId]: { ...issuer, lei: null } });
  assert.equal(
    gone.map(({ explanation }) => explanation.kind),
    ['list_match_removed', 'list_candidate'],
    'the identifier leaves, the name stays',
  );
  assert.is(gone[0]?.direction, 'neutral');
});

const twice = (list: string): SanctionsEntry => ({ ...withIdentifier('lei', lei), list });

rowTest('a delisting closes its own entry only', 'two entries of one list', () => {
  const world = screeningWorld();
  world.declare(100, { [issuerId]: issuer });
  world.list(twice('list'), 200);
  world.list({ ...twice('list'), entryId: 'f' }, 210);
  const [gone, ...others] = world.list(removed(twice('list')), 300);
  assert.equal([gone?.subjectKey, others.length], [`list:e:party:${issuerId}`, 0]);
  assert.match(gone?.explanation.whatDetail ?? '', /The match with another entry of the list stays/);
  assert.equal([world.matches('list:e').length, world.matches('list:f').length], [0, 1]);
});

rowTest('listed by two: the text names the list, and that the other stays', 'both gone in the end', () => {
  const world = screeningWorld();
  world.declare(100, { [issuerId]: issuer });
  world.list(twice('list'), 200);
  world.list(twice('other-list'), 210);
  const [first] = world.list(removed(twice('list')), 300);
  assert.match(first?.explanation.headline ?? '', /^The list no longer names/);
  assert.match(first?.explanation.whatDetail ?? '', /The match with the other list stays/);
  const [last] = world.list(removed(twice('other-list')), 400);
  assert.match(last?.explanation.headline ?? '', /^The other list no longer names/);
  assert.match(last?.explanation.whatDetail ?? '', /other entries and other lists are separate/);
});

rowTest('L5 indirect', 'the sentence names the party and what it is to the issuer', () => {
  const world = screeningWorld();
  world.declare(100, { [parentId]: { ...issuer, name: 'Example Holding', roles: ['ultimate_parent'] } });
  const [raised] = world.list(withIdentifier('lei', lei), 200);
  assert.is(raised?.explanation.headline, 'The list names Example Holding, ultimate parent of the issuer');
  assert.match(raised?.explanation.whatDetail ?? '', /nothing is concluded about ownership/);
});

test('observations of names carry the name as the list prints it', () => {
  const { row, subjects } = drive(createScreen({ feeds }));
  subjects('asset', [
    subject('party', issuerId, { partyId: issuerId, display: 'Example SAS', names: ['Example SAS'] }),
  ]);
  const [observation] = observationsIn(row(organisation([primary('EXAMPLE S.A.S.')]), 200));
  assert.equal([observation?.subjectKey, observation?.quote], [`list:e:party:${issuerId}`, 'EXAMPLE S.A.S.']);
});

test('no row of the table is without a case', () => {
  const missing = rows.filter((row) => !covered.has(row));
  assert.equal(missing, []);
});

test.run();
