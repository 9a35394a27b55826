import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProofValue } from '../../../schemas/facts.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { observationsOf } from './arbitraries.ts';
import {
  at,
  authority,
  chain,
  contractKey,
  day,
  declared,
  declaredAsset,
  declaredParty,
  fold,
  issuerId,
  lei,
  match,
  proof,
  recordsIn,
  row,
  subjectsIn,
  usdc,
} from './builders.ts';
import { runsOf } from '../../support/runs.ts';

const wallet = (digit: string): string => `0x${digit.repeat(40)}`;
const custodianId = 'b4c8d2e3-1111-4222-8333-444455556666';

test('nothing is composed before the asset is declared', () => {
  const { outputs } = fold();
  const before = outputs(declaredParty(1), authority(1, {}));
  assert.equal(
    before.map(({ topic }) => topic),
    ['asset.facts'],
  );
  const written = outputs(declared(2));
  assert.equal([recordsIn(written).length, subjectsIn(written).length], [1, 1]);
});

test('B-36 A-71 public needs an active asset and a KYI-verified issuer', () => {
  const last = (given: Parameters<typeof declared>[1], party: Parameters<typeof declaredParty>[1]) =>
    recordsIn(fold().outputs(declaredParty(1, party), declared(2, given))).at(-1);
  assert.is(last({}, {})?.public, true);
  assert.is(last({ status: 'withdrawn' }, {})?.public, false);
  assert.is(last({}, { kyi: { status: 'revoked', at: null } })?.public, false);
  assert.is(last({ issuerId: null }, {})?.public, false);
  assert.is(last({ issuerId: 'constructor' }, {})?.issuer, null);
  const withdrawn = last({ status: 'withdrawn' }, {});
  assert.equal([withdrawn?.kyiVerified, withdrawn?.status], [true, 'withdrawn']);
});

test('B-13 B-36 an issuer that is named and not linked makes no asset public, and is screened', () => {
  const { outputs } = fold();
  const parties = [{ partyId: issuerId, role: 'issuer' }];
  const written = outputs(declaredParty(1), declared(2, { issuerId: null, parties }));
  const record = recordsIn(written).at(-1);
  assert.equal([record?.public, record?.kyiVerified, record?.issuer], [false, false, null]);
  assert.is(record?.issuerNamed, true);
  const subjects = subjectsIn(written).at(-1)?.subjects ?? [];
  assert.equal(subjects.find(({ key }) => key === `lei:${lei}`)?.roles, ['issuer']);
  const linked = recordsIn(outputs(declared(3, { issuerId, parties: [] }))).at(-1);
  assert.equal([linked?.public, linked?.issuer?.name, linked?.issuerNamed], [true, 'Circle', true]);
  assert.is(recordsIn(outputs(declared(4, { issuerId: null }))).at(-1)?.issuerNamed, false);
});

test('the record has the declared fields, its versions and its issuer', () => {
  const image = { url: 'https://a.example/logo.png', copyrightConfirmed: true };
  const sources = [{ sourceId: 'terms', url: 'https://a.example', kind: 'terms', extractor: 'x' }];
  const [record] = recordsIn(fold().outputs(declaredParty(1), declared(2, { image, sources }, 7)));
  assert.equal(
    [record?.position, record?.registryPosition, record?.registeredAt, record?.imageUrl, record?.copyrightConfirmed],
    [1, 7, at('2024-01-01'), image.url, true],
  );
  assert.equal([record?.sourcesDeclared, record?.issuer?.name, record?.issuer?.kybVerified], [1, 'Circle', true]);
});

test('the record has what the registry declares about its issuer as a legal entity, and the days of its checks', () => {
  const [kyiAt, kybAt] = [at('2024-02-01'), at('2024-03-01')];
  const of = (party: Parameters<typeof declaredParty>[1]) =>
    recordsIn(fold().outputs(declaredParty(1, party), declared(2))).at(-1)?.issuer;
  const stated = of({
    legalName: 'Circle Internet Financial Europe SAS',
    lei: '5493001KJTIIGC8Y1R12',
    country: 'FR',
    kyi: { status: 'verified', at: kyiAt },
    kyb: { verified: true, at: kybAt },
  });
  assert.equal(
    [stated?.legalName, stated?.lei, stated?.country, stated?.kyiAt, stated?.kybAt],
    ['Circle Internet Financial Europe SAS', '5493001KJTIIGC8Y1R12', 'FR', kyiAt, kybAt],
  );
  const silent = of({
    legalName: null,
    lei: null,
    country: null,
    kyi: { status: 'verified', at: null },
    kyb: { verified: true, at: null },
  });
  assert.equal(
    [silent?.legalName, silent?.lei, silent?.country, silent?.kyiAt, silent?.kybAt],
    [null, null, null, null, null],
  );
});

test('the record has what the newest reading of the chain gave, null before the first one', () => {
  const { outputs } = fold();
  assert.equal(recordsIn(outputs(declared(1)))[0]?.chainReading, null);
  const reading = (hour: number, value: string) =>
    chain(hour, { subjectKind: 'asset', subjectKey: '', field: 'chain_reading', value });
  assert.equal(recordsIn(outputs(reading(2, 'unreadable')))[0]?.chainReading, 'unreadable');
  assert.equal(recordsIn(outputs(reading(3, 'unreadable'))).length, 0);
  assert.equal(recordsIn(outputs(reading(4, 'stated')))[0]?.chainReading, 'stated');
  assert.throws(() => outputs(reading(5, 'gone')), /one of chainReading/);
});

test('record and subjects are written only when their content differs', () => {
  const { outputs } = declaredAsset();
  outputs(authority(at('2024-02-01'), { address: wallet('1') }));
  assert.equal(outputs(authority(at('2024-02-02'), { address: wallet('1') })), []);
  const restated = outputs(declared(at('2024-02-03'), {}, 9));
  assert.equal([recordsIn(restated).length, subjectsIn(restated).length], [1, 0], 'a new registry position is content');
});

test('an observation writes one record and one set of subjects at most, at its own offset', () => {
  fc.assert(
    fc.property(observationsOf(declared(at('2024-01-01')).id), (log) => {
      const { apply } = fold();
      const written = new Map<string, string>();
      for (const [offset, one] of [declared(at('2024-01-01')), declaredParty(at('2024-01-01')), ...log].entries()) {
        const result = apply(one);
        for (const output of result.kind === 'ok' ? result.outputs : []) {
          if (output.topic !== 'asset.records' && output.topic !== 'asset.subjects') continue;
          const { position, ...content } = output.value;
          assert.is(position, offset);
          const key = `${output.topic} ${output.value.assetId} ${position}`;
          assert.not.ok(written.has(key), key);
          written.set(key, JSON.stringify(content));
        }
      }
      assert.ok(written.size > 0);
    }),
    { numRuns: runsOf(60) },
  );
});

test('asset.subjects never depends on matches', () => {
  const { outputs, since } = declaredAsset();
  const written = outputs(match(1, { sinceObservationId: since }), row(1, { sinceObservationId: since }));
  assert.equal([recordsIn(written), subjectsIn(written)], [[], []]);
});

test('subjects: contract, authorities, signers, party wallets and identifiers, each once, with its roles', () => {
  const { outputs } = fold();
  const written = outputs(
    declared(1, { identifiers: { dti: ['3kl7n1r92'], ffg: ['DZNBQ9SG9'], isin: ['US0378331005'] } }),
    declaredParty(2, {
      wallets: [`eip155:1:${wallet('1')}`, `eip155:8453:${wallet('1')}`, 'nonsense'],
      isins: ['FR0000000000'],
    }),
    declaredParty(3, { name: 'Vault', lei, wallets: [] }, ['custodian'], custodianId),
    authority(4, { address: wallet('1'), accountType: 'multisig', signers: [wallet('2'), usdc], threshold: 2 }),
  );
  const subjects = subjectsIn(written).at(-1)?.subjects ?? [];
  assert.equal(
    subjects.map(({ key, roles, chains }) => [key, roles.join(' '), chains.join(' ')]),
    [
      ['dti:3KL7N1R92', 'token', ''],
      ['ffg:DZNBQ9SG9', 'token', ''],
      ['isin:FR0000000000', 'issuer', ''],
      ['isin:US0378331005', 'token', ''],
      [`lei:${lei}`, 'custodian issuer', ''],
      ['party:a3b7c1d2-1111-4222-8333-444455556666', 'issuer', ''],
      [`party:${custodianId}`, 'custodian', ''],
      [`wallet:evm:${'1'.repeat(40)}`, 'authority:owner issuer', 'eip155:1 eip155:8453'],
      [`wallet:evm:${'2'.repeat(40)}`, 'signer:owner', 'eip155:1'],
      [contractKey, 'contract signer:owner', 'eip155:1'],
    ],
  );
  assert.equal(subjects.find(({ kind }) => kind === 'party')?.names, [
    'Circle',
    'Circle Internet Financial Europe SAS',
  ]);
});

test('a party has a subject for each BIC, and for each tax number with the country that issued it or its own', () => {
  const keysOf = (given: Parameters<typeof declaredParty>[1]): readonly string[] => {
    const written = fold().outputs(declared(1), declaredParty(2, given));
    const kinds =
      subjectsIn(written)
        .at(-1)
        ?.subjects.filter(({ kind }) => kind === 'bic' || kind === 'tax') ?? [];
    return kinds.map(({ key, country }) => `${key} ${country ?? '-'}`);
  };
  const taxIds = [
    { country: 'LU', value: ' lu 123 ' },
    { country: null, value: '77' },
  ];
  assert.equal(keysOf({ country: 'DE', bics: ['EXAMDEFFXXX'], taxIds }), [
    'bic:EXAMDEFFXXX -',
    'tax:DE:77 DE',
    'tax:LU:LU 123 LU',
  ]);
  assert.equal(keysOf({ country: null, bics: [], taxIds }), ['tax:LU:LU 123 LU']);
});

test('a party has a subject for its registration number if the country of the register is declared', () => {
  const cases: readonly (readonly [registrationNumber: string | null, country: string | null, key: string | null])[] = [
    ['909 910 911', 'FR', 'registration:FR:909 910 911'],
    [' hrb 12345 ', 'DE', 'registration:DE:HRB 12345'],
    ['909910911', null, null],
    [null, 'FR', null],
    [' ', 'FR', null],
  ];
  for (const [registrationNumber, country, key] of cases) {
    const written = fold().outputs(declared(1), declaredParty(2, { registrationNumber, country }));
    const found = subjectsIn(written)
      .at(-1)
      ?.subjects.find(({ kind }) => kind === 'registration');
    assert.is(found?.key ?? null, key);
    if (found === undefined) continue;
    assert.equal([found.country, found.partyId, found.roles], [country, issuerId, ['issuer']]);
  }
});

test('a party is displayed by its legal name, or by its name where none is declared', () => {
  for (const [legalName, display] of [
    ['Circle Internet Financial Europe SAS', 'Circle Internet Financial Europe SAS'],
    [null, 'Circle'],
    [' ', 'Circle'],
  ] as const) {
    const written = fold().outputs(declared(1), declaredParty(2, { legalName }));
    const found = subjectsIn(written)
      .at(-1)
      ?.subjects.find(({ kind }) => kind === 'party');
    assert.equal([found?.display, found?.partyName], [display, 'Circle']);
  }
});

test('a subject keeps its since while it stays and gets a new one when it returns', () => {
  const { outputs } = declaredAsset();
  const key = `wallet:evm:${'1'.repeat(40)}`;
  const sinceOf = (written: ReturnType<typeof outputs>) => {
    const found = subjectsIn(written)
      .at(-1)
      ?.subjects.find((subject) => subject.key === key);
    return found === undefined ? null : [found.since, found.sinceObservationId];
  };
  const first = authority(at('2024-02-01'), { address: wallet('1') });
  assert.equal(sinceOf(outputs(first)), [first.observedAt, first.id]);
  const asSigner = authority(at('2024-02-02'), {
    address: wallet('3'),
    accountType: 'multisig',
    signers: [wallet('1')],
    threshold: 1,
  });
  assert.equal(sinceOf(outputs(asSigner)), [first.observedAt, first.id]);
  assert.is(sinceOf(outputs(authority(at('2024-02-03'), null))), null);
  const again = authority(at('2024-02-04'), { address: wallet('1') });
  assert.equal(sinceOf(outputs(again)), [again.observedAt, again.id]);
});

test('an XRPL token has a subject for the account that issues it', () => {
  const written = fold().outputs(
    declared(1, { chain: 'xrpl', address: 'USD.rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B', standard: 'token' }),
  );
  const subjects = subjectsIn(written)[0]?.subjects ?? [];
  assert.ok(subjects.some(({ key, display }) => key.startsWith('wallet:xrpl:') && display.startsWith('rvYA')));
});

const multisig = { accountType: 'multisig', signers: [wallet('1'), wallet('2'), wallet('3')], threshold: 2 };
const by = (proofId: string, provedBy: string, more: Partial<ProofValue> = {}) =>
  proof(at('2024-03-01'), { proofId, provedBy, ...more });

const proofs: readonly (readonly [string, Record<string, unknown>, readonly ReturnType<typeof proof>[], boolean])[] = [
  ['no proof', {}, [], false],
  ['the wallet itself', {}, [by('p', usdc)], true],
  ['the wallet itself in lower case', {}, [by('p', usdc.toLowerCase())], true],
  ['A-71 by hand of the operator', {}, [by('p', usdc, { method: { type: 'admin_manual' } })], false],
  ['another wallet', {}, [by('p', wallet('9'))], false],
  ['for another authority type', {}, [by('p', usdc, { authority: { type: 'creator', address: usdc } })], false],
  ['for another address', {}, [by('p', wallet('1'), { authority: { type: 'owner', address: wallet('1') } })], false],
  ['multisig itself', multisig, [by('p', usdc)], true],
  ['one of two signers', multisig, [by('p', wallet('1'))], false],
  ['one signer twice', multisig, [by('p', wallet('1')), by('q', wallet('1'), { challenge: 'again' })], false],
  ['two of two signers', multisig, [by('p', wallet('1')), by('q', wallet('2'))], true],
  ['a signer and a stranger', multisig, [by('p', wallet('1')), by('q', wallet('9'))], false],
  [
    'two signers, threshold unknown',
    { ...multisig, threshold: null },
    [by('p', wallet('1')), by('q', wallet('2'))],
    false,
  ],
  ['a signer of a regular account', { signers: [wallet('1')], threshold: 1 }, [by('p', wallet('1'))], false],
];

for (const [name, value, given, verified] of proofs) {
  test(`A-68 ${name} ${verified ? 'proves' : 'does not prove'} control`, () => {
    const { outputs } = declaredAsset();
    const written = outputs(authority(at('2024-02-01'), value), ...given);
    const record = recordsIn(written).at(-1);
    assert.is(record?.authorities[0]?.verified, verified);
    assert.is(record?.verifications.length, given.length);
  });
}

const proofIds = (written: Parameters<typeof recordsIn>[0]) =>
  recordsIn(written)
    .at(-1)
    ?.verifications.map(({ proofId }) => proofId);

test('of two proofs with one challenge of one signer, the first on the log counts', () => {
  const { outputs } = declaredAsset();
  const both = outputs(authority(at('2024-02-01'), {}), by('p', usdc), by('q', usdc, { provedAt: at('2024-02-20') }));
  assert.equal(proofIds(both), ['p']);
  const renewed = outputs(by('p', usdc, { challenge: 'second text', provedAt: at('2024-02-25') }), by('q', usdc));
  assert.equal(proofIds(renewed), ['p'], 'a challenge stays used when its proof gets another one');
  assert.equal(proofIds(outputs(by('q', usdc, { challenge: 'third text' }))), ['p', 'q']);
  const manual = { challenge: '', method: { type: 'admin_manual' } as const };
  assert.equal(proofIds(outputs(by('r', usdc, manual), by('s', usdc, manual))), ['p', 'q', 'r', 's']);
});

test('a signature proves at its first time: a later record of it changes nothing, also after another challenge', () => {
  const { outputs } = declaredAsset();
  const [first, later, latest] = [at('2024-02-01'), at('2024-02-20'), at('2024-03-20')];
  let day = at('2024-04-01');
  const timesAfter = (given: Partial<ProofValue>): readonly number[] | undefined =>
    recordsIn(outputs(proof((day += 86_400_000), { proofId: 'p', provedBy: usdc, ...given })))
      .at(-1)
      ?.verifications.map(({ provedAt }) => provedAt);
  outputs(authority(at('2024-02-01'), {}));
  assert.equal(timesAfter({ provedAt: first }), [first]);
  for (const provedAt of [first, later, at('2024-01-01')]) assert.is(timesAfter({ provedAt }), undefined);
  const second = 'second text';
  assert.equal(timesAfter({ challenge: second, provedAt: later }), [later], 'another challenge has a time of its own');
  assert.is(timesAfter({ provedAt: latest }), undefined, 'the first challenge does not come back');
  assert.is(timesAfter({ challenge: second, provedAt: latest }), undefined);
  const manual = { challenge: '', method: { type: 'admin_manual' } as const, provedAt: latest };
  assert.equal(timesAfter(manual), [latest], 'what the operator states is no signature');
});

test('when the authority changes its proof stays and the new wallet is not verified', () => {
  const { outputs } = declaredAsset();
  outputs(authority(at('2024-02-01'), {}), proof(at('2024-02-02')));
  const record = recordsIn(outputs(authority(at('2024-02-03'), { address: wallet('4') }))).at(-1);
  assert.equal(
    record?.authorities.map(({ address, verified }) => [address, verified]),
    [[wallet('4'), false]],
  );
  assert.equal(
    record?.verifications.map(({ proofId, authorityAddress, method }) => [proofId, authorityAddress, method]),
    [['proof-1', usdc, '{"scheme":"eip191","type":"signature"}']],
  );
});

const contractProof = (signers: readonly string[]) =>
  by('p', usdc, {
    method: {
      type: 'contract_signature',
      scheme: 'eip1271',
      inner_scheme: 'eip191',
      caip2: 'eip155:1',
      block_number: 5,
    },
    wallet: { at: at('2024-03-01'), signers, threshold: 2 },
  });
const safeOf = (signers: readonly string[], threshold: number) => ({ ...multisig, signers, threshold });
const [first, second, third, fourth] = ['1', '2', '3', '4'].map(wallet) as [string, string, string, string];
const after = at('2024-04-01');

const lapses: readonly (readonly [string, Record<string, unknown>, number, string | null])[] = [
  ['the same signers', safeOf([first, second, third], 2), after, null],
  ['one of three joined, of whom two are needed', safeOf([first, second, fourth], 2), after, null],
  ['a signer that left', safeOf([first, second], 2), after, null],
  [
    'the same signers in lower case',
    safeOf(
      [first, second, third].map((one) => one.toLowerCase()),
      1,
    ),
    after,
    null,
  ],
  [
    'two joined, and two are needed',
    safeOf([first, wallet('5'), fourth], 2),
    after,
    `2 of 3 signers joined the multisig since then, and 2 approvals are enough: ${fourth}, ${wallet('5')}`,
  ],
  [
    'one joined, and the threshold fell to one',
    safeOf([first, second, fourth], 1),
    after,
    `1 of 3 signers joined the multisig since then, and one approval is enough: ${fourth}`,
  ],
  ['other signers in a reading from before the block', safeOf([fourth, wallet('5')], 2), at('2024-02-20'), null],
];
for (const [name, value, observedAt, lapsed] of lapses) {
  test(`a contract signature of a multisig ${lapsed === null ? 'stays' : 'lapses'}: ${name}`, () => {
    const { outputs } = declaredAsset();
    const proved = [
      authority(at('2024-02-01'), safeOf([first, second, third], 2)),
      contractProof([first, second, third]),
    ];
    assert.is(recordsIn(outputs(...proved)).at(-1)?.authorities[0]?.verified, true);
    const later = declaredAsset();
    const record = recordsIn(later.outputs(...proved, authority(observedAt, value))).at(-1);
    assert.is(record?.verifications[0]?.lapsed, lapsed);
    assert.is(record?.authorities[0]?.verified, lapsed === null);
  });
}

test('a proof of signers of their own does not lapse, and one that lapsed holds again for the signers of its block', () => {
  const { outputs } = declaredAsset();
  const old = authority(at('2024-02-01'), safeOf([first, second, third], 2));
  outputs(old, contractProof([first, second, third]), authority(after, safeOf([fourth, wallet('5')], 2)));
  const lapsed = recordsIn(outputs(by('q', fourth), by('r', wallet('5'), { challenge: 'b' }))).at(-1);
  assert.is(lapsed?.authorities[0]?.verified, true);
  assert.equal(
    lapsed?.verifications.map((one) => one.lapsed === null),
    [false, true, true],
  );
  const back = recordsIn(outputs(authority(at('2024-05-01'), safeOf([first, second, third], 2)))).at(-1);
  assert.is(back?.verifications[0]?.lapsed, null);
});

test('PE-13 A-68 a proof lapses when its wallet is no authority any more, and holds again when it returns', () => {
  const { outputs } = declaredAsset();
  const owner = (when: string, address: string | null) =>
    authority(at(when), address === null ? null : { type: 'owner', address }, 'owner');
  const lapsedOf = (...given: readonly Observation[]) =>
    recordsIn(outputs(...given))
      .at(-1)
      ?.verifications.map(({ lapsed }) => lapsed);
  assert.equal(lapsedOf(by('p', first, { authority: { type: 'owner', address: first } })), [null], 'none observed yet');
  assert.equal(lapsedOf(owner('2024-02-01', first)), [null]);
  const gone = `${first} is no longer the owner of the contract, seen `;
  assert.equal(lapsedOf(owner('2024-03-01', second)), [`${gone}1 March 2024`]);
  assert.equal(lapsedOf(owner('2024-04-01', third)), [`${gone}1 March 2024`], 'a later move of others is not its end');
  assert.equal(lapsedOf(owner('2024-05-01', first)), [null]);
  assert.equal(lapsedOf(owner('2024-06-01', null)), [`${gone}1 June 2024`]);
});

test('authorities are sorted, each once with a stable id, without those that were given up', () => {
  const { outputs } = declaredAsset();
  const minter = authority(at('2024-02-01'), { type: 'mint_authority', address: wallet('2') }, 'mint_authority');
  const first = recordsIn(outputs(authority(at('2024-02-01'), {}, 'owner'), minter)).at(-1);
  assert.equal(
    first?.authorities.map(({ type }) => type),
    ['mint_authority', 'owner'],
  );
  const doubled = recordsIn(outputs(authority(at('2024-02-01') + day, {}, 'owner:2'))).at(-1);
  assert.equal(
    doubled?.authorities.map(({ id }) => id),
    first?.authorities.map(({ id }) => id),
  );
  const gone = recordsIn(outputs(authority(at('2024-03-01'), null, 'mint_authority'))).at(-1);
  assert.equal(
    gone?.authorities.map(({ type }) => type),
    ['owner'],
  );
});

test('A-66 signers and threshold belong to multisigs', () => {
  const { outputs } = declaredAsset();
  const regular = recordsIn(outputs(authority(at('2024-02-01'), { signers: [wallet('1')], threshold: 1 }))).at(-1);
  assert.equal([regular?.authorities[0]?.signers, regular?.authorities[0]?.threshold], [[], null]);
  const multi = recordsIn(
    outputs(authority(at('2024-02-02'), { ...multisig, signers: [wallet('2'), wallet('1')] })),
  ).at(-1);
  assert.equal([multi?.authorities[0]?.signers, multi?.authorities[0]?.threshold], [[wallet('1'), wallet('2')], 2]);
});

test.run();
