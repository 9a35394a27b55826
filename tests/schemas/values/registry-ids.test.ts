import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formats } from '../../../schemas/values/formats.ts';
import { namespaces, uuidV5 } from '../../../schemas/values/hash.ts';
import { assetIdOf, didOf, idName, partyIdOf } from '../../../schemas/values/registry-ids.ts';
import { ulidOf } from '../../../schemas/values/ulid.ts';

const usdc = 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const byLei = { lei: '549300NQKYU1HSBYOU54', name: 'Example', country: 'FR' };

/** Frozen: computed once with Python's `uuid` and `hashlib`. */
test('ids of parties and assets', () => {
  assert.is(partyIdOf(byLei), '7c9e240b-f372-5d40-943b-7d1137229da8');
  assert.is(partyIdOf({ ...byLei, name: 'Other', country: null }), partyIdOf(byLei));
  assert.is(partyIdOf({ lei: null, name: 'Example  Ltd', country: 'GB' }), '3124e97a-0748-551d-8b77-4f55be806891');
  assert.is(partyIdOf({ lei: null, name: ' Straße LTD', country: null }), '71f0603b-be49-5745-b536-f633d59ebf70');
  assert.is(assetIdOf(usdc), '512abd20-7c66-5d62-8453-f557a3fe94fe');
  assert.is(didOf(assetIdOf(usdc)), '0CPXNK1MGB4GPXC83Y0G3YV6FP');
});

test('the rows of docs/operations.md are what the program derives', () => {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(.+)` \| `([0-9a-f-]{36})` \| `([0-9A-Z]{26})` \|$/gm)];
  assert.is(rows.length, 5);
  for (const [, text = '', id = '', did] of rows) {
    const name = text.replace('\\|', '|');
    assert.is(uuidV5(/^(?:lei|name):/.test(name) ? namespaces.party : namespaces.asset, name), id);
    assert.is(didOf(id), did);
  }
  assert.ok(page.includes(namespaces.party) && page.includes(namespaces.asset));
});

const names: readonly (readonly [name: string, normal: string])[] = [
  ['Circle  Internet\tFinancial ', 'circle internet financial'],
  ['STRASSE', 'strasse'],
  ['Stra\u1e9ee', 'strasse'],
  ['Ｅｘａｍｐｌｅ ﬁnance', 'example finance'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['σίσυφοσ', 'σίσυφος'],
  ['a\u00a0b', 'a b'],
  ['Cafe\u0301', 'caf\u00e9'],
];
for (const [name, normal] of names) test(`the id name of ${name}`, () => assert.is(idName(name), normal));

test('an id name is its own, and has no case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const normal = idName(name);
      return idName(normal) === normal && idName(name.toUpperCase()) === normal;
    }),
  );
});

test('a ULID has 26 characters of its alphabet', () => {
  fc.assert(fc.property(fc.string(), (text) => formats.ulid.accepts(ulidOf(text))));
  assert.is(ulidOf('abc'), '5TF0BBZ3R1SZN42GA0VSETW8H3');
});

test.run();
