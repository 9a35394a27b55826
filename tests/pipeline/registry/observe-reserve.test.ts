import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeIssue } from '../../../pipeline/registry/import/issue.ts';
import { planImport } from '../../../pipeline/registry/import/plan-import.ts';
import { planObservations } from '../../../pipeline/registry/import/plan-observations.ts';
import { assetLine, request, uuid } from './declarations.ts';

const registry = planImport(request([assetLine(1)]));
const asset = (registry.ok ? registry.records : []).flatMap(({ topic, value }) =>
  topic === 'registry.assets' ? [value] : [],
)[0];

const bill = { isin: null, cusip: '912797QA8', maturity: '2025-08-14', share: 2500, class: 'govt_bill_le93d' };
const instruments = { asOf: '2025-06-30', complete: true, items: [bill] };
const report = {
  asOf: '2025-06-30T23:59:00Z',
  publishedAt: null,
  currency: 'USD',
  tokens: '61332530506',
  totalSupply: null,
  reserves: '61397784739',
  classes: [{ code: 'bank_deposit', share: 1535 }],
  longestDays: 94,
};

const plan = (over: Readonly<Record<string, unknown>>) =>
  planObservations({
    files: [
      {
        name: 'seen.ndjson',
        text: JSON.stringify({
          assetId: uuid(101),
          subjectKind: 'asset',
          subjectKey: '',
          field: 'instruments',
          sourceKey: 'report',
          value: instruments,
          extractor: 'reader',
          extractorVersion: '1',
          fetchOutcome: 'ok',
          parseStatus: 'ok',
          observedAt: '2026-01-20T00:00:00Z',
          ...over,
        }),
      },
    ],
    assetOf: () => asset,
    now: Date.UTC(2030, 0, 1),
  });

const control = { authorityType: 'mint_authority', threshold: '3', voters: '5' };
const several = { ...control, threshold: null, voters: null };

for (const [field, value] of [
  ['instruments', instruments],
  ['report', report],
  ['disclosed_control', control],
  ['disclosed_control', several],
  ['disclosed_control', null],
] as const) {
  test(`${field} of a document can be imported as it is: ${JSON.stringify(value).slice(0, 60)}`, () => {
    const result = plan({ field, value });
    if (!result.ok) throw new Error(result.issues.map(describeIssue).join('\n'));
    assert.equal(JSON.parse(result.observations[0]?.value ?? 'null'), value);
  });
}

const refused: readonly (readonly [what: string, over: Readonly<Record<string, unknown>>, message: RegExp])[] = [
  ['a source that is a chain', { sourceKey: 'chain:eip155:1' }, /sourceKey: must be a source id/],
  ['a subject', { subjectKey: 'isin:US912797QA86' }, /subjectKey/],
  ['no value of a document that was read', { value: null }, /value is not an object/],
  ['a list without its date', { value: { ...instruments, asOf: 'June 2025' } }, /value\.asOf is not a date/],
  ['a day that the calendar lacks', { value: { ...instruments, asOf: '2025-06-31' } }, /value\.asOf is not a day/],
  [
    'a maturity that the calendar lacks',
    { value: { ...instruments, items: [bill, { ...bill, maturity: '2025-02-29' }] } },
    /value\.items\[1\]\.maturity is not a day/,
  ],
  [
    'a share that is no whole number',
    { value: { ...instruments, items: [{ ...bill, share: 0.25 }] } },
    /value\.items\[0\]\.share is not a whole number/,
  ],
  [
    'an amount that is a number',
    { field: 'report', value: { ...report, tokens: 5 } },
    /value\.tokens is not a decimal/,
  ],
  ...(
    [
      ['an authority that is no name', { ...control, authorityType: 'the mint' }, /value\.authorityType is not a name/],
      ['approvals without members', { ...control, voters: null }, /only one of threshold and voters/],
      ['no approvals', { ...control, threshold: '0' }, /value\.threshold is not a whole number above 0, as text/],
      ['approvals as a number', { ...control, threshold: 3 }, /value\.threshold is not text/],
      ['members in part', { ...control, voters: '5.5' }, /value\.voters is not a whole number/],
      ['more approvals than members', { ...control, threshold: '10' }, /value\.threshold is above value\.voters/],
    ] as const
  ).map(([what, value, message]) => [what, { field: 'disclosed_control', value }, message] as const),
];

for (const [what, over, message] of refused) {
  test(`${what} is refused with where and what`, () => {
    const result = plan(over);
    assert.not.ok(result.ok);
    assert.match(result.ok ? '' : result.issues.map(describeIssue).join('\n'), message);
  });
}

test('a failed reading has no value', () => assert.ok(plan({ value: null, fetchOutcome: 'http_error' }).ok));

test.run();
