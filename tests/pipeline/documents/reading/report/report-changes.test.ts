/** Reserve reports as PDFs, from their bytes to changes: a month after the other at one source. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { at, pdf } from '../../../../support/pdf.ts';
import { declared, declaredParty, fold, memoryState } from '../../../changes/builders.ts';
import { captured, type CaptureStep, observed, start } from '../captures.ts';
import { july, june, printedReport } from './printed-report.ts';

async function changesOver(steps: readonly CaptureStep[]) {
  const made = await captured(steps, 'report');
  const changes = fold().changes(declared(start - 1), declaredParty(start - 1), ...observed(made, memoryState()));
  const newest = new Map(changes.map((change) => [change.id, change] as const));
  return [...newest.values()].map(({ field, explanation, assessment, confirmed }) => [
    field,
    assessment.direction,
    assessment.disposition,
    confirmed,
    explanation.what,
  ]);
}

test('the next report is one date, one neutral roll-over, and the figures that differ', async () => {
  const changes = await changesOver([
    { hours: 0, body: printedReport(june) },
    { hours: 7, body: null },
    { hours: 720, body: printedReport(july) },
    { hours: 727, body: null },
  ]);
  const rolled =
    'Instruments of the class government bills of at most 93 days were rolled over. Matured since 30 June 2025: one instrument, due on 15 July 2025: US912797AA50. Now: one instrument, due on 15 October 2025: US912797CC98.';
  assert.equal(changes.slice(1), [
    [
      'attestation_as_of',
      'neutral',
      'suppressed',
      true,
      'Latest reserve report date went from 30 June 2025 to 31 July 2025.',
    ],
    ['instruments', 'neutral', 'collapsed', true, rolled],
    ['reserve_coverage_ratio', 'weakens', 'shown', true, 'Reserve coverage went from 100 % to 98.9583 %.'],
    ['reserve_max_maturity', 'weakens', 'shown', true, 'Longest reserve maturity went from 64 days to 76 days.'],
  ]);
  // The text of the source differs as well, which is no notice.
  assert.equal(changes[0]?.slice(0, 3), ['capture', 'neutral', 'suppressed']);
});

test('one capture alone confirms nothing, and the first report has nothing to compare', async () => {
  const changes = await changesOver([
    { hours: 0, body: printedReport(june) },
    { hours: 7, body: null },
    { hours: 720, body: printedReport(july) },
  ]);
  assert.equal(
    changes.filter(([field, , , confirmed]) => field !== 'capture' && confirmed === true),
    [],
  );
  assert.equal(await changesOver([{ hours: 0, body: printedReport(june) }]), []);
});

test('a total that is misprinted sets the figures aside: no change of the reserve', async () => {
  const misprinted = { ...july, total: '960,000.00' };
  const changes = await changesOver([
    { hours: 0, body: printedReport(june) },
    { hours: 7, body: null },
    { hours: 720, body: printedReport(misprinted) },
    { hours: 727, body: null },
  ]);
  assert.equal(
    changes.map(([field]) => field),
    ['capture', 'attestation_as_of'],
  );
});

test('a report that cannot be read for a day: nothing is no longer disclosed', async () => {
  const blank = pdf(at(60, 700, 10, 'This page is left blank.'));
  const changes = await changesOver([
    { hours: 0, body: printedReport(june) },
    { hours: 7, body: null },
    { hours: 24, body: blank, ended: 'partly' },
    { hours: 31, body: printedReport(june) },
    { hours: 38, body: null },
  ]);
  assert.equal(
    changes.filter(([field]) => field !== 'capture'),
    [],
  );
});

test.run();
