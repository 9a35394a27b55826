import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Screening, verdictOf, worstOf } from '../../../../explorer/readers/asset/verdict.ts';
import type { Standing } from '../../../../explorer/parts/verdict.tsx';
import type { AssetRecord, RecordAuthority, RecordProof } from '../../../../schemas/generated/records.ts';
import { asset, issuer } from '../../../api/records.ts';

const authority = (part: Partial<RecordAuthority> = {}): RecordAuthority => ({
  id: 'a',
  type: 'owner',
  address: '0x1',
  accountType: 'regular',
  accountKind: null,
  signers: [],
  threshold: null,
  verified: true,
  observedAt: 1,
  ...part,
});
const proof = (method: object, part: Partial<RecordProof> = {}): RecordProof => ({
  proofId: 'p',
  authorityType: 'owner',
  authorityAddress: '0x1',
  method: JSON.stringify(method),
  provedAt: 1,
  verifiedBy: 'attestry',
  lapsed: null,
  ...part,
});
const signature = { type: 'signature', scheme: 'eip191' };
const lists = { all: 2, read: 2, oldest: 1, hasOld: false };
const clean: Screening = { kind: 'read', lists, matches: [] };
const proven = { authorities: [authority()], verifications: [proof(signature)] };

const cases: readonly (readonly [
  name: string,
  record: Partial<AssetRecord>,
  screening: Screening,
  label: string,
  standing: Standing,
  word: string,
])[] = [
  ['no issuer', { ...proven, issuer: null, kyiVerified: false }, clean, 'Issuer (KYI)', 'open', 'Unknown'],
  [
    'pending',
    { issuer: issuer({ kyiStatus: 'pending' }), kyiVerified: false },
    clean,
    'Issuer (KYI)',
    'open',
    'Pending',
  ],
  ['ended', { issuer: issuer({ kyiStatus: 'revoked' }), kyiVerified: false }, clean, 'Issuer (KYI)', 'not', 'Ended'],
  [
    'a status of later versions',
    { issuer: issuer({ kyiStatus: 'new' }) },
    clean,
    'Issuer (KYI)',
    'open',
    'Not verified',
  ],
  ['status and flag differ', { kyiVerified: false }, clean, 'Issuer (KYI)', 'open', 'Not verified'],
  ['no KYB', { issuer: issuer({ kybVerified: false }) }, clean, 'Business (KYB)', 'open', 'Not verified'],
  ['no authority', { authorities: [], verifications: [] }, clean, 'Authorities', 'open', 'None observed'],
  ['no proof', { authorities: [authority()], verifications: [] }, clean, 'Authorities', 'open', '0 of 1 proven'],
  [
    'only the word of the operator',
    { authorities: [authority()], verifications: [proof({ type: 'admin_manual' })] },
    clean,
    'Authorities',
    'open',
    '0 of 1 proven',
  ],
  [
    'the proof of another wallet',
    { authorities: [authority()], verifications: [proof(signature, { authorityAddress: '0x2' })] },
    clean,
    'Authorities',
    'open',
    '0 of 1 proven',
  ],
  [
    'a lapsed proof',
    { authorities: [authority()], verifications: [proof(signature, { lapsed: 'Others can act.' })] },
    clean,
    'Authorities',
    'open',
    '0 of 1 proven',
  ],
  [
    'a proof that no longer counts',
    { authorities: [authority({ verified: false })], verifications: [proof(signature)] },
    clean,
    'Authorities',
    'open',
    '0 of 1 proven',
  ],
  ['hidden lists', proven, { kind: 'hidden' }, 'Sanctions lists', 'open', 'Not shown'],
  ['unreadable lists', proven, { kind: 'unknown' }, 'Sanctions lists', 'open', 'Unknown now'],
  [
    'no list read',
    proven,
    { kind: 'read', lists: { ...lists, read: 0, oldest: null }, matches: [] },
    'Sanctions lists',
    'open',
    'Not checked',
  ],
  [
    'an old list',
    proven,
    { kind: 'read', lists: { ...lists, hasOld: true }, matches: [] },
    'Sanctions lists',
    'open',
    'No match in old lists',
  ],
  [
    'a list that was never read',
    proven,
    { kind: 'read', lists: { ...lists, read: 1 }, matches: [] },
    'Sanctions lists',
    'open',
    'No match in the lists read',
  ],
  ['a match', proven, { kind: 'read', lists, matches: ['x'] }, 'Sanctions lists', 'not', '1 match'],
  [
    'a match, no list read',
    proven,
    { kind: 'read', lists: { ...lists, read: 0, oldest: null }, matches: ['x', 'y'] },
    'Sanctions lists',
    'not',
    '2 matches',
  ],
];

for (const [name, record, screening, label, standing, word] of cases) {
  test(`U-11 the verdict fails closed: ${name}`, () => {
    const parts = verdictOf(asset(1, { ...proven, ...record }), screening);
    const part = parts.find((one) => one.label === label);
    assert.equal([part?.standing, part?.word], [standing, word]);
    assert.is(parts.length, 4, 'no part is ever left out');
    assert.is.not(worstOf(parts), 'yes');
  });
}

test('U-11 all four parts established are the only good verdict', () => {
  const parts = verdictOf(asset(1, proven), clean);
  assert.is(worstOf(parts), 'yes');
  assert.equal(
    parts.map(({ word }) => word),
    ['Verified', 'Verified', '1 of 1 proven', 'No match'],
  );
});

test.run();
