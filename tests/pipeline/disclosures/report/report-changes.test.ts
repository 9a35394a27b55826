/** Reserve reports as PDFs, from their bytes to changes: a month after the other at one source. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isCusip } from '../../../../schemas/values/cusip.ts';
import { at, pdf } from '../../../support/pdf.ts';
import { declared, declaredParty, fold, memoryState } from '../../changes/builders.ts';
import { captured, type Look, observed, start } from '../captures.ts';

const cusip = (base: string): string =>
  Array.from({ length: 10 }, (_, digit) => `${base}${digit}`).find((one) => isCusip(one)) ?? '';

interface Month {
  readonly asOf: string;
  readonly bills: readonly (readonly [base: string, maturity: string, amount: string])[];
  readonly totalBills: string;
  readonly cash: string;
  readonly total: string;
  readonly tokens: string;
}

const june: Month = {
  asOf: 'June 30, 2025',
  bills: [
    ['912797AA', 'July 15, 2025', '400,000.00'],
    ['912797BB', 'September 2, 2025', '500,000.00'],
  ],
  ...{ totalBills: '900,000.00', cash: '100,000.00', total: '1,000,000.00', tokens: '1,000,000.00' },
};
/** The first bill matured, and another one came in its place. */
const july: Month = {
  asOf: 'July 31, 2025',
  bills: [
    ['912797BB', 'September 2, 2025', '500,000.00'],
    ['912797CC', 'October 15, 2025', '400,000.00'],
  ],
  ...{ totalBills: '900,000.00', cash: '50,000.00', total: '950,000.00', tokens: '960,000.00' },
};

function report({ asOf, bills, totalBills, cash, total, tokens }: Month): Buffer {
  const texts: readonly (readonly string[])[] = [
    [`Reserve assets as of ${asOf}`],
    ...bills.map(([base, maturity, amount]) => [cusip(base), maturity, amount]),
    ['Total U.S. Treasury bills', '', totalBills],
    ['Cash held at financial institutions', '', cash],
    ['Total reserve assets', '', total],
    ['Tokens in circulation', '', tokens],
    ['All amounts are in U.S. dollars.'],
    ['Our responsibility is to obtain reasonable assurance about the amounts above.'],
  ];
  const lines = texts.flatMap((cells, line) =>
    cells.map((text, column) => (text === '' ? '' : at([60, 300, 450][column] ?? 0, 740 - line * 24, 10, text))),
  );
  return pdf(lines.join(''));
}

async function changesOver(looks: readonly Look[]) {
  const made = await captured(looks, 'report');
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
    { hours: 0, body: report(june) },
    { hours: 7, body: null },
    { hours: 720, body: report(july) },
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
    { hours: 0, body: report(june) },
    { hours: 7, body: null },
    { hours: 720, body: report(july) },
  ]);
  assert.equal(
    changes.filter(([field, , , confirmed]) => field !== 'capture' && confirmed === true),
    [],
  );
  assert.equal(await changesOver([{ hours: 0, body: report(june) }]), []);
});

test('a total that is misprinted sets the figures aside: no change of the reserve', async () => {
  const misprinted = { ...july, total: '960,000.00' };
  const changes = await changesOver([
    { hours: 0, body: report(june) },
    { hours: 7, body: null },
    { hours: 720, body: report(misprinted) },
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
    { hours: 0, body: report(june) },
    { hours: 7, body: null },
    { hours: 24, body: blank, ended: 'partly' },
    { hours: 31, body: report(june) },
    { hours: 38, body: null },
  ]);
  assert.equal(
    changes.filter(([field]) => field !== 'capture'),
    [],
  );
});

test.run();
