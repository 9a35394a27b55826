import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readServices } from '../../../pipeline/registers/crypto-asset-services.ts';
import { columnOf } from '../../../pipeline/registers/columns/columns.ts';
import { fixturePath } from '../../support/fixture-path.ts';
import { feedOf } from '../ingest/harness.ts';

const cases: readonly (readonly [what: string, cell: string, items: string])[] = [
  [
    'letters and words',
    'a. providing custody and administration of crypto-assets | c. exchange of crypto-assets for funds',
    'a c',
  ],
  ['no space after the full stop', 'c.exchange of crypto-assets for funds|j.providing transfer services', 'c j'],
  [
    'letters in brackets',
    '(c) exchange of crypto-assets for funds | (j) providing transfer services for crypto-assets',
    'c j',
  ],
  [
    'a capital I for the bar',
    'a. providing custody and administration on behalf of clients.I c. exchange of crypto-assets for funds',
    'a c',
  ],
  [
    'words without letters',
    'Exchange of crypto-assets for other crypto-assets|Reception and transmission of orders',
    'd g',
  ],
  ['words cut short', 'd. exchange of crypto-assets for other | | e. execution of orders', 'd e'],
  ['"for" in place of "of"', 'd. Exchange for crypto-assets for other crypto-assets', 'd'],
  [
    'commas',
    'e. execution of orders, g. reception and transmission of orders, h. providing advice on crypto-assets',
    'e g h',
  ],
  [
    'line breaks',
    'a. providing custody and administration of crypto-assets\ne. execution of orders\ng. reception and transmission',
    'a e g',
  ],
  ['two services glued together', 'b. operation of a trading platform for crypto-assetse execution of orders', 'b e'],
  [
    'slashes and the wording of before MiCA',
    'Exchange between crypto assets and fiat currency/ Exchange between crypto assets/ Execution of orders',
    'c d e',
  ],
  ['letters alone', 'a | b; j.', 'a b j'],
  ['letters alone, a line each', 'a.\nb.\n(j)', 'a b j'],
  ['letters with other words', 'a. custody', 'a'],
  ['nothing', ' | ', ''],
];
for (const [what, cell, items] of cases) {
  test(`services: ${what}`, () => {
    const read = readServices(cell);
    assert.is(read.items.join(' '), items);
    assert.equal([read.unknown, read.contradictory], [[], []]);
    assert.equal(columnOf('services').read(cell)?.items ?? [], read.items);
  });
}

test('services: the wording wins over a contradicting letter, and the cell is reported', () => {
  const read = readServices(
    'c. exchange of crypto-assets for other crypto-assets|e. placing of crypto-assets|a. transfer services',
  );
  assert.equal(read.items, ['d', 'f', 'j']);
  assert.equal(read.contradictory, [
    'c. exchange of crypto-assets for other crypto-assets',
    'e. placing of crypto-assets',
    'a. transfer services',
  ]);
});

test('services: an unknown service stays a member and is reported, never read as another service', () => {
  assert.equal(readServices('k. Staking of crypto-assets | Lending | b.'), {
    items: ['b', 'k. staking of crypto-assets', 'lending'],
    unknown: ['k. Staking of crypto-assets', 'Lending'],
    contradictory: [],
  });
});

test('services: every cell of the real files is read, and the counts of August 2026 equal published ones', () => {
  const parsed = feedOf('esma-casps').parse([
    { name: 'CASPS.csv', bytes: readFileSync(fixturePath('esma-casps', 'CASPS-20260817.csv')) },
  ]);
  const counts: Record<string, number> = {};
  for (const row of parsed.ok ? parsed.rows : []) {
    const cell = 'columns' in row ? (row.columns['ac_serviceCode'] ?? '') : '';
    const { items, unknown } = readServices(cell);
    assert.equal(unknown, []);
    assert.ok(items.length > 0, cell);
    for (const item of items) counts[item] = (counts[item] ?? 0) + 1;
  }
  assert.equal(counts, { a: 220, b: 21, c: 183, d: 151, e: 170, f: 36, g: 94, h: 44, i: 57, j: 205 });
});

test.run();
