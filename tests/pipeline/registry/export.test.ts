import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exportLines } from '../../../pipeline/registry/export.ts';
import { describeIssue } from '../../../pipeline/registry/import/issue.ts';
import { planImport } from '../../../pipeline/registry/import/plan-import.ts';
import type { Output } from '../../../pipeline/runtime/processor.ts';
import type { ProofValue } from '../../../schemas/facts.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import { assetLine, caip19, partyLine, personalSign, request, testKey, tokenAddress, uuid } from './declarations.ts';
import { anyUrl } from '../../support/any-url.ts';
import { runsOf } from '../../support/runs.ts';

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const time = fc
  .date({ min: new Date(0), max: new Date(request([]).now), noInvalidDate: true })
  .map((d) => d.toISOString());
/** Null, absent, or a value: the first two are the same. */
const maybe = <V>(value: fc.Arbitrary<V>): fc.Arbitrary<V | null | undefined> =>
  fc.option(fc.option(value), { nil: undefined });
const hex40 = fc.stringMatching(/^[0-9a-f]{40}$/);
const wallet = fc.oneof(
  hex40.map((digits) => `eip155:8453:0x${digits}`),
  fc.constant('tron:0x2b6653dc:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  fc.constant('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R'),
);

const vouching = fc.record({ by: words, why: words, evidence: maybe(fc.uniqueArray(anyUrl, { maxLength: 3 })) });

const partyMembers = fc.record({
  name: words,
  legalName: maybe(words),
  lei: maybe(fc.constantFrom('969500OYUDADGZKCR583', '5493001KJTIIGC8Y1R12')),
  registrationNumber: maybe(words),
  country: maybe(fc.constantFrom('FR', 'GR', 'LT')),
  aliases: maybe(fc.uniqueArray(words, { maxLength: 3 })),
  wallets: maybe(fc.uniqueArray(wallet, { maxLength: 3 })),
  isins: maybe(fc.uniqueArray(fc.constantFrom('US0378331005', 'XS0000000009'), { maxLength: 2 })),
  bics: maybe(fc.uniqueArray(fc.constantFrom('EXAMDEFF', 'EXAMDEFFXXX'), { maxLength: 2 })),
  taxIds: maybe(
    fc.uniqueArray(
      fc.constantFrom({ country: 'DE', value: '12 345' }, { country: null, value: '9' }, { value: 'DE 123' }),
      { maxLength: 3 },
    ),
  ),
  kind: maybe(fc.constantFrom(...termsOf('partyKind'))),
  kyi: maybe(fc.record({ status: fc.constantFrom(...termsOf('kyiStatus')), at: maybe(time) })),
  kyb: maybe(fc.record({ verified: fc.boolean(), at: maybe(time) })),
  description: maybe(fc.string({ unit: 'grapheme' })),
  vouched: maybe(vouching),
});

const dti = fc.stringMatching(/^[1-9BCDFGHJKLMNPQRSTVWXZ][0-9BCDFGHJKLMNPQRSTVWXZ]{8}$/);
const assetMembers = fc.record({
  deployment: fc.oneof(
    hex40.map((digits) => ({ chain: 'base', address: `0x${digits}`, standard: 'erc20' })),
    hex40.map((digits) => ({
      chain: 'base',
      address: `0x${digits}`,
      standard: 'erc20',
      attestationAddress: `0x${digits}`,
    })),
    fc.constant({ chain: 'xrpl', address: 'USD.rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De', standard: 'token' }),
    fc.constant({ chain: 'ethereum', address: '60', standard: 'slip44' }),
  ),
  decimals: maybe(fc.nat(255)),
  name: words,
  symbol: words,
  description: maybe(fc.string()),
  websiteUrl: maybe(anyUrl),
  whitepaperUrl: maybe(anyUrl),
  image: maybe(fc.record({ url: anyUrl, copyrightConfirmed: fc.boolean() })),
  issuerId: maybe(fc.constant(uuid(1))),
  parties: maybe(
    fc.uniqueArray(
      fc.record({ partyId: fc.constantFrom(uuid(1), uuid(2)), role: fc.constantFrom(...termsOf('partyRole')) }),
      { maxLength: 3, selector: ({ partyId, role }) => `${partyId} ${role}` },
    ),
  ),
  identifiers: maybe(fc.record({ dti: maybe(fc.uniqueArray(dti, { maxLength: 2 })), ffg: maybe(fc.constant([])) })),
  regimes: maybe(fc.uniqueArray(fc.constantFrom(...termsOf('regime')), { maxLength: 3 })),
  token: maybe(fc.constantFrom('usd', 'Example euro', 'x'.repeat(64))),
  sources: maybe(
    fc.uniqueArray(
      fc.record({
        sourceId: fc.constantFrom('paper', 'terms', 'web-page'),
        url: anyUrl,
        kind: fc.constantFrom(...termsOf('sourceKind')),
        extractor: words,
      }),
      { maxLength: 3, selector: ({ sourceId }) => sourceId },
    ),
  ),
  verifiedAt: maybe(time),
  vouched: maybe(vouching),
  status: fc.constantFrom(...termsOf('assetStatus')),
});

const recordsOf = (lines: readonly unknown[]): readonly Output[] => {
  const plan = planImport(request(lines));
  if (!plan.ok) throw new Error(plan.issues.map(describeIssue).join('\n'));
  return plan.records;
};

const exported = (records: readonly Output[]): readonly unknown[] =>
  [
    ...exportLines({
      parties: records.flatMap((record) => (record.topic === 'registry.parties' ? [record.value] : [])),
      assets: records.flatMap((record) => (record.topic === 'registry.assets' ? [record.value] : [])),
      proofs: records.flatMap((record) =>
        record.topic === 'observations'
          ? [{ assetId: record.value.assetId, proof: JSON.parse(record.value.value ?? '') as ProofValue }]
          : [],
      ),
    }),
  ].map((line) => JSON.parse(line) as unknown);

const owner = testKey(3);
const challenge = `Asset: ${caip19}\nAuthority: owner ${owner.address}`;
const proofs = [
  {
    type: 'proof',
    proofId: uuid(900),
    assetId: uuid(101),
    authority: { type: 'owner', address: owner.address.toLowerCase() },
    method: { type: 'signature', scheme: 'eip191' },
    challenge,
    evidence: { signature: personalSign(challenge, owner.secret) },
    provedAt: '2026-01-20T00:00:00Z',
  },
  {
    type: 'proof',
    proofId: uuid(901),
    assetId: uuid(101),
    authority: { type: 'creator', address: owner.address },
    method: { type: 'admin_manual' },
    provedAt: '2026-01-21T00:00:00Z',
  },
];

test('what is exported imports as the same records, and exports as the same lines', () => {
  fc.assert(
    fc.property(partyMembers, partyMembers, assetMembers, (one, two, { deployment, ...members }) => {
      const records = recordsOf([
        partyLine(1, one),
        partyLine(2, two),
        assetLine(1),
        assetLine(2, { ...members, ...deployment }),
        ...proofs,
      ]);
      const lines = exported(records);
      const again = recordsOf(lines);
      assert.equal(again, records);
      assert.equal(exported(again), lines);
    }),
    { numRuns: runsOf(40) },
  );
});

test('lines have the members of the import format, in its order, nothing absent', () => {
  const [party, asset] = exported(recordsOf([partyLine(1), assetLine(1)])) as [object, object];
  assert.equal(Object.keys(party), [
    ...['type', 'partyId', 'did', 'name', 'legalName', 'lei', 'registrationNumber', 'country'],
    ...['aliases', 'wallets', 'isins', 'bics', 'taxIds', 'kind', 'birthYear', 'kyi', 'kyb', 'description'],
    'vouched',
  ]);
  assert.equal(Object.keys(asset), [
    ...['type', 'assetId', 'did', 'slug', 'chain', 'address', 'standard', 'decimals', 'name', 'symbol', 'description'],
    ...['websiteUrl', 'whitepaperUrl', 'image', 'attestationAddress', 'issuerId', 'parties', 'identifiers', 'regimes'],
    ...['sources', 'token', 'verifiedAt', 'status', 'vouched'],
  ]);
  assert.is((asset as { address: string }).address, tokenAddress);
});

test.run();
