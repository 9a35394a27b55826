import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeIssue } from '../../../pipeline/registry/import/issue.ts';
import { type ObserveRequest, planObservations } from '../../../pipeline/registry/import/plan-observations.ts';
import { planImport } from '../../../pipeline/registry/import/plan-import.ts';
import { disclosureFields } from '../../../schemas/fields/catalogue.ts';
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
    { field: 'redemption_fees' },
    /^seen.ndjson:1: field: field "redemption_fees" is not supported by this version; supported: authority, capture, edges, token, .*, redemption_right, /,
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
  [{ parseStatus: 'failed' }, /value: must be null when parseStatus is failed/],
  [{ extractionRule: 'magic' }, /extractionRule: "magic" is not ixbrl:<element>, template:<number>, selector/],
  [{ extractionRule: 'keyword: ' }, /extractionRule: /],
  [{ extractionRule: '' }, /extractionRule: must not be empty/],
  [{ documentClass: 'PDF' }, /documentClass: "PDF" is not one of: ixbrl_esma/],
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

/** The line of docs/operations.md. */
const disclosed = (over: Readonly<Record<string, unknown>> = {}) => ({
  ...line(),
  subjectKind: 'asset',
  subjectKey: '',
  field: 'redemption_fee',
  sourceKey: 'terms',
  value: { bps: '10' },
  quote: 'A fee of 0.10 % applies.',
  sourceUrl: 'https://example.com/terms',
  extractor: 'terms',
  ...over,
});

const hex = 'cd'.repeat(32);
const comparison = {
  against: hex,
  kept5: 0.986,
  new5: 0,
  linksAdded: [],
  linksRemoved: ['https://example.com/old'],
  passagesAdded: [],
  passagesRemoved: ['A fee applies.'],
};
const captured = {
  url: 'https://example.com/terms',
  finalUrl: 'https://example.com/terms/en',
  documentClass: 'html',
  textHash: hex,
  maskedHash: hex,
  linksHash: hex,
  words: 1200,
  comparisons: [comparison],
};
const capture = (over: Readonly<Record<string, unknown>> = {}) => ({
  ...line(),
  subjectKind: 'source',
  subjectKey: 'terms',
  field: 'capture',
  sourceKey: 'terms',
  value: captured,
  ...over,
});

const unfit: readonly (readonly [one: Readonly<Record<string, unknown>>, issue: RegExp])[] = [
  [disclosed({ subjectKind: 'issuer' }), /subjectKind: "issuer" must be "asset"/],
  [disclosed({ subjectKey: 'owner' }), /subjectKey: "owner" must be ""/],
  [disclosed({ sourceKey: 'Terms' }), /sourceKey: must be a source id \(.*\), or chain:eip155:1$/],
  [disclosed({ sourceKey: 'chain:eip155:8453' }), /sourceKey: must be a source id/],
  [disclosed({ value: { bps: 10 } }), /^seen.ndjson:1: value.bps: is not a decimal \(.*\); it is 10$/],
  [disclosed({ value: { percent: '1', bps: '1' } }), /^seen.ndjson:1: value.percent: is no member of this value$/],
  [disclosed({ value: '10' }), /value: is not an object; it is "10"$/],
  [disclosed({ value: undefined }), /value: is missing$/],
  [disclosed({ fetchOutcome: 'not_modified' }), /value: must be null unless fetchOutcome is ok$/],
  [disclosed({ parseStatus: 'failed' }), /value: must be null when parseStatus is failed$/],
  [disclosed({ quote: '' }), /quote: must not be empty$/],
  [disclosed({ unit: 'bps' }), /unit: unknown member$/],
  [
    disclosed({ field: 'holder_fees', value: { fees: [1, 2].map((bps) => ({ code: 'issue', bps: String(bps) })) } }),
    /value.fees\[1\]: states what the one before states$/,
  ],
  [capture({ subjectKind: 'asset' }), /subjectKind: "asset" must be "source"/],
  [capture({ subjectKey: '' }), /subjectKey: "" is not a name/],
  [capture({ sourceKey: 'whitepaper' }), /sourceKey: must be the source id in subjectKey$/],
  [
    capture({ sourceHash: null }),
    /sourceHash: is missing: readings of fields belong to the capture whose hash they have$/,
  ],
  [disclosed({ artifactId: 'cd'.repeat(32) }), /artifactId: is not the hash in sourceHash: both name the bytes/],
  [
    disclosed({ extractionRule: 'ixbrl:RedemptionFee', documentClass: 'pdf' }),
    /extractionRule: "ixbrl:RedemptionFee" reads iXBRL, and documentClass is "pdf"$/,
  ],
  [disclosed({ place: 'page 3' }), /place: "page 3" is not pdf:…, html:…, xbrl:… or json:…$/],
  [disclosed({ place: `block:1:0x${hex}` }), /place: "block:1:0x.* is not pdf:…/],
  [disclosed({ quorum: 2 }), /quorum: must be null: only a chain has providers that agree$/],
  [disclosed({ reading: 'x' }), /reading: /],
  [line({ place: 'pdf:page 3' }), /place: "pdf:page 3" is not block:<number>:<hash>, followed by ;proof when/],
  [line({ place: `block:01:0x${hex}` }), /place: "block:01:0x/],
  [line({ reading: hex }), /reading: must be null: a chain has no text that a value is taken from$/],
  [line({ quorum: 0 }), /quorum: 0 must be >= 1$/],
  [capture({ value: null }), /value: is null, but fetchOutcome states that the source was read$/],
  [capture({ fetchOutcome: 'gone' }), /value: must be null unless fetchOutcome is ok or not_modified$/],
  [capture({ value: { ...captured, words: -1 } }), /value.words: -1 must be >= 0$/],
  [capture({ value: { ...captured, textHash: 'x' } }), /value.textHash: /],
  [capture({ value: { ...captured, comparisons: [{ ...comparison, kept5: 1.1 }] } }), /value.comparisons\[0\].kept5: /],
  [capture({ value: { ...captured, title: 'Terms' } }), /value.title: unknown member$/],
];
for (const [one, issue] of unfit) {
  test(`refused: ${issue.source.slice(0, 90)}`, () => {
    const result = plan([one]);
    assert.not(result.ok);
    const issues = result.ok ? [] : result.issues.map(describeIssue);
    assert.is(issues.length, 1, issues.join('\n'));
    assert.match(issues[0] ?? '', issue);
    assert.not(plan([disclosed(), one, capture()]).ok, 'and nothing else of the file is taken');
  });
}

test('disclosed fields and captures are taken, of declared sources or not', () => {
  const result = plan([
    capture(),
    capture({ value: null, fetchOutcome: 'gone' }),
    capture({ value: null, parseStatus: 'failed' }),
    capture({ fetchOutcome: 'not_modified' }),
    disclosed(),
    disclosed({ value: null }),
    disclosed({ value: null, fetchOutcome: 'net_error' }),
    disclosed({ parseStatus: 'partial' }),
    disclosed({ sourceKey: 'chain:eip155:1', field: 'freeze_and_seize_powers', value: { codes: [] } }),
    disclosed({ extractionRule: 'ixbrl:mica:RightOfRedemption', documentClass: 'ixbrl_esma' }),
    ...disclosureFields.map(({ name, example }) => disclosed({ field: name, value: example })),
  ]);
  assert.ok(result.ok, result.ok ? '' : result.issues.map(describeIssue).join('\n'));
  assert.is(new Set(result.observations.map(({ id }) => id)).size, 9 + disclosureFields.length, 'one line came twice');
  for (const observation of result.observations) assert.is(observation.id, observationIdOf(observation));
  const [withRule] = result.observations.filter(({ extractionRule }) => extractionRule !== null);
  assert.equal([withRule?.extractionRule, withRule?.documentClass], ['ixbrl:mica:RightOfRedemption', 'ixbrl_esma']);
});

test('where a value was read is stored, and is part of the id where it is stated', () => {
  const readings = [
    line(),
    line({ place: null, reading: null, quorum: null }),
    line({ place: `block:19000000:0x${hex}`, quorum: 2 }),
    line({ place: `block:19000000:0x${hex};proof`, quorum: 2 }),
    disclosed({ place: 'pdf:page 12', reading: hex }),
  ];
  const result = plan(readings);
  assert.ok(result.ok, result.ok ? '' : result.issues.map(describeIssue).join('\n'));
  const ids = result.observations.map(({ id }) => id);
  assert.is(ids[0], ids[1]);
  assert.is(new Set(ids).size, 4);
  const [, , , proven, quoted] = result.observations;
  assert.equal([proven?.place, proven?.reading, proven?.quorum], [`block:19000000:0x${hex};proof`, null, 2]);
  assert.equal([quoted?.place, quoted?.reading, quoted?.quorum], ['pdf:page 12', hex, null]);
});

test('the order of a set and repetitions in it do not make another observation', () => {
  const powers = (codes: readonly string[]) => disclosed({ field: 'freeze_and_seize_powers', value: { codes } });
  const result = plan([powers(['seize', 'pause_all', 'seize']), powers(['pause_all', 'seize'])]);
  assert.ok(result.ok);
  assert.is(new Set(result.observations.map(({ id }) => id)).size, 1);
  assert.is(result.observations[0]?.value, '{"codes":["pause_all","seize"]}');
});

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
