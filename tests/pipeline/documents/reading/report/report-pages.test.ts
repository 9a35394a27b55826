/** Reserve reports as pages of HTML, when a report speaks, and who signs it. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readBytes } from '../../../../../infra/reading/readers/read-bytes.ts';
import { viewOf } from '../../../../../pipeline/documents/reading/document-view.ts';
import { readFields } from '../../../../../pipeline/documents/reading/engine.ts';
import { fieldReaders } from '../../../../../pipeline/documents/reading/readers.ts';
import { momentOf, publishedAt } from '../../../../../pipeline/documents/reading/report/moment.ts';
import { emptyReading } from '../../../../../schemas/values/reading.ts';

const test = suite('reserve reports as pages');

const rows: readonly (readonly string[])[] = [
  ['Cash held at banks', '$400,000.00'],
  ['U.S. Treasury bills of three months or less', '$600,000.00'],
  ['Total reserve assets', '$1,000,000.00'],
  ['Tokens in circulation', '1,000,000.00'],
];
const table = (lines: readonly (readonly string[])[], caption = ''): string =>
  `<table>${caption}${lines.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
const signed =
  '<h2>Independent Accountants’ Report</h2><p>We have examined the assertion.</p><p>KPMG LLP</p><p>July 28, 2025</p>';

async function read(body: string): Promise<Readonly<Record<string, unknown>>> {
  const page = `<html lang="en"><body><main>${body}<p>All amounts are in U.S. dollars.</p></main></body></html>`;
  const { reading } = await readBytes(Buffer.from(page), { class: null, charset: null });
  const profile = { id: 'reserve-report', language: 'en' };
  const view = viewOf(reading, { kind: 'report', profile, url: 'https://issuer.example/reserve', isWhole: true });
  return Object.fromEntries(readFields(view, fieldReaders).stated.map(({ field, value }) => [field, value]));
}

test('the date of a table is that of its columns, its caption, or the text right before it', async () => {
  for (const body of [
    table([['', 'June 30, 2025'], ...rows]),
    table(rows, '<caption>Reserve as of June 30, 2025</caption>'),
    `<h2>Reserve assets as of June 30, 2025</h2>${table(rows)}`,
  ]) {
    const stated = await read(body);
    assert.equal(stated['attestation_as_of'], { date: '2025-06-30' }, body);
    assert.equal(stated['reserve_coverage_ratio'], { percent: '100' }, body);
  }
});

test('another date near a table is none of it', async () => {
  for (const body of [
    `<p>Last updated June 30, 2025</p>${table(rows)}`,
    `<h2>Reserve assets as of June 30, 2025</h2><p>Not audited.</p>${table(rows)}`,
    `<h2>Reserve assets as of May 31 and June 30, 2025</h2>${table(rows)}`,
    `<h2>Reserve assets as of June 2025</h2>${table(rows)}`,
  ])
    assert.equal(await read(body), {}, body);
});

test('cells that are shifted, exchanged or lost give no figures', async () => {
  const [cash = [], bills = [], total = [], tokens = []] = rows;
  const dated = ['', 'June 30, 2025'];
  for (const lines of [
    [dated, bills, total, tokens],
    [dated, cash, bills, total.toReversed(), tokens],
    [dated, cash, total, bills, tokens],
    [dated, [cash[0] ?? '', bills[1] ?? ''], [bills[0] ?? '', total[1] ?? ''], [total[0] ?? '', cash[1] ?? ''], tokens],
    [dated, cash, bills, total, ['Total reserve assets', '$1,100,000.00'], tokens],
  ]) {
    const stated = await read(table(lines));
    assert.is(stated['reserve_coverage_ratio'], undefined, JSON.stringify(lines));
    assert.is(stated['reserve_asset_classes'], undefined, JSON.stringify(lines));
  }
});

test('the firm that signs is alone on its line, in the report of an accountant: one of the list, or a firm by its legal form', async () => {
  assert.equal((await read(signed))['external_auditor'], { name: 'KPMG LLP' });
  assert.equal((await read(signed.replace('KPMG LLP', 'Example LLP')))['external_auditor'], { name: 'Example LLP' });
  for (const body of [
    signed.replace('KPMG LLP', 'Example Trust, LLC'),
    signed.replace('<p>July 28, 2025</p>', '').replace('KPMG LLP', 'Example LLP'),
    signed.replace('KPMG LLP', 'Our bank is audited by KPMG LLP'),
    `${signed}<p>Crowe LLP</p>`,
    signed.replace('We have examined', 'We wrote'),
  ])
    assert.is((await read(body))['external_auditor'], undefined, body);
});

test('the time of a report is that of its date in UTC, where it states one', () => {
  const cases: readonly (readonly [text: string, moment: string])[] = [
    ['as of June 30, 2025 at 11:59pm Coordinated Universal Time', '2025-06-30T23:59:00Z'],
    ['as of May 31, 2025 and June 30, 2025 at 5:00 PM Eastern Time', '2025-06-30T21:00:00Z'],
    ['as of June 30, 2025 at 12:00 a.m. UTC', '2025-06-30T00:00:00Z'],
    ['as of June 30, 2025 at 8:00 PM Eastern Time', '2025-07-01T00:00:00Z'],
    ['as of June 29, 2025 at 5:00 PM Eastern Time', '2025-06-30'],
    ['as of June 30, 2025 at 5:00 PM', '2025-06-30'],
    ['as of June 30, 2025 at 17:00 PM UTC', '2025-06-30'],
    ['as of June 30, 2025 at 5:00 PM UTC. As of June 30, 2025 at 6:00 PM UTC', '2025-06-30'],
  ];
  for (const [text, moment] of cases) assert.is(momentOf([text], '2025-06-30'), moment, text);
  const winter = (date: string, text: string): string => momentOf([`${text} at 5:00 PM Eastern Time`], date);
  assert.is(winter('2025-03-08', 'March 8, 2025'), '2025-03-08T22:00:00Z');
  assert.is(winter('2025-03-09', 'March 9, 2025'), '2025-03-09T21:00:00Z');
  assert.is(winter('2025-11-01', 'November 1, 2025'), '2025-11-01T21:00:00Z');
  assert.is(winter('2025-11-02', 'November 2, 2025'), '2025-11-02T22:00:00Z');
});

test('a report comes out on the only later date that stands on a line of its own', () => {
  const published = (...texts: readonly string[]): string | null =>
    publishedAt(
      { ...emptyReading, blocks: texts.map((text) => ({ path: 'p', text, heading: null, own: true })) },
      '2025-06-30',
    );
  assert.is(published('June 30, 2025', 'July 28, 2025', 'July 28, 2025'), '2025-07-28');
  assert.is(published('July 28, 2025', 'July 29, 2025'), null);
  assert.is(published('Signed on July 28, 2025'), null);
  assert.is(published('June 30, 2026'), null);
  assert.is(published(), null);
});

test.run();
