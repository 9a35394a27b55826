/** What the measure of recall counts: each outcome, instruments and rows, on a made-up report. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { labelledIn } from '../../tools/measure-documents/labelled.ts';
import { measure } from '../../tools/measure-documents/measure.ts';

const test = suite('measuring documents');

const root = mkdtempSync(join(tmpdir(), 'measure-documents-'));
test.after(() => rmSync(root, { recursive: true }));

const page = `<!doctype html><html lang="en"><body><p>To the Board of Directors of Example Trust, LLC</p>
<p>We have examined the assertion of the management of Example Trust, LLC as of June 30, 2025, to obtain reasonable assurance.</p>
<p>Amounts are in U.S. dollars.</p><table>
<tr><td></td><td>June 30, 2025</td></tr><tr><td>Cash deposits</td><td>$400</td></tr>
<tr><td>912797QN0 08/26/25</td><td>$600</td></tr><tr><td>Total U.S. Treasury securities</td><td>$600</td></tr>
<tr><td>Total reserve assets</td><td>$1,000</td></tr><tr><td>EXUSD in circulation</td><td>1,000</td></tr></table></body></html>`;

/** Outcomes of a report with these labels, as `field: outcome`. */
async function outcomes(labels: object): Promise<readonly string[]> {
  const folder = join(root, 'reports');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'example.html'), page);
  writeFileSync(join(folder, 'example.labels.json'), JSON.stringify({ document: 'example.html', ...labels }));
  const [file] = labelledIn(root);
  if (file === undefined) throw new Error('the labels are not found');
  assert.is(file.kind, 'report');
  return (await measure(file)).map(({ field, outcome }) => `${field}: ${outcome}`);
}

const plain = (value: unknown): object => ({ value, grade: 'plain' });

test('a label is found, omitted, wrong or invented', async () => {
  const fields = {
    attestation_as_of: plain({ date: '2025-06-30' }),
    attestation_assurance: plain({ code: 'limited_assurance' }),
    external_auditor: plain({ name: 'Example LLP' }),
    reserve_coverage_ratio: plain(null),
  };
  assert.equal(await outcomes({ fields }), [
    'attestation_as_of: found',
    'attestation_assurance: wrong',
    'external_auditor: omitted',
    'reserve_coverage_ratio: invented',
  ]);
});

test('a judgement counts where it is wrong alone', async () => {
  const judged = (value: unknown): object => ({ value, grade: 'judgement', accept: [null] });
  const right = {
    attestation_as_of: judged({ date: '2025-06-30' }),
    external_auditor: judged({ name: 'Example LLP' }),
  };
  assert.equal(await outcomes({ fields: right }), []);
  assert.equal(await outcomes({ fields: { attestation_as_of: judged({ date: '2025-05-31' }) } }), [
    'attestation_as_of: wrong',
  ]);
});

test('rows and instruments of a report are counted, those in pictures are not', async () => {
  const report = {
    reserves: '1000',
    rows: [
      ['Cash deposits', '400', 'bank_deposit'],
      ['U.S. Treasury securities', '700', 'govt_bill_le93d'],
      ['Gold', '5', 'precious_metal'],
      ['A row in a picture', null, 'other'],
    ],
    instruments: [
      ['912797QN0', '2025-08-26', '600'],
      ['912797SV0', '2025-08-26', '1'],
    ],
  };
  assert.equal(await outcomes({ fields: {}, report }), [
    'an instrument: found',
    'an instrument: omitted',
    'a row: found',
    'a row: wrong',
    'a row: omitted',
  ]);
  assert.equal(await outcomes({ fields: {}, report: { rows: report.rows, reserves: null } }), []);
});

const apart: readonly (readonly [label: string, code: string, outcome: string])[] = [
  ['U.S. Treasury securities', 'a code of no vocabulary', 'apart'],
  ['Net cash receivable (payable) due to timing', 'timing', 'apart'],
  ['Cash due to/(owed by) the Company', 'other', 'apart'],
  ['Due to/(owed by) fund, net', 'other', 'apart'],
  ['Works of art', 'other', 'omitted'],
  // A label with a class is an asset, whatever the rules take it for.
  ['Cash due to/(owed by) the Company', 'affiliate_claim', 'omitted'],
];
for (const [label, code, outcome] of apart) {
  test(`a row without a class of the vocabulary stands apart: ${label} (${code})`, async () => {
    const report = { reserves: '1000', rows: [[label, '-5', code]], instruments: [] };
    assert.equal(await outcomes({ fields: {}, report }), [`a row: ${outcome}`]);
  });
}

test.run();
