import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ListMatchValue } from '../../../../../schemas/facts.ts';
import { verifyChange } from '../../../../../pipeline/changes/verify.ts';
import {
  assessed,
  at,
  authority,
  changesIn,
  contractKey,
  declared,
  declaredAsset,
  fold,
  listedWallet,
  match,
  recordsIn,
  subjectsIn,
  usdc,
} from '../../builders.ts';

const roles: readonly (readonly [readonly string[], string])[] = [
  [['contract'], 'legal_standing:D participant_protection:D'],
  [['issuer'], 'legal_standing:D participant_protection:D'],
  [['custodian'], 'custody:D legal_standing:D participant_protection:D'],
  [['custodian_crypto'], 'custody:D legal_standing:D participant_protection:D'],
  [['authority:owner'], 'governance:D legal_standing:D participant_protection:D'],
  [['signer:mint_authority'], 'governance:D legal_standing:D participant_protection:D'],
  [['custodian', 'signer:owner'], 'custody:D governance:D legal_standing:D participant_protection:D'],
];

for (const [list, dimensions] of roles) {
  test(`added and removed for ${list.join(' and ')}`, () => {
    const { change, since } = declaredAsset();
    const subject = { key: contractKey, kind: 'wallet', display: usdc, roles: list, partyName: null };
    const added = change(match(1, { subject, sinceObservationId: since }));
    const removed = change(match(2, { subject, status: 'cleared', sinceObservationId: since }));
    assert.is(assessed(added), `list_match_added/weakens ${dimensions.replaceAll(':D', ':weakens')}`);
    assert.is(assessed(removed), `list_match_removed/strengthens ${dimensions.replaceAll(':D', ':strengthens')}`);
    assert.equal([added.changeKind, removed.changeKind], ['listed', 'delisted']);
    assert.equal([added.confirmed, added.assessment.confidence, added.disposition], [true, 1, 'shown']);
  });
}

test('the first match of a list is a change and states the day of listing', () => {
  const { change, since } = declaredAsset();
  const raised = change(match(at('2024-01-12'), { sinceObservationId: since }));
  assert.is(raised.oldObservationId, null);
  assert.match(raised.explanation.whatDetail, /Listed since 3 September 2022 or earlier/);
  assert.is(
    raised.explanation.headline,
    "OFAC's list of sanctioned digital currency addresses names the contract of the token",
  );
  assert.match(raised.detail, / \(file of 12 January 2024\) names 0x098B\w+ \(ETH\), the contract of the token\.$/);
  assert.is(raised.notableAt, at('2024-01-12'));
});

test('an entry that came later is "listed since" its first file', () => {
  const { change, since } = declaredAsset();
  const raised = change(match(at('2024-01-12'), { inFirstSnapshot: false, sinceObservationId: since }));
  assert.match(raised.explanation.whatDetail, /Listed since 3 September 2022\./);
});

test('other programmes are an amendment; another file date, role or party name is nothing', () => {
  const { change, changes, since } = declaredAsset();
  changes(match(1, { sinceObservationId: since }));
  const amended = change(match(2, { programs: ['CYBER2'], sinceObservationId: since }));
  assert.is(assessed(amended), 'list_match_amended/neutral legal_standing:neutral');
  assert.is(amended.disposition, 'shown');
  const subject = { key: contractKey, kind: 'wallet', display: usdc, roles: ['owner'], partyName: 'X' };
  const same = { programs: ['CYBER2'], subject, asOf: 99, sinceObservationId: since };
  assert.equal(changes(match(3, same)), []);
});

const levels: readonly (readonly [ListMatchValue['level'], number, boolean])[] = [
  ['L2', 0.75, false],
  ['L3', 0.5, false],
  ['L4', 0.3, true],
];

for (const [level, confidence, lowSignal] of levels) {
  test(`${level} is a candidate: held, not assessed, never notified`, () => {
    const { change, since } = declaredAsset();
    const raised = change(match(1, { level, sinceObservationId: since }));
    assert.is(assessed(raised), 'list_candidate/unassessed');
    assert.equal(
      [raised.disposition, raised.confirmed, raised.lowSignal, raised.notableAt, raised.assessment.confidence],
      ['held', false, lowSignal, null, confidence],
    );
  });
}

test('L5 is confirmed as a fact about the link', () => {
  const { change, since } = declaredAsset();
  const raised = change(match(1, { level: 'L5', sinceObservationId: since }));
  assert.equal(
    [raised.explanation.kind, raised.confirmed, raised.assessment.confidence],
    ['list_match_added', true, 0.9],
  );
});

test('an exact identifier confirms the candidate: next revision of the same change', () => {
  const { change, since } = declaredAsset();
  const candidate = change(match(1, { level: 'L3', sinceObservationId: since }));
  const confirmed = change(match(2, { level: 'L1', sinceObservationId: since }));
  assert.equal([confirmed.id, confirmed.revision, confirmed.confirmed], [candidate.id, 1, true]);
  assert.is(confirmed.explanation.kind, 'list_match_added');
  assert.is(confirmed.notableAt, 2);
});

test('a candidate that is cleared is withdrawn', () => {
  const { change, changes, since } = declaredAsset();
  const candidate = change(match(1, { level: 'L3', sinceObservationId: since }));
  const cleared = change(match(2, { level: 'L3', status: 'cleared', sinceObservationId: since }));
  assert.equal([cleared.id, cleared.revision, cleared.disposition], [candidate.id, 1, 'superseded']);
  assert.equal(changes(match(3, { level: 'L3', status: 'cleared', sinceObservationId: since })), []);
});

const encodings: readonly (readonly [NonNullable<ListMatchValue['encodings']> | null, string])[] = [
  [{ listed: ['tron'], ours: 'evm' }, 'The listed address is a Tron address, that of the asset an EVM address;'],
  [{ listed: ['evm'], ours: 'tron' }, 'The listed address is an EVM address, that of the asset a Tron address;'],
  [
    { listed: ['bitcoin:p2pkh'], ours: 'litecoin:p2pkh' },
    'The listed address is a Bitcoin address, that of the asset a',
  ],
  [{ listed: ['bitcoin:p2pkh'], ours: 'bitcoin:v0' }, 'Both are addresses of Bitcoin, of different types;'],
  [
    { listed: ['nonsense'], ours: 'evm' },
    'The two addresses are written in different encodings of the same key bytes.',
  ],
  [null, 'The two addresses are written in different encodings of the same key bytes.'],
];

for (const [given, sentence] of encodings) {
  test(`equal key bytes name both encodings: ${given === null ? 'none given' : `${given.listed.join()} and ${given.ours}`}`, () => {
    const { change, since } = declaredAsset();
    const found = { level: 'L3', otherEncoding: true, sinceObservationId: since } as const;
    const raised = change(match(1, given === null ? found : { ...found, encodings: given }));
    assert.ok(raised.explanation.whatDetail.startsWith(sentence), raised.explanation.whatDetail);
    assert.match(raised.explanation.headline, /an address with the same key bytes as the contract of the token$/);
    assert.ok(raised.explanation.current.note?.startsWith(sentence));
  });
}

const subjects: readonly (readonly [Partial<ListMatchValue['subject']>, string])[] = [
  [{ roles: ['issuer'], partyName: 'Circle' }, 'a wallet of the issuer Circle'],
  [{ roles: ['custodian', 'issuer'], partyName: 'Circle' }, 'a wallet of Circle (custodian and issuer)'],
  [{ roles: ['custodian_crypto'], partyName: 'Vault' }, 'a wallet of the custodian of crypto-assets Vault'],
  [{ roles: ['authority:owner'] }, 'the owner of the contract'],
  [{ roles: ['signer:pauser'] }, 'a signer of the pauser of the token'],
  [
    { roles: ['authority:owner', 'issuer'], partyName: 'Circle' },
    'the owner of the contract and a wallet of the issuer Circle',
  ],
  [{ roles: [], partyName: 'Circle' }, 'a wallet of Circle'],
  [{ roles: [], partyName: null }, 'a wallet that the asset names'],
  [{ kind: 'lei', roles: ['issuer'], partyName: 'Circle' }, 'the LEI of the issuer Circle'],
  [{ kind: 'isin', roles: ['token'], partyName: null }, 'an identifier of the token'],
  [{ kind: 'party', roles: ['issuer'], partyName: 'Circle' }, 'the issuer Circle'],
];

for (const [given, words] of subjects) {
  test(`the role of a listed ${given.kind ?? 'wallet'} for the asset: ${words}`, () => {
    const { change, since } = declaredAsset();
    const subject = { key: contractKey, kind: 'wallet', display: usdc, roles: [], partyName: null, ...given };
    const raised = change(match(1, { subject, sinceObservationId: since }));
    assert.ok(raised.explanation.headline.endsWith(` names ${words}`), raised.explanation.headline);
  });
}

test('an address under several tickers is named once; an entry with a name is named with its programmes', () => {
  const { change, since } = declaredAsset();
  const raised = change(
    match(1, {
      listedAs: [`ETH ${listedWallet}`, `USDT ${listedWallet}`],
      entryName: 'LAZARUS GROUP',
      programs: ['DPRK3', 'CYBER2'],
      sinceObservationId: since,
    }),
  );
  assert.ok(raised.detail.includes(` names ${listedWallet} (ETH and USDT), the contract`));
  assert.match(
    raised.explanation.whatDetail,
    /^The entry is that of LAZARUS GROUP, programmes DPRK3 and CYBER2\. Listed/,
  );
});

test('A, B, A: the entry leaves and returns, and every step is a change of its own', () => {
  const { changes, since } = declaredAsset();
  const steps = (['matched', 'cleared', 'matched', 'cleared'] as const).map((status, index) =>
    match(index, { status, sinceObservationId: since }),
  );
  const raised = changes(...steps);
  assert.is(new Set(raised.map(({ id }) => id)).size, 4);
  assert.equal(
    raised.map(({ direction }) => direction),
    ['weakens', 'strengthens', 'weakens', 'strengthens'],
  );
});

test('a match for a subject that the asset does not name is ignored', () => {
  const { changes, since } = declaredAsset();
  const subject = { key: 'wallet:evm:00', kind: 'wallet', display: '0x00', roles: [], partyName: null };
  assert.equal(
    changes(match(1, { sinceObservationId: 'other' }), match(2, { subject, sinceObservationId: since })),
    [],
  );
});

/** Changes of matches, without those of the authority itself. */
const matchesIn = (outputs: Parameters<typeof changesIn>[0]) =>
  changesIn(outputs).filter(({ category }) => category === 'sanctions');

/** The asset with an authority whose wallet is on the list. */
function withListedOwner() {
  const folding = declaredAsset();
  const owner = authority(at('2024-01-10'), { address: listedWallet });
  const [subjects] = subjectsIn(folding.outputs(owner));
  const subject = subjects?.subjects.find((one) => one.sinceObservationId === owner.id);
  if (subject === undefined) throw new Error('the owner is no subject');
  const given = {
    subject: { key: subject.key, kind: 'wallet', display: listedWallet, roles: subject.roles, partyName: null },
    sinceObservationId: owner.id,
  };
  return { ...folding, owner, given };
}

test('a rotated wallet closes its match in the same step: neutral, and the list still has the entry', () => {
  const { outputs, changes, change, given, owner } = withListedOwner();
  const found = match(at('2024-01-12'), given);
  const raised = change(found);
  assert.is(raised.direction, 'weakens');
  const rotation = authority(at('2024-02-01'), { address: '0x1111111111111111111111111111111111111111' });
  const written = outputs(rotation);
  const [replaced, closed] = changesIn(written);
  assert.is(replaced?.explanation.kind, 'authority_changed');
  assert.is(closed?.explanation.headline, 'The asset no longer names this wallet; the list still has the entry');
  assert.is(closed?.direction, 'neutral');
  assert.equal([closed?.oldObservationId, closed?.newObservationId], [found.id, rotation.id]);
  assert.is(verifyChange(closed ?? raised, [declared(at('2024-01-01')), owner, found, rotation]).ok, true);
  assert.is(recordsIn(written).length, 1);
  assert.is(subjectsIn(written).length, 1);
  assert.equal(changes(match(at('2024-02-02'), { ...given, status: 'cleared' })), [], 'the join has not heard yet');
});

test('a wallet that returns is a new subject, and its match a new change', () => {
  const { outputs, change, given } = withListedOwner();
  const first = change(match(at('2024-01-12'), given));
  outputs(authority(at('2024-02-01'), null));
  const again = authority(at('2024-03-01'), { address: listedWallet });
  outputs(again);
  const second = change(match(at('2024-03-02'), { ...given, sinceObservationId: again.id }));
  assert.is(second.explanation.kind, 'list_match_added');
  assert.is.not(second.id, first.id);
});

test('a candidate whose subject leaves is withdrawn', () => {
  const { outputs, change, given } = withListedOwner();
  const candidate = change(match(at('2024-01-12'), { ...given, level: 'L3' }));
  const [, withdrawn] = changesIn(outputs(authority(at('2024-02-01'), null)));
  assert.equal([withdrawn?.id, withdrawn?.revision, withdrawn?.disposition], [candidate.id, 1, 'superseded']);
});

test('a cleared match closes silently when its subject leaves', () => {
  const { outputs, changes, given } = withListedOwner();
  changes(match(at('2024-01-12'), given), match(at('2024-01-13'), { ...given, status: 'cleared' }));
  assert.equal(matchesIn(outputs(authority(at('2024-02-01'), null))), []);
});

test('matches of another asset are not touched', () => {
  const { outputs, state, given } = withListedOwner();
  const elsewhere = { ...authority(at('2024-01-10'), { address: listedWallet }), assetId: 'other-asset', id: 'o2' };
  const other = fold(state, 100);
  other.outputs({ ...declared(at('2024-01-01')), assetId: 'other-asset', id: 'o1' }, elsewhere);
  const found = match(at('2024-01-12'), { ...given, sinceObservationId: 'o2' }, { assetId: 'other-asset' });
  assert.is(other.changes(found).length, 1);
  assert.equal(matchesIn(outputs(authority(at('2024-02-01'), null))), []);
  assert.is(
    other.changes(
      match(at('2024-02-02'), { ...given, status: 'cleared', sinceObservationId: 'o2' }, { assetId: 'other-asset' }),
    ).length,
    1,
  );
});

test.run();
