import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeIssue } from '../../../pipeline/registry/import/issue.ts';
import { planImport } from '../../../pipeline/registry/import/plan-import.ts';
import { planObservations } from '../../../pipeline/registry/import/plan-observations.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { assetLine, request, uuid } from './declarations.ts';

const registry = planImport(request([assetLine(1)]));
const asset = (registry.ok ? registry.records : []).flatMap(({ topic, value }) =>
  topic === 'registry.assets' ? [value] : [],
)[0];

const safe = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const role = '0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6';

const line = (over: Readonly<Record<string, unknown>>) => ({
  assetId: uuid(101),
  subjectKind: 'asset',
  subjectKey: '',
  field: 'supply',
  sourceKey: 'chain:eip155:1',
  value: '100',
  extractor: 'reader',
  extractorVersion: '1',
  fetchOutcome: 'ok',
  parseStatus: 'ok',
  observedAt: '2026-01-20T00:00:00Z',
  ...over,
});

const plan = (...lines: readonly unknown[]) =>
  planObservations({
    files: [{ name: 'seen.ndjson', text: lines.map((one) => JSON.stringify(one)).join('\n') }],
    assetOf: () => asset,
    now: Date.UTC(2030, 0, 1),
  });

const valueOf = (over: Readonly<Record<string, unknown>>): unknown => {
  const result = plan(line(over));
  if (!result.ok) throw new Error(result.issues.map(describeIssue).join('\n'));
  return JSON.parse(result.observations[0]?.value ?? 'null');
};

test('what ingest states of a chain can be imported, but its answer to intake', () => {
  const file = join(import.meta.dirname, '../../fixtures/chain-readings/observations.ndjson');
  const stated = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as Observation);
  for (const { field, subjectKind, subjectKey, value, place, quorum } of stated) {
    const over = { field, subjectKind, subjectKey, value: JSON.parse(value ?? 'null') as unknown, place, quorum };
    const result = plan(line(over));
    if (field === 'chain_reading') assert.is(result.ok, false);
    else assert.equal(result.ok ? result.observations[0]?.value : result.issues.map(describeIssue), value, field);
  }
});

test('accounts are stored in the form of their chain', () => {
  const holders = [safe.toLowerCase()];
  const over = { subjectKind: 'authority', subjectKey: `${safe}:${role}`, field: 'role' };
  assert.equal(valueOf({ ...over, value: { name: 'MINTER_ROLE', adminRole: null, holders } }), {
    name: 'MINTER_ROLE',
    adminRole: null,
    holders: [safe],
  });
  assert.is(valueOf({ field: 'ownership_offer', value: safe.toLowerCase() }), safe);
});

test('a fact that ended, and a reading that failed, have no value', () => {
  assert.is(valueOf({ field: 'control', subjectKind: 'authority', subjectKey: safe, value: null }), null);
  assert.is(valueOf({ value: null, fetchOutcome: 'net_error' }), null);
});

const refusals: readonly (readonly [Readonly<Record<string, unknown>>, RegExp])[] = [
  [{ value: '0100' }, /value: value is not a whole number of base units as text/],
  [{ value: null }, /value: value is not a whole number/],
  [{ sourceKey: 'chain:eip155:8453' }, /sourceKey: must be chain:eip155:1: the asset is on ethereum/],
  [{ sourceKey: 'terms' }, /sourceKey: must be chain:eip155:1/],
  [{ subjectKey: 'x' }, /subjectKey: must be empty/],
  [{ subjectKind: 'authority' }, /subjectKind: must be asset for the field supply/],
  [{ field: 'paused', value: 'yes' }, /value: value is not/],
  [
    { field: 'control', subjectKind: 'authority', subjectKey: 'x', value: null },
    /subjectKey: "x" is not an EVM address/,
  ],
  [
    { field: 'control', subjectKind: 'authority', subjectKey: safe.toLowerCase(), value: null },
    /must name the account as 0x5aAe/,
  ],
  [{ field: 'role', subjectKind: 'authority', subjectKey: safe, value: null }, /must be <contract>:<hash of the role>/],
  [
    { field: 'gone', subjectKind: 'authority', subjectKey: 'owner', value: { reason: 'lost' } },
    /value: value.reason is not/,
  ],
  [{ field: 'chain_reading', value: 'stated' }, /field "chain_reading" is not supported/],
];
for (const [over, issue] of refusals) {
  test(`refused: ${JSON.stringify(over)}`, () => {
    const result = plan(line(over));
    assert.is(result.ok, false);
    assert.match(result.ok ? '' : result.issues.map(describeIssue).join('\n'), issue);
  });
}

test.run();
