import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { columnOf } from '../../../pipeline/registers/columns/columns.ts';
import { normaliseUrl, normaliseUrls } from '../../../pipeline/registers/spellings.ts';
import type { ColumnMeaning } from '../../../schemas/facts.ts';

const readColumn = (meaning: ColumnMeaning, cell: string) => columnOf(meaning).read(cell);
const compareCells = (meaning: ColumnMeaning, before: string, after: string) =>
  columnOf(meaning).difference(before, after);

for (const [meaning, cell] of [
  ['legal_name', 'Not Available'],
  ['legal_name', 'N/A'],
  ['reason', 'None'],
] as const) {
  test(`blank ${meaning}: ${cell}`, () => {
    assert.is(readColumn(meaning, cell), null);
    assert.is.not(readColumn('comments', 'None'), null);
  });
}

for (const cell of ['', '  ', '\u00a0', 'n/a', 'N/A', '-', '\u200b']) {
  test(`blank: ${JSON.stringify(cell)}`, () => assert.is(readColumn('authorisation_end', cell), null));
}

const dates: readonly (readonly [string, string | undefined])[] = [
  ['27/01/2026', '2026-01-27'],
  ['27.01.2026', '2026-01-27'],
  ['7/1/2026', '2026-01-07'],
  ['2026-01-27', '2026-01-27'],
  ['29/02/2024', '2024-02-29'],
  ['29/02/2026', undefined],
  ['01/13/2026', undefined],
  ['27/01/26', undefined],
  ['27.01.2026.', '2026-01-27'],
  ['soon', undefined],
];
for (const [cell, date] of dates) {
  test(`date ${cell}`, () => {
    assert.is(readColumn('white_paper_date', cell)?.date, date);
    assert.is(readColumn('white_paper_date', cell)?.text, cell);
  });
}

const lists: readonly (readonly [ColumnMeaning, string, readonly string[]])[] = [
  ['dti', 'VP84J2JSS | D1PFLVZDZ ', ['D1PFLVZDZ', 'VP84J2JSS']],
  ['dti', '81PTSP744|JVM0S87GB||3P9X6K6P2', ['3P9X6K6P2', '81PTSP744', 'JVM0S87GB']],
  ['dti', 'FJM594L0V|T1J8XQBSD|FJM594L0V|', ['FJM594L0V', 'T1J8XQBSD']],
  [
    'dti',
    'TD3BGWM5Z (Ethereum)\n\tLP00X1Q54 (Arbitrum)\nH81G32M97 (Injective)',
    ['H81G32M97', 'LP00X1Q54', 'TD3BGWM5Z'],
  ],
  ['dti', 'not available', []],
  ['dti', 'JVMWS68W', []],
  ['ffg', '13XTMPZT3', ['13XTMPZT3']],
  [
    'services',
    'a. custody on behalf of clients|c. exchange for funds | e. execution of orders I g. reception',
    ['a', 'c', 'e', 'g'],
  ],
  ['passport', 'AT | BE |EL| GR |IS', ['AT', 'BE', 'GR', 'IS']],
  ['passport', 'AT I DE I IE', ['AT', 'DE', 'IE']],
  ['passport', 'AT/Fi|SL|', ['AT', 'FI', 'SI']],
  ['dti', 'VP84J2JSS I D1PFLVZDZ', ['D1PFLVZDZ', 'VP84J2JSS']],
];
for (const [meaning, cell, items] of lists) {
  test(`${meaning} list ${JSON.stringify(cell.slice(0, 30))}`, () => {
    assert.equal(readColumn(meaning, cell)?.items, items);
  });
}

test('a text column has neither items nor date', () => {
  assert.equal(readColumn('comments', ' two\u00a0 words\n'), { text: 'two words' });
});

const comparisons: readonly (readonly [ColumnMeaning, string, string, 'equal' | 'editorial' | 'changed'])[] = [
  ['commercial_name', 'StaBillon', 'StaBillon\u00a0', 'equal'],
  ['address', 'Unit 3,\nValletta', 'Unit 3, Valletta', 'equal'],
  ['comments', 'EURAU', 'CHFAU', 'changed'],
  ['comments', 'No comments', 'no comments.', 'editorial'],
  ['comments', '', 'n/a', 'editorial'],
  ['comments', '', 'EURAU', 'changed'],
  ['exemption', 'No', 'NO', 'editorial'],
  ['exemption', 'NO', 'YES', 'changed'],
  ['dti', 'VP84J2JSS|D1PFLVZDZ', 'D1PFLVZDZ | VP84J2JSS | ', 'equal'],
  ['dti', 'VP84J2JSS', 'VP84J2JSS|D1PFLVZDZ', 'changed'],
  ['dti', 'VP84J2JSS', '', 'changed'],
  ['dti', 'not available', 'applied for', 'changed'],
  ['white_paper_date', '27/01/2026', '27.1.2026', 'equal'],
  ['white_paper_date', '07/01/2026', '01/07/2026', 'changed'],
  ['authorisation_end', '', 'n/a', 'editorial'],
  ['authorisation_end', '', '30/06/2026', 'changed'],
  ['last_update', '05/12/2025', '23/03/2026', 'editorial'],
  ['last_update', '', '23/03/2026', 'editorial'],
  ['authority', 'Bank of Lithuania', 'Bank of Lithuania (LSC)', 'editorial'],
  ['authority', 'De Nederlandsche Bank (DNB)', 'De Nederlansche Bank (DNB)', 'editorial'],
  ['authority', 'Bank of Lithuania', 'Latvijas Banka', 'changed'],
  ['authority', 'Financial Market Authority Liechtenstein (FMA)', 'Finanzmarktaufsicht (FMA)', 'editorial'],
  ['country', 'EL', 'GR', 'editorial'],
  ['legal_name', 'FUMBI, s. r. o.', 'FUMBI, s.r.o.', 'editorial'],
  ['legal_name', 'A-B GmbH', 'AB GmbH', 'changed'],
  ['legal_name', 'Not Available', '', 'editorial'],
  ['reason', 'None', 'In breach of Article 59', 'changed'],
  ['website', 'https://a.example | https://b.example', 'b.example/|https://www.a.example', 'editorial'],
  ['website', 'https://a.example', 'https://a.example|https://b.example', 'changed'],
  ['services', 'a. custody | c.', 'c. exchange of crypto-assets for funds\na. custody', 'equal'],
  ['services', 'a.', 'a. | staking', 'changed'],
  ['passport', 'EL|DE', 'DE | GR', 'equal'],
  ['service_provider', 'Payward Ltd', 'Payward Ltd dba Kraken', 'changed'],
  ['country', 'GR', 'CY', 'changed'],
  ['white_paper_link', 'https://allunity.com/whitepaper/', 'https://www.allunity.com/whitepaper', 'editorial'],
  ['white_paper_link', 'https://a.example/wp.pdf', 'https://a.example/wp.pdf).', 'editorial'],
  ['white_paper_link', 'https://a.example/wp.pdf;', 'https://a.example/wp.pdf', 'editorial'],
  ['white_paper_link', 'https://a.example/wp.pdf”,', 'https://a.example/wp.pdf', 'editorial'],
  ['white_paper_link', 'https://a.example/WP.pdf', 'https://a.example/wp.pdf', 'changed'],
  ['white_paper_link', 'https://a.example/wp', 'EMT_NO_WP', 'changed'],
  ['lei', '89450036UW3ID72T1M84.', '89450036UW3ID72T1M84', 'editorial'],
  ['legal_name', 'Quantoz Payments B.V', 'Quantoz Payments B.V.', 'editorial'],
];
for (const [meaning, before, after, expected] of comparisons) {
  test(`${meaning}: ${JSON.stringify(before)} and ${JSON.stringify(after)} are ${expected}`, () => {
    assert.is(compareCells(meaning, before, after), expected);
    assert.is(compareCells(meaning, after, before), expected, 'either way round');
    assert.is(compareCells(meaning, before, before), 'equal');
  });
}

test('links are compared by host and path', () => {
  assert.is(normaliseUrls('https://b.example/|www.a.example | see'), 'a.example|b.example');
  assert.is(normaliseUrls('see'), null);
  assert.is(normaliseUrl('HTTPS://WWW.Example.com/Path/'), 'example.com/Path');
  assert.is(normaliseUrl('www.eurodollar.fi'), 'eurodollar.fi');
  assert.is(normaliseUrl('paxos.com/EEA'), 'paxos.com/EEA');
  assert.is(normaliseUrl('https://a.example/x?id=1#top'), 'a.example/x?id=1');
  for (const text of [
    'EMT_NO_WP',
    '',
    'Simplify digital payments with Ambr’s Electronic Money Tokens',
    'https://user@a.example/',
  ]) {
    assert.is(normaliseUrl(text), null, text);
  }
});

test('no cell makes a reader slow', () => {
  for (const cell of [
    `${'.'.repeat(65_000)}x${'.'.repeat(65_000)}`,
    `a.b/${'/'.repeat(65_000)}x`,
    ' '.repeat(65_000),
    '|'.repeat(65_000),
    'a.'.repeat(32_000),
    '('.repeat(65_000),
    'http://' + '.'.repeat(65_000),
    'a. '.repeat(20_000),
    'exchange between crypto-assets '.repeat(2_000),
  ]) {
    for (const meaning of ['dti', 'services', 'passport', 'white_paper_link', 'legal_name', 'authority'] as const) {
      compareCells(meaning, cell, `${cell}x`);
    }
  }
});

const spellings: readonly (readonly [string, string, boolean])[] = [
  ['a b', 'a\u00a0\n b', true],
  ['“A”', '"a"', true],
  ["l'or", 'l’or', true],
  ['Alpha.', 'alpha', true],
  ['ﬁn', 'fin', true],
  ['e\u0301', 'é', true],
  ['', ' ', true],
  ['alpha', 'alpha 2', false],
  ['A-B', 'AB', false],
  ['1.5', '15', false],
];

for (const [left, right, equal] of spellings) {
  test(`R1 ${JSON.stringify(left)} and ${JSON.stringify(right)} ${equal ? 'are' : 'are not'} the same text`, () => {
    assert.is(compareCells('comments', left, right) !== 'changed', equal);
    assert.is(compareCells('comments', right, left) !== 'changed', equal);
  });
}

test.run();
