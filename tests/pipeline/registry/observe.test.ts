import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeIssue } from '../../../pipeline/registry/import/issue.ts';
import { type ObserveRequest, planObservations } from '../../../pipeline/registry/import/plan-observations.ts';
import { planImport } from '../../../pipeline/registry/import/plan-import.ts';
import type { RegistryAsset } from '../../../schemas/generated/records.ts';
import { observationIdOf } from '../../../schemas/values/observation.ts';
import { assetLine, request, uuid } from './declarations.ts';

const now = Date.UTC(2026, 0, 30);
const solana = '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R';
const safe = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const first = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const second = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';

const assets: ReadonlyMap<string, RegistryAsset> = new Map(
  (() => {
    const plan = planImport(
      request([assetLine(1), assetLine(2, { chain: 'solana', address: solana, standard: 'token' })]),
    );
    return plan.ok ? plan.records : [];
  })().flatMap((record) => (record.topic === 'registry.assets' ? [[record.value.assetId, record.value] as const] : [])),
);

const multisig = { type: 'owner', address: safe, accountType: 'multisig', signers: [first, second], threshold: 2 };

const line = (over: Readonly<Record<string, unknown>> = {}) => ({
  assetId: uuid(101),
  subjectKind: 'authority',
  subjectKey: 'owner',
  field: 'authority',
  sourceKey: 'chain:eip155:1',
  value: multisig,
  quote: null,
  sourceUrl: null,
  sourceHash: `sha256:${'ab'.repeat(32)}`,
  extractor: 'evm-authorities',
  extractorVersion: '1.0.0',
  fetchOutcome: 'ok',
  parseStatus: 'ok',
  observedAt: '2026-01-20T00:00:00Z',
  ...over,
});

const plan = (lines: readonly unknown[]) => {
  const input: ObserveRequest = {
    files: [{ name: 'seen.ndjson', text: lines.map((one) => JSON.stringify(one)).join('\n') }],
    assetOf: (assetId) => assets.get(assetId),
    now,
  };
  return planObservations(input);
};

const refusals: readonly (readonly [over: Readonly<Record<string, unknown>>, issue: RegExp])[] = [
  [
    { subjectKind: 'asset', field: 'redemption_fee', value: { bps: '10' } },
    /^seen.ndjson:1: field: field "redemption_fee" is not supported by this version; supported: authority$/,
  ],
  [{ field: undefined }, /field: is missing$/],
  [{ field: 'constructor' }, /field "constructor" is not supported/],
  [{ assetId: uuid(5) }, /assetId: the registry has no asset/],
  [{ subjectKind: 'asset' }, /subjectKind: "asset" must be "authority"/],
  [{ subjectKey: 'creator' }, /subjectKey: must be the authority type/],
  [{ subjectKey: '' }, /subjectKey: /],
  [{ sourceKey: 'chain:eip155:8453' }, /sourceKey: must be chain:eip155:1: the asset is on ethereum/],
  [{ sourceKey: 'terms' }, /sourceKey: must be chain:eip155:1/],
  [{ value: undefined }, /value: is missing/],
  [{ value: { ...multisig, address: '0x1' } }, /value.address: .*EVM address/],
  [{ value: { ...multisig, signers: [first, 'x'] } }, /value.signers\[1\]: .*EVM address/],
  [{ value: { ...multisig, signers: [first, first.toLowerCase()] } }, /value.signers: has the same signer twice/],
  [{ value: { ...multisig, threshold: 3 } }, /value.threshold: 3 is more than the 2 signers/],
  [{ value: { ...multisig, threshold: 0 } }, /value.threshold: /],
  [{ value: { ...multisig, accountType: 'safe' } }, /value.accountType: "safe" is not one of: regular, multisig/],
  [{ value: { ...multisig, accountType: 'regular' } }, /value: a regular account has neither signers nor a threshold/],
  [{ value: { ...multisig, lock: 1 } }, /value.lock: unknown member/],
  [{ sourceHash: 'abc' }, /sourceHash: .*sha256:/],
  [{ fetchOutcome: 'fine' }, /fetchOutcome: "fine" is not one of: ok/],
  [{ fetchOutcome: 'net_error' }, /value: must be null unless fetchOutcome is ok/],
  [{ observedAt: '2026-01-30T00:05:00.001Z' }, /observedAt: is more than five minutes in the future/],
  [{ observedAt: 'today' }, /observedAt: .*ISO 8601/],
  [{ id: 'x' }, /id: unknown member/],
];
for (const [over, issue] of refusals) {
  test(`refused: ${JSON.stringify(over).slice(0, 90)}`, () => {
    const result = plan([line(over), line()]);
    assert.not(result.ok);
    const issues = result.ok ? [] : result.issues.map(describeIssue);
    assert.is(issues.length, 1);
    assert.match(issues[0] ?? '', issue);
  });
}

test('an observation is stored in one form, with its id and the time it was seen', () => {
  const given = { ...multisig, address: safe.toLowerCase(), signers: [first.toLowerCase(), second] };
  const result = plan([line({ value: given, observedAt: '2026-01-30T00:05:00Z' })]);
  assert.ok(result.ok);
  const [record] = result.records;
  assert.ok(record?.topic === 'observations');
  assert.equal(JSON.parse(record.value.value ?? ''), { ...multisig, signers: [second, first] });
  assert.equal([record.timestamp, record.value.observedAt], [now + 300_000, now + 300_000]);
  assert.is(record.value.id, observationIdOf(record.value));
  assert.is(record.value.artifactId, null);
});

test('the order of signers and the spelling of addresses do not make another observation', () => {
  const reordered = { ...multisig, signers: [second.toLowerCase(), first] };
  const result = plan([line(), line({ value: reordered })]);
  assert.ok(result.ok);
  assert.is(new Set(result.observations.map(({ id }) => id)).size, 1);
});

test('an authority that was given up, several of a type, and other chains', () => {
  const regular = { type: 'mint_authority', address: solana, accountType: 'regular' };
  const result = plan([
    line({ value: null }),
    line({ value: null, fetchOutcome: 'net_error' }),
    line({ subjectKey: `owner:${safe}` }),
    line({
      assetId: uuid(102),
      subjectKey: 'mint_authority',
      sourceKey: 'chain:solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      value: regular,
    }),
  ]);
  assert.ok(result.ok, result.ok ? '' : result.issues.map(describeIssue).join());
  assert.equal(
    result.observations.map(({ value }) =>
      value === null ? null : (JSON.parse(value) as { signers: unknown }).signers,
    ),
    [null, null, [second, first], []],
  );
});

test.run();
