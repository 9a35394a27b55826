import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Change, Observation } from '../../../../../schemas/generated/records.ts';
import {
  authority,
  chain,
  changesIn,
  day,
  declaredAsset,
  listedWallet,
  recordsIn,
  subjectsIn,
  usdc,
} from '../../builders.ts';
import {
  assetFact,
  authorityFact,
  code,
  controlFact,
  goneFact,
  january,
  multisig,
  roleFact,
  token,
  wallet,
  whole,
} from './chain-scenarios.ts';

const day2 = january + day;
const day3 = january + 2 * day;
const alone = { quorum: 1 } as const;
const holder = wallet('1');

/** Changes that the last observations cause. */
function after(before: readonly Observation[], ...then: readonly Observation[]): readonly Change[] {
  const { outputs } = declaredAsset();
  outputs(...before);
  return changesIn(outputs(...then));
}

const kinds = (changes: readonly Change[]): readonly string[] =>
  changes.map(({ explanation, direction, disposition }) => `${explanation.kind} ${direction} ${disposition}`);

test('the first reading of every fact is a baseline', () => {
  const { outputs } = declaredAsset();
  const first = [
    assetFact(january, 'token', token()),
    assetFact(january, 'supply', '1000'),
    assetFact(january, 'cap', '2000'),
    assetFact(january, 'multiplier', '1.5'),
    assetFact(january, 'code', code(wallet('7'))),
    assetFact(january, 'powers', ['permanent_delegate']),
    assetFact(january, 'holders_not_known', ['mint_authority']),
    assetFact(january, 'paused', true),
    controlFact(january, holder, multisig(2, '3', '4', '5')),
    authorityFact(january, 'owner', {}),
    roleFact(january, 'MINTER_ROLE', [wallet('3')]),
    assetFact(january, 'ownership_offer', wallet('2')),
    whole(january),
  ];
  assert.equal(changesIn(outputs(...first)), []);
  assert.equal(changesIn(outputs(...first.map((one) => ({ ...one, id: `${one.id}x` })))), [], 'and again');
});

test('what is read for the first time weakens nothing: the creator, and a holder that was not found before', () => {
  const before = [
    authorityFact(january, 'owner', {}),
    assetFact(january, 'holders_not_known', ['pause_authority']),
    whole(january),
  ];
  const first = (...then: readonly Observation[]): readonly string[] => kinds(after(before, ...then, whole(day2)));
  const nothing = assetFact(day2, 'holders_not_known', []);
  assert.equal(first(authorityFact(day2, 'creator', {}), nothing), []);
  assert.equal(first(authorityFact(day2, 'pause_authority', {}), nothing), []);
  assert.equal(first(authorityFact(day2, 'mint_authority', {}), nothing), ['authority_changed weakens shown']);
});

test('a value that has another shape is refused with the part that does not fit', () => {
  const { apply } = declaredAsset();
  for (const [fact, reason] of [
    [assetFact(january, 'supply', '01'), /a whole number of base units as text/],
    [assetFact(january, 'supply', null), /base units/],
    [assetFact(january, 'chain_reading', 'gone'), /one of chainReading/],
    [goneFact(january, 'lost'), /function_gone, contract_gone/],
    [assetFact(january, 'multiplier', '1.'), /a decimal as text/],
  ] as const) {
    const result = apply(fact);
    assert.is(result.kind, 'park');
    assert.match(result.kind === 'park' ? result.reason : '', reason);
  }
});

test('all facts of one asset in one round are one group', () => {
  const round = { artifactId: 'a'.repeat(64) };
  const changes = after(
    [authorityFact(january, 'owner', {}), assetFact(january, 'paused', false), assetFact(january, 'code', code('a'))],
    authorityFact(day2, 'owner', { address: wallet('2') }, round),
    assetFact(day2, 'paused', true, round),
    assetFact(day2, 'code', code('b'), round),
  );
  assert.is(changes.length, 3);
  assert.is(new Set(changes.map(({ groupId }) => groupId)).size, 1);
});

test('an authority states its address alone: the account states the rest, and a holder by role is a change of the role', () => {
  const multi = { accountType: 'multisig', signers: [wallet('3')], threshold: 1 };
  assert.equal(after([authorityFact(january, 'owner', {})], authorityFact(day2, 'owner', multi)), []);
  const share = `mint_authority:${wallet('2')}`;
  assert.equal(
    kinds(
      after(
        [
          roleFact(january, 'MINTER_ROLE', [holder]),
          authorityFact(january, `mint_authority:${holder}`, {}),
          whole(january),
        ],
        roleFact(day2, 'MINTER_ROLE', [holder, wallet('2')]),
        authorityFact(day2, share, { address: wallet('2') }),
      ),
    ),
    ['authority_changed weakens shown'],
  );
});

test('an offer that was accepted is one change, the replacement of the owner', () => {
  const changes = after(
    [authorityFact(january, 'owner', {}), assetFact(january, 'ownership_offer', wallet('2'))],
    authorityFact(day2, 'owner', { address: wallet('2') }),
    assetFact(day2, 'ownership_offer', null),
  );
  assert.equal(kinds(changes), ['authority_changed mixed shown']);
});

test('the same code at another address, or a hash that becomes known, is no change', () => {
  const same = [assetFact(january, 'code', code('a', '0x02'))];
  assert.equal(after(same, assetFact(day2, 'code', code('b', '0x02'))), []);
  assert.equal(after([assetFact(january, 'code', code('a'))], assetFact(day2, 'code', code('a', '0x02'))), []);
  assert.is(after(same, assetFact(day2, 'code', code('a', '0x03'))).length, 1);
});

test('an account that joins or leaves the controllers is no change of its own', () => {
  assert.equal(after([whole(january)], controlFact(day2, holder, multisig(1, '3'))), []);
  assert.equal(after([controlFact(january, holder, multisig(1, '3'))], controlFact(day2, holder, null)), []);
});

test('the owner of plumbing is stated by the authority, and the controllers of a time lock by its roles', () => {
  const plumbing = (owner: string) => ({ kind: 'proxy_admin', owner, next: [owner] });
  assert.equal(
    after([controlFact(january, holder, plumbing(wallet('3')))], controlFact(day2, holder, plumbing(wallet('4')))),
    [],
  );
});

test('a role that appears in a contract whose roles were read is a change, in a new contract a baseline', () => {
  const read = roleFact(january, 'PAUSER_ROLE', [holder]);
  assert.equal(kinds(after([read], roleFact(day2, 'MINTER_ROLE', [holder]))), ['authority_changed weakens shown']);
  assert.equal(after([], read, roleFact(january, 'MINTER_ROLE', [holder])), []);
  const other = roleFact(day2, 'X', [holder], { subjectKey: `${wallet('9')}:X` });
  assert.equal(after([read], other), []);
});

test('one provider alone: held until a later block gives it again; the earlier value withdraws it', () => {
  const { outputs } = declaredAsset();
  outputs(authorityFact(january, 'owner', {}));
  const other = { address: wallet('2') };
  const [draft] = changesIn(outputs(authorityFact(day2, 'owner', other, alone)));
  assert.equal([draft?.disposition, draft?.confirmed, draft?.notableAt], ['held', false, null]);
  assert.equal(changesIn(outputs(authorityFact(day2, 'owner', other, { ...alone, place: 'block:1:0x02' }))), []);
  const [confirmed] = changesIn(outputs(authorityFact(day3, 'owner', other, alone)));
  assert.equal(
    [
      confirmed?.id,
      confirmed?.revision,
      confirmed?.confirmed,
      confirmed?.disposition,
      confirmed?.assessment.confidence,
    ],
    [draft?.id, 1, true, 'shown', 0.95],
  );
  assert.equal(changesIn(outputs(authorityFact(day3 + day, 'owner', other, alone))), []);
  const [next] = changesIn(outputs(authorityFact(day3 + 2 * day, 'owner', {}, alone)));
  const [back] = changesIn(outputs(authorityFact(day3 + 3 * day, 'owner', other, alone)));
  assert.equal([next?.disposition, back?.id, back?.disposition], ['held', next?.id, 'superseded']);
});

test('a draft that reads a third value states that one, and needs a further reading', () => {
  const changes = after(
    [authorityFact(january, 'owner', {})],
    authorityFact(day2, 'owner', { address: wallet('2') }, alone),
    authorityFact(day3, 'owner', { address: wallet('3') }, alone),
    authorityFact(day3 + day, 'owner', { address: wallet('3') }),
  );
  assert.equal(
    changes.map(({ revision, disposition, after: value }) => [revision, disposition, value]),
    [
      [0, 'held', wallet('2')],
      [1, 'held', wallet('3')],
      [2, 'shown', wallet('3')],
    ],
  );
});

test('an authority that the chain no longer answers for stays in the record with its time', () => {
  const { outputs } = declaredAsset();
  outputs(authorityFact(january, 'mint_authority', {}), whole(january));
  const [gone] = changesIn(outputs(goneFact(day2, 'function_gone')));
  assert.equal([gone?.direction, gone?.disposition, gone?.confirmed], ['unassessed', 'shown', true]);
  const [record] = recordsIn(outputs(whole(day3), whole(day3 + day))).slice(-1);
  assert.equal(record?.authorities.map(({ address, observedAt }) => [address, observedAt]) ?? [], [], 'nothing moved');
  const [answered] = recordsIn(outputs(goneFact(day3 + 2 * day, null), whole(day3 + 2 * day))).slice(-1);
  assert.equal(answered?.authorities[0]?.observedAt, day3 + 2 * day);
});

test('authorities that were imported before: no notice, a correction of another address, the end of what the chain lacks', () => {
  const { outputs } = declaredAsset();
  outputs(
    authority(january, {}),
    authority(january, { type: 'mint_authority', address: listedWallet }, 'mint_authority'),
  );
  const same = authorityFact(day2, 'owner', { address: usdc });
  assert.equal(changesIn(outputs(same)), []);
  const written = outputs(whole(day2));
  assert.equal(
    changesIn(written).map(({ explanation, disposition, lowSignal, notableAt }) => [
      ...[explanation.kind, disposition, lowSignal, notableAt],
    ]),
    [['value_corrected', 'suppressed', true, null]],
  );
  assert.equal(
    recordsIn(written)[0]?.authorities.map(({ type }) => type),
    ['owner'],
  );
  assert.equal(changesIn(outputs(whole(day3))), [], 'once');
  const [corrected] = after([authority(january, {})], authorityFact(day2, 'owner', {}));
  assert.equal(
    [corrected?.explanation.kind, corrected?.lowSignal, corrected?.notableAt, corrected?.direction],
    ['value_corrected', true, null, 'neutral'],
  );
});

test('another plan is another lens: it raises no change, and what it alone reads is a baseline', () => {
  const other = { extractor: 'evm-2' } as const;
  assert.equal(
    after(
      [assetFact(january, 'code', code('a')), authorityFact(january, 'mint_authority:anyone', null), whole(january)],
      assetFact(day2, 'code', code('b'), other),
      assetFact(day2, 'cap', '1', other),
    ),
    [],
  );
});

test('an owner after any account could become the owner is one change: not every account can any more', () => {
  const open = authorityFact(january, 'owner:anyone', { type: 'owner', address: 'anyone' });
  const made = after(
    [open, whole(january)],
    authorityFact(day2, 'owner', {}),
    authorityFact(day2, 'owner:anyone', null),
    whole(day2),
  );
  assert.equal(
    made.map(({ explanation, direction, severity }) => [explanation.kind, direction, severity]),
    [['authority_changed', 'strengthens', 'low']],
  );
  const taken = after([whole(january)], { ...open, observedAt: day2 });
  assert.equal(
    taken.map(({ direction, severity }) => [direction, severity]),
    [['weakens', 'severe']],
  );
});

test('A-28 the account of an authority gives its type, kind, signers and threshold, and the newest whole reading its time', () => {
  const { outputs } = declaredAsset();
  outputs(controlFact(january, holder, multisig(2, '3', '4', '5')), authorityFact(january, 'owner', {}));
  const [first] = recordsIn(outputs(whole(january)));
  assert.equal(first?.chainReading, 'stated');
  assert.is(first?.authorities[0]?.accountKind, 'safe');
  const [next] = recordsIn(outputs(controlFact(day2, holder, multisig(3, '3', '4', '5')), whole(day2))).slice(-1);
  const [owner] = next?.authorities ?? [];
  assert.equal(
    [owner?.accountType, owner?.signers, owner?.threshold, owner?.observedAt],
    ['multisig', ['3', '4', '5'].map(wallet), 3, day2],
  );
  const [locked] = recordsIn(outputs(controlFact(day3, holder, { kind: 'timelock', timeLockSeconds: 60 })));
  const { accountType, accountKind, signers } = locked?.authorities[0] ?? {};
  assert.equal([accountType, accountKind, signers], ['regular', 'timelock', []]);
});

test('signers, modules and further controllers are subjects, with the authorities they serve', () => {
  const { outputs } = declaredAsset();
  const outer = { kind: 'timelock', next: [wallet('2')] };
  const inner = { ...multisig(1, '3', '4'), modules: [listedWallet] };
  const emitted = subjectsIn(
    outputs(
      controlFact(january, holder, outer),
      controlFact(january, wallet('2'), inner),
      authorityFact(january, 'owner', {}),
      whole(january),
    ),
  );
  const [subjects] = emitted;
  assert.is(emitted.length, 1, 'once for a reading');
  const roles = new Map(subjects?.subjects.map(({ display, roles: of }) => [display, of]));
  for (const signer of [wallet('2'), wallet('3'), wallet('4'), listedWallet]) {
    assert.equal(roles.get(signer), ['signer:owner'], signer);
  }
  assert.equal(roles.get(holder), ['authority:owner']);
});

test('supply: stated at 5 percent of a day or 20 of a week, again only from there, once a day and direction', () => {
  const { outputs } = declaredAsset();
  const supply = (hours: number, units: number): readonly string[] =>
    changesIn(outputs(assetFact(january + hours * 3_600_000, 'supply', String(units)))).map(
      ({ before, after: now }) => `${before ?? ''} > ${now ?? ''}`,
    );
  outputs(assetFact(january, 'token', token({ decimals: 0 })));
  assert.equal(supply(0, 1_000_000), []);
  assert.equal(supply(10, 1_049_999), []);
  assert.equal(supply(20, 1_050_000), ['1,000,000 tokens > 1,050,000 tokens']);
  assert.equal(supply(21, 1_200_000), [], 'the same direction within a day');
  assert.equal(supply(22, 900_000), ['1,050,000 tokens > 900,000 tokens'], 'the other direction');
  assert.equal(supply(47, 899_000), []);
  for (const step of [1, 2, 3, 4]) assert.equal(supply(47 + 24 * step, 899_000 + 40_000 * step), []);
  assert.equal(supply(47 + 24 * 5, 1_080_000), ['900,000 tokens > 1,080,000 tokens'], 'a fifth within a week');
});

test('supply of a covered token is neutral; one from nothing is stated', () => {
  const coverage = assetFact(january, 'reserve_coverage_ratio', { percent: '100.5' }, { sourceKey: 'report' });
  const from = [coverage, assetFact(january, 'supply', '100')];
  assert.equal(kinds(after(from, assetFact(day2, 'supply', '200'))), ['supply_changed neutral shown']);
  assert.equal(kinds(after([assetFact(january, 'supply', '0')], assetFact(day2, 'supply', '5'))), [
    'supply_changed unassessed shown',
  ]);
});

test('name, symbol and decimals: what the contract does not answer is no change', () => {
  const read = [assetFact(january, 'token', token())];
  assert.equal(after(read, assetFact(day2, 'token', token({ name: null, replaced: ['symbol'] }))), []);
  const [changed] = after(read, assetFact(day2, 'token', token({ decimals: 18 })));
  assert.equal(
    [changed?.category, changed?.fieldGroup, changed?.materiality, changed?.direction],
    ['disclosure_field', 'tokenomics', 'material', 'mixed'],
  );
});

test('a power that follows from an authority is collapsed into its change', () => {
  const read = [assetFact(january, 'powers', [])];
  assert.equal(kinds(after(read, assetFact(day2, 'powers', ['freeze_address']))), ['value_added weakens collapsed']);
  assert.equal(kinds(after(read, assetFact(day2, 'powers', ['transfer_fee']))), ['value_added weakens shown']);
});

test('a role counts for what its name gives, one without a known name for every authority that its contract serves', () => {
  const contract = wallet('6');
  const serving = ['mint_authority', 'freeze_authority'].map((type) =>
    authorityFact(january, type, { address: contract }),
  );
  for (const [name, sides, sentence] of [
    [null, ['governance', 'participant_protection', 'supply'], /, which serves the mint and freeze authorities, 0x4/],
    ['PAUSER_ROLE', ['governance', 'participant_protection'], /; the role gives the pause authority\.$/],
    ['REPORTER_ROLE', ['governance'], /^In the role REPORTER_ROLE of the contract 0x6{40}, 0x4{40} joined\.$/],
  ] as const) {
    const role = (at: number, holders: readonly string[]) =>
      chain(at, {
        subjectKind: 'authority',
        subjectKey: `${contract}:0x${'ab'.repeat(32)}`,
        field: 'role',
        value: { name, adminRole: null, holders },
      });
    const [change] = after([...serving, role(january, [wallet('3')])], role(day2, [wallet('3'), wallet('4')]));
    assert.equal(
      change?.assessment.dimensions.map(({ kind, direction }) => `${kind} ${direction}`),
      sides.map((kind) => `${kind} weakens`),
      name ?? 'no name',
    );
    assert.match(change?.explanation.what ?? '', sentence);
  }
});

test.run();
