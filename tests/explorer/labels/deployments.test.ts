/** A list names each deployment so that no two of them read the same. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addressesShown, deploymentCount, type Place, placeNames } from '../../../explorer/labels/deployments.ts';
import { runsOf } from '../../support/runs.ts';

const on = (chain: string, address: string): Place => ({ chain, address });
const cases: readonly (readonly [places: readonly Place[], names: readonly string[]])[] = [
  [[], []],
  [[on('Base', '0x1')], ['Base']],
  [
    [on('Base', '0x1'), on('Ethereum', '0x1')],
    ['Base', 'Ethereum'],
  ],
  [
    [on('Base', '0x1'), on('Ethereum', '0x1'), on('Base', '0x2')],
    ['Base 0x1', 'Ethereum', 'Base 0x2'],
  ],
  [
    [on('Base', `0xaaaa${'1'.repeat(32)}bbbb`), on('Base', `0xaaaa${'2'.repeat(32)}bbbb`)],
    [`Base 0xaaaa${'1'.repeat(32)}bbbb`, `Base 0xaaaa${'2'.repeat(32)}bbbb`],
  ],
];
for (const [places, names] of cases) {
  test(`deployments are named ${JSON.stringify(names)}`, () => assert.equal(placeNames(places), names));
}

test('no two deployments of a list have one name', () => {
  const place = fc.record({
    chain: fc.constantFrom('Base', 'Ethereum'),
    address: fc
      .tuple(fc.constantFrom('0xaaaa', '0xbbbb'), fc.nat(3), fc.constantFrom('cccc', 'dddd'))
      .map(([head, middle, tail]) => `${head}${String(middle).repeat(32)}${tail}`),
  });
  fc.assert(
    fc.property(fc.uniqueArray(place, { selector: ({ chain, address }) => `${chain} ${address}` }), (places) => {
      assert.is(new Set(placeNames(places)).size, places.length);
    }),
    { numRuns: runsOf(200) },
  );
});

const counts: readonly (readonly [chains: readonly string[], text: string])[] = [
  [['Base'], '1 chain'],
  [['Base', 'Ethereum'], '2 chains'],
  [['Base', 'Base'], '2 deployments on 1 chain'],
  [['Base', 'Ethereum', 'Base'], '3 deployments on 2 chains'],
];
for (const [chains, text] of counts) {
  test(`${chains.join(', ')}: ${text}`, () => assert.is(deploymentCount(chains), text));
}

const token = (symbol: string, slug: string, address: string, issuerName: string | null = 'Acme') => ({
  symbol,
  name: `${symbol} token`,
  issuerName,
  chain: { slug },
  address,
});
const lists: readonly (readonly [tokens: readonly ReturnType<typeof token>[], shown: readonly (string | null)[]])[] = [
  [
    [token('AAA', 'base', '0x1'), token('BBB', 'base', '0x2')],
    [null, null],
  ],
  [
    [token('AAA', 'base', '0x1'), token('AAA', 'ethereum', '0x2')],
    [null, null],
  ],
  [
    [token('AAA', 'base', '0x1'), token('AAA', 'base', '0x2', 'Another')],
    [null, null],
  ],
  [
    [token('AAA', 'base', '0x1', null), token('AAA', 'base', '0x2', null)],
    ['0x1', '0x2'],
  ],
  [
    [token('AAA', 'base', '0x1'), token('BBB', 'base', '0x9')],
    [null, '0x9'],
  ],
];
for (const [tokens, shown] of lists) {
  test(`of ${JSON.stringify(tokens.map(({ symbol, chain }) => [symbol, chain.slug]))} these addresses are shown: ${JSON.stringify(shown)}`, () =>
    assert.equal(
      addressesShown(tokens, ({ address }) => address === '0x9'),
      shown,
    ));
}

test.run();
