import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { searchOf } from '../../../../../cli/verify/explain/find-in-reading.ts';
import { viewOf } from '../../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../../pipeline/documents/reading/readers.ts';
import { amountOf } from '../../../../../pipeline/documents/reading/report/amounts.ts';
import { readReport } from '../../../../../pipeline/documents/reading/report/read-report.ts';
import type { Reading } from '../../../../../schemas/values/reading.ts';
import { readOnce } from '../../../../support/read-once.ts';
import { runsOf } from '../../../../support/runs.ts';
import { hasSharedData, sharedText } from '../../../../support/shared-data.ts';
import { alteredAt, amountsIn } from './alter-reading.ts';

const profile = { id: 'reserve-report', language: 'en' } as const;
const reports = ['usdc.2025-06-30', 'usdp.2025-06-30', 'gusd.2025-05-30', 'paxg.2025-06-30'];

interface Labels {
  readonly fields: Readonly<
    Record<string, { readonly value: unknown; readonly grade: string; readonly accept?: unknown[] }>
  >;
  readonly report: {
    readonly asOf: readonly string[];
    readonly tokens: string;
    readonly reserves: string;
    readonly currency: string;
    readonly instruments: readonly (readonly [cusip: string, maturity: string, amount: string])[];
  };
}

/** The report of the label's figures, and plain fields that are missed. */
const expected: Readonly<
  Record<string, { readonly asOf: string; readonly publishedAt: string; readonly missed: readonly string[] }>
> = {
  'gusd.2025-05-30': {
    asOf: '2025-05-30',
    publishedAt: '2025-06-27',
    missed: [],
  },
  'paxg.2025-06-30': { asOf: '2025-06-30T21:00:00Z', publishedAt: '2025-07-28', missed: [] },
  // It names no custodian, and does not state that there is none.
  'usdc.2025-06-30': { asOf: '2025-06-30T23:59:00Z', publishedAt: '2025-07-30', missed: ['reserve_custodians'] },
  'usdp.2025-06-30': {
    asOf: '2025-06-30T21:00:00Z',
    publishedAt: '2025-07-28',
    missed: ['reserve_custodians'],
  },
};

const readingOf = async (name: string): Promise<Reading> => (await readOnce(`disclosures/reports/${name}.pdf`)).reading;

const isThere = hasSharedData('disclosures');

for (const name of isThere ? reports : []) {
  test(`${name}: every value that is stated is that of a careful reader`, async () => {
    const reading = await readingOf(name);
    const labels = JSON.parse(sharedText(`disclosures/reports/${name}.labels.json`)) as Labels;
    const view = viewOf(reading, { kind: 'report', profile, url: 'https://issuer.example/report.pdf', isWhole: true });
    const { stated } = readFields(view, fieldReaders);
    const values = new Map(stated.map(({ field, value }) => [field, value]));
    for (const [field, value] of values) {
      const label = labels.fields[field];
      if (label === undefined) continue;
      const accepted = [label.value, ...(label.accept ?? [])].map((one) => JSON.stringify(one));
      assert.ok(accepted.includes(JSON.stringify(value)), `${field}: ${JSON.stringify(value)}`);
    }
    const { figures, asOf } = readReport(reading, profile) ?? {};
    const { report } = labels;
    assert.is(asOf?.date, report.asOf.at(-1));
    assert.equal(
      [figures?.report.tokens, figures?.report.reserves, figures?.report.currency],
      [report.tokens, report.reserves, report.currency],
    );
    assert.equal(
      (figures?.instruments?.items ?? []).map(({ cusip, maturity }) => [cusip, maturity]),
      report.instruments.map(([cusip, maturity]) => [cusip, maturity]),
    );
    const plain = Object.keys(labels.fields).filter((field) => labels.fields[field]?.grade === 'plain');
    const { asOf: moment, publishedAt, missed } = expected[name] ?? {};
    assert.equal(
      plain.filter((field) => !values.has(field)),
      missed,
    );
    assert.equal([figures?.report.asOf, figures?.report.publishedAt], [moment, publishedAt]);
    for (const { quote, place } of stated) assert.ok(quote !== '' && /^pdf:\d+:/.test(place), place);
    const search = searchOf(Buffer.from(JSON.stringify(reading)));
    for (const { field, quote } of stated) assert.is(search?.(quote), 'found', `${field}: ${quote}`);
  });

  test(`${name}: a digit of any amount that is read wrongly gives no other coverage`, async () => {
    const reading = await readingOf(name);
    const known = readReport(reading, profile)?.figures?.coverage;
    const amounts = amountsIn(reading, (text) => amountOf(text) !== null);
    assert.ok(amounts.length > 4);
    fc.assert(
      fc.property(fc.constantFrom(...amounts), fc.nat(20), fc.integer({ min: 1, max: 9 }), (amount, place, by) => {
        const altered = readReport(alteredAt(reading, amount, place, by), profile);
        const coverage = altered?.figures?.coverage;
        // The tokens of this report are printed once, and no sum holds them.
        const isAlone =
          name.startsWith('gusd') &&
          amount.text === '49,419,839.06' &&
          altered?.figures?.report.reserves === '49419839.06';
        assert.ok(coverage === undefined || coverage === known || isAlone, `${amount.text} gives ${String(coverage)}`);
      }),
      { numRuns: runsOf(20) },
    );
  });
}

if (!isThere) test.skip('reserve reports: the sample data is not there', () => undefined);

test.run();
