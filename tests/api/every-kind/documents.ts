/** Kinds that the documents of an issuer cause: terms as pages of HTML, reserve reports as PDF. */
import { sentences } from '../../pipeline/changes/families/source/builders.ts';
import { july, june, type Month, printedReport } from '../../pipeline/documents/reading/report/printed-report.ts';
import type { CaptureStep } from '../../pipeline/documents/reading/captures.ts';
import { assetOf, type Case, captures, partyOf, sourceOf } from './steps.ts';

const fee = (percent: string): string => `<p>We charge a redemption fee of ${percent}% on each request.</p>`;
const law = '<p>These terms are governed by the laws of Ireland.</p>';
const pageOf = (parts: readonly string[]): string =>
  `<html lang="en"><body><h1>Terms</h1>${parts.join('')}</body></html>`;
const clauses = (first: number): readonly string[] =>
  sentences(first, 60)
    .split('\n')
    .map((one) => `<p>${one}</p>`);
const page = (...parts: readonly string[]): string => pageOf([...parts, ...clauses(0)]);
/** A page of which no sentence is on the other ones. */
const other = pageOf(clauses(500));

/** A body, and the same one seven hours later: what differs is confirmed. */
const twice = (hours: number, body: string | Buffer): readonly CaptureStep[] => [
  { hours, body },
  { hours: hours + 7, body: null },
];

const ofTerms = (name: string, ...all: readonly (readonly CaptureStep[])[]): Case => ({
  name,
  lines: [partyOf(name), assetOf(name, { sources: [sourceOf(name, 'terms')] })],
  steps: captures(name, 'terms', '2026-03-01', all.flat()),
});

const ofReport = (name: string, before: Month, after: Month, regimes: readonly string[] = []): Case => ({
  name,
  lines: [partyOf(name), assetOf(name, { sources: [sourceOf(name, 'report')], regimes })],
  steps: captures(name, 'report', '2025-08-01', [
    ...twice(0, printedReport(before)),
    ...twice(720, printedReport(after)),
  ]),
});

const nothing = { measures: null, reading: null, sha256: null };
const gone = (...hours: readonly number[]): readonly CaptureStep[] =>
  hours.map((at) => ({ hours: at, body: null, over: { ...nothing, outcome: 'gone', obtained: 'fetched' } }));
const elsewhere = { finalUrl: 'https://other.example/terms', outcome: 'moved' };

/** Bills of June with one more. */
const further: Month = {
  asOf: july.asOf,
  bills: [...june.bills, ['912797CC', 'October 15, 2025', '100,000.00']],
  totalBills: '1,000,000.00',
  cash: '100,000.00',
  total: '1,100,000.00',
  tokens: '1,100,000.00',
};
/** One of the two bills of June is gone before its day. */
const fewer: Month = {
  asOf: 'July 10, 2025',
  bills: june.bills.slice(0, 1),
  totalBills: '400,000.00',
  cash: '600,000.00',
  total: june.total,
  tokens: june.tokens,
};
/** A bill that is due later than 93 days after the date of the report. */
const longer: Month = {
  asOf: july.asOf,
  bills: [...june.bills.slice(1), ['912797CC', 'December 30, 2025', '400,000.00']],
  totalBills: '900,000.00',
  cash: '100,000.00',
  total: '1,000,000.00',
  tokens: '1,000,000.00',
};

export const documentCases = {
  value_changed: ofTerms('value_changed', twice(0, page(fee('0.10'))), twice(24, page(fee('0.25')))),
  value_added: ofTerms(
    'value_added',
    twice(0, page(law, fee('0.10'))),
    twice(24, page(law)),
    twice(240, page(law, fee('0.10'))),
  ),
  value_removed: ofTerms('value_removed', twice(0, page(law, fee('0.10'))), twice(24, page(law))),
  wording_changed: ofTerms(
    'wording_changed',
    twice(0, page(fee('0.10'))),
    twice(24, page('<p>The fee for each redemption amounts to 10 basis points.</p>')),
  ),
  source_moved: ofTerms('source_moved', twice(0, page()), [
    { hours: 24, body: other, over: elsewhere },
    { hours: 48, body: other, over: elsewhere },
  ]),
  source_unreachable: ofTerms('source_unreachable', twice(0, page()), gone(24, 36, 48)),
  source_restored: ofTerms('source_restored', twice(0, page()), gone(24, 36, 48), twice(72, page())),
  source_rewritten: ofTerms('source_rewritten', twice(0, page()), twice(24, other)),
  content_drift: ofTerms('content_drift', twice(0, page()), twice(24, page('<p>Our office has moved.</p>'))),
  isin_added: ofReport('isin_added', june, { ...further, asOf: 'July 10, 2025' }),
  isin_removed: ofReport('isin_removed', june, fewer),
  isin_detail_changed: ofReport('isin_detail_changed', june, longer, ['US_GENIUS']),
} satisfies Readonly<Record<string, Case>>;
