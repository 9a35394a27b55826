import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { knownTickers, manifest } from '../../../pipeline/publishers/sanctions/ofac-addresses/manifest.ts';
import { parse, tickerOf } from '../../../pipeline/publishers/sanctions/ofac-addresses/parse.ts';

const folder = join(import.meta.dirname, '../../fixtures/ofac-addresses');
const real = (name: string) => ({ name, bytes: readFileSync(join(folder, name)) });
const file = (name: string, content: unknown) => ({
  name,
  bytes: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});
const rowsOf = (...files: readonly { readonly name: string; readonly bytes: Buffer }[]) => {
  const parsed = parse(files);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed;
};

const refused: readonly (readonly [string, unknown, RegExp])[] = [
  ['empty', '', /^ETH\.json is empty/],
  ['HTML', '<!DOCTYPE html><html>', /is an HTML or XML page, not JSON/],
  ['cut off', '["0x1111111111111111111111111111111111111111", "0x22', /is not valid JSON: the file is cut off/],
  ['two documents', '[]\n[]', /is not valid JSON/],
  ['lists without end', `[${'[0],'.repeat(100_000)}0]`, /has more than 200000 values: it is no list of addresses/],
  ['nested deeply', '['.repeat(100_000), /nests deeper than 8 levels/],
  ['CSV', 'address\n0x1', /is not valid JSON/],
  ['an object', { ETH: [] }, /is not a JSON array/],
  ['null', null, /is not a JSON array/],
  ['a number in the array', ['0x1', 7], /something else than a text at position 2/],
  ['null in the array', [null], /something else than a text at position 1/],
  ['an array in the array', [['0x1']], /something else than a text/],
  ['an empty address', ['0x1', ' '], /an empty address at position 2/],
  ['an endless address', ['x'.repeat(257)], /longer than any address at position 1/],
  ['half of a surrogate pair', ['0x1', '\ud800'], /no text, at position 2/],
  ['UTF-16', Buffer.from('["0x1"]', 'utf16le').toString('latin1'), /is UTF-16/],
];
for (const [name, content, reason] of refused) {
  test(`refused: ${name}`, () => {
    const parsed = parse([file('ETH.json', content)]);
    assert.match(parsed.ok ? 'accepted' : parsed.reason, reason);
  });
}

test('one bad file refuses the snapshot', () => {
  assert.is(parse([file('ETH.json', ['0x1']), file('XBT.json', '')]).ok, false);
});

test('no bytes make the parser throw', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      (bytes) => void parse([{ name: 'ETH.json', bytes: Buffer.from(bytes) }]),
    ),
  );
  fc.assert(fc.property(fc.json(), (json) => void parse([file('ETH.json', json)])));
});

const names: readonly (readonly [string, string | null])[] = [
  ['ETH.json', 'ETH'],
  ['ETH-2022-09-03.json', 'ETH'],
  ['eth-2022-09-03.json', 'ETH'],
  ['ETH_edited.v2.json', 'ETH'],
  ['sanctioned_addresses_USDT.json', 'USDT'],
  ['sanctioned_addresses_USDT-2024-09-27.json', 'USDT'],
  ['NEW1.json', 'NEW1'],
  ['ETH.txt', null],
  ['ETH', null],
  ['.json', null],
  ['2024-09-27.json', null],
];
for (const [name, ticker] of names) test(`ticker of ${name}`, () => assert.is(tickerOf(name), ticker));

test('a name without a ticker is refused; an unknown ticker is read and reported', () => {
  const unnamed = parse([file('2024.json', [])]);
  assert.match(unnamed.ok ? '' : unnamed.reason, /does not name its currency/);
  const { rows, alarms } = rowsOf(file('NEW1.json', ['0x1111111111111111111111111111111111111111']));
  assert.is(rows[0]?.wallets[0]?.ticker, 'NEW1');
  assert.match(alarms.join(), /NEW1\.json is for NEW1, a currency label not seen before/);
});

test('duplicates and other spellings add no rows', () => {
  const address = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96';
  const { rows } = rowsOf(file('ETH.json', [address, address, address.toLowerCase(), ` ${address} `]));
  assert.equal(
    rows.map(({ entryId, wallets }) => [entryId, wallets]),
    [[address.toLowerCase(), [{ ticker: 'ETH', address, payload: `evm:${address.slice(2).toLowerCase()}` }]]],
  );
});

test('one address under several tickers is one entry with several wallets, whatever the order of the files', () => {
  const usdc = file('USDC.json', ['0x983a81ca6FB1e441266D2FbcB7D8E530AC2E05A2']);
  const eth = file('ETH.json', ['0x983A81CA6FB1E441266D2FBCB7D8E530AC2E05A2']);
  const { rows } = rowsOf(usdc, eth);
  assert.equal(rows, rowsOf(eth, usdc).rows);
  assert.equal(
    rows.map(({ wallets }) => wallets.map(({ ticker }) => ticker)),
    [['ETH', 'USDC']],
  );
});

test('an address in no known encoding is stored without a payload and reported', () => {
  const { rows, alarms } = rowsOf(file('ETH.json', ['0x098B716B8Aaf21512996dC57EB0615e2383E2f9']));
  assert.equal(
    rows.map(({ entryId, wallets }) => [entryId, wallets[0]?.payload]),
    [['0x098B716B8Aaf21512996dC57EB0615e2383E2f9', null]],
  );
  assert.match(alarms.join(), /no valid address of a known encoding/);
});

const sizes: Readonly<Record<string, number>> = {
  'ARB-2024-09-27.json': 1,
  'BSC-2024-09-27.json': 1,
  'ETC-2024-09-27.json': 1,
  'ETH-2022-09-03.json': 68,
  'ETH-2022-11-09.json': 122,
  'ETH-2022-11-10.json': 131,
  'ETH-2023-10-04.json': 147,
  'ETH-2024-01-12.json': 146,
  'LTC-2024-09-27.json': 10,
  'TRX-2024-09-27.json': 6,
  'USDC-2024-09-27.json': 2,
  'USDT-2024-09-27.json': 26,
  'XBT-2024-09-27.json': 435,
  'XMR-2024-09-27.json': 3,
  'XRP-2024-09-27.json': 1,
  'ZEC-2024-09-27.json': 3,
};
for (const [name, size] of Object.entries(sizes)) {
  test(`real file ${name}: ${size} entries`, () => {
    const { rows, alarms } = rowsOf(real(name));
    assert.is(rows.length, size);
    const ticker = tickerOf(name) ?? '';
    assert.ok(knownTickers.includes(ticker));
    assert.ok(rows.every(({ wallets }) => wallets.every((wallet) => wallet.ticker === ticker)));
    assert.is(alarms.length, ticker === 'XMR' ? 1 : 0, alarms.join());
    assert.ok(size >= manifest.minimumRows);
  });
}
test('all fixtures exist', () => {
  assert.equal(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort(),
    Object.keys(sizes),
  );
});

const encodings = (name: string): Readonly<Record<string, number>> => {
  const counted: Record<string, number> = {};
  for (const { wallets } of rowsOf(real(name)).rows) {
    const encoding = wallets[0]?.payload?.split(':')[0] ?? 'invalid';
    counted[encoding] = (counted[encoding] ?? 0) + 1;
  }
  return counted;
};
test('quirk in the real files: the ticker is not the chain (USDT on three chains)', () => {
  assert.equal(encodings('USDT-2024-09-27.json'), { evm: 8, bitcoin: 7, tron: 11 });
});
test('quirk in the real files: a Tron address among the Bitcoin ones', () => {
  assert.equal(encodings('XBT-2024-09-27.json'), { bitcoin: 434, tron: 1 });
});
test('quirk in the real files: a transaction hash among the Monero addresses', () => {
  assert.equal(encodings('XMR-2024-09-27.json'), { monero: 2, invalid: 1 });
});
test('quirk in the real files: one address under two tickers', () => {
  const newest = Object.keys(sizes).filter((name) => name.includes('2024'));
  const { rows } = rowsOf(...newest.map(real));
  const several = rows.filter(({ wallets }) => wallets.length > 1);
  assert.ok(several.length >= 4, `${several.length}`);
  const total = newest.reduce((sum, name) => sum + (sizes[name] ?? 0), 0);
  assert.is(
    rows.reduce((sum, { wallets }) => sum + wallets.length, 0),
    total,
  );
});

test.run();
