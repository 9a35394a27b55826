import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mostHits, type SearchedAsset } from '../../../../../api/readmodel/memory/registry/search/ranks.ts';
import { createSearchIndex } from '../../../../../api/readmodel/memory/registry/search/search-index.ts';
import { createWordIndex } from '../../../../../api/readmodel/memory/registry/search/word-index.ts';
import { type Chain, chainBySlug, chains } from '../../../../../schemas/values/chains.ts';

const chain = (slug: string): Chain => {
  const found = chainBySlug(slug);
  if (found === undefined) throw new Error(slug);
  return found;
};
const circle = {
  partyId: 'circle',
  name: 'Circle',
  legalName: 'Circle Internet Financial, LLC',
  aliases: ['Boston Payments'],
};
const rival = { partyId: 'rival', name: 'Coinworks', legalName: null, aliases: [] };

const token = (symbol: string, name: string, part: Partial<SearchedAsset> = {}): SearchedAsset => ({
  assetId: `${symbol} ${part.chain?.slug ?? 'ethereum'}`,
  chain: chain('ethereum'),
  symbol,
  name,
  issuer: circle,
  ...part,
});

const indexOf = (...tokens: readonly SearchedAsset[]) => {
  const index = createSearchIndex<SearchedAsset>();
  for (const one of tokens) index.add(one);
  return index;
};
const shownOf = (found: ReturnType<ReturnType<typeof indexOf>['find']>): readonly string[] =>
  found.hits.map(({ asset, match }) => `${asset.assetId}: ${match}`);

const usdc = token('USDC', 'USD Coin');
const usdcOnSepolia = token('USDC', 'USD Coin', { chain: chain('sepolia') });
const usdcOnBase = token('USDC', 'USD Coin', { chain: chain('base') });
const usd = token('USD', 'Usage Token', { issuer: rival });
const eurc = token('EURC', 'Euro Coin');
const coin = token('COIN', 'Unit', { issuer: rival });
const all = [usdcOnSepolia, usdc, coin, usdcOnBase, usd, eurc];

const ranks: readonly (readonly [text: string, found: readonly string[]])[] = [
  ['usdc', ['USDC base: symbol', 'USDC ethereum: symbol', 'USDC sepolia: symbol']],
  ['Usd  COIN', ['USDC base: name', 'USDC ethereum: name', 'USDC sepolia: name', 'USD ethereum: all_words']],
  ['eu', ['EURC ethereum: symbol_prefix']],
  ['usd', ['USD ethereum: symbol', ...['base', 'ethereum', 'sepolia'].map((slug) => `USDC ${slug}: symbol_prefix`)]],
  [
    'coin',
    [
      'COIN ethereum: symbol',
      ...['EURC ethereum', 'USDC base', 'USDC ethereum', 'USDC sepolia'].map((one) => `${one}: name_words`),
      'USD ethereum: issuer_words',
    ],
  ],
  ['the coin of euro', ['EURC ethereum: name_words']],
  [
    'internet circ',
    ['EURC', 'USDC']
      .flatMap((one) => (one === 'EURC' ? ['EURC ethereum'] : ['USDC base', 'USDC ethereum', 'USDC sepolia']))
      .map((one) => `${one}: issuer_words`),
  ],
  ['boston eurc', ['EURC ethereum: all_words']],
  ['circle eur', ['EURC ethereum: all_words']],
  ['token', ['USD ethereum: name_words']],
  ['rust', []],
  ['', []],
  ['   ', []],
  ['%', []],
];
for (const [text, found] of ranks) {
  test(`"${text}" finds tokens in the order of their ranks`, () =>
    assert.equal(shownOf(indexOf(...all).find(text, null)), found));
}

const bank = { partyId: 'bank', name: 'Bank Łódź', legalName: 'İSTANBUL RAFİNERİSİ A.Ş.', aliases: ['Straße ehf Þór'] };
const lira = token('ALTIN', 'Altın Lirası', { issuer: bank });
const dirham = token('درهم', 'رمز الدرهم', { issuer: bank });
const rocket = token('🚀', 'Rocket 🚀', { issuer: bank });
const ringgit = token('$MYRC', 'Malaysian Ringgit', { issuer: bank });
const letters: readonly (readonly [text: string, found: readonly string[]])[] = [
  ['ALTIN LIRASI', ['ALTIN ethereum: name']],
  ['altın', ['ALTIN ethereum: symbol']],
  ['lodz', ['$MYRC', 'ALTIN', 'درهم', '🚀'].map((symbol) => `${symbol} ethereum: issuer_words`)],
  ['STRASSE thor altin', ['ALTIN ethereum: all_words']],
  ['istanbul rafinerisi ringgit', ['$MYRC ethereum: all_words']],
  ['\u200fدرهم\u200f', ['درهم ethereum: symbol']],
  ['🚀\ufe0f', ['🚀 ethereum: symbol']],
  ['\u200bMY\u00adRC\u2060', ['$MYRC ethereum: symbol']],
  ['$altin', ['ALTIN ethereum: symbol']],
  ['$MYRC', ['$MYRC ethereum: symbol']],
  ['＄my', ['$MYRC ethereum: symbol_prefix']],
  ['$', []],
];
for (const [text, found] of letters) {
  test(`"${text}" finds tokens however their letters are written`, () =>
    assert.equal(shownOf(indexOf(lira, dirham, rocket, ringgit).find(text, null)), found));
}

test('a chain narrows, and a chain alone lists its tokens', () => {
  const index = indexOf(...all);
  assert.equal(shownOf(index.find('usdc', chain('base'))), ['USDC base: symbol']);
  assert.equal(shownOf(index.onChain(chain('sepolia'))), ['USDC sepolia: all_words']);
});

test('what is removed is not found, and a replaced name is found by the new one alone', () => {
  const index = indexOf(usdc);
  index.remove(usdc);
  assert.equal(index.find('usdc', null).hits, []);
  assert.equal(index.find('circle', null).hits, []);
  assert.equal(index.didYouMean('usdcc'), []);
  index.add({ ...usdc, name: 'Dollar' });
  assert.is(index.find('coin', null).hits.length, 0);
  assert.is(index.find('dollar', null).hits.length, 1);
  assert.is(index.find('circle', null).hits.length, 1);
});

test('hits are exact up to 1,000, and cut beyond', () => {
  const many = Array.from({ length: mostHits + 1 }, (_, n) => token('MANY', 'Many', { assetId: `${n}` }));
  const index = indexOf(...many.slice(1));
  assert.is(index.find('many', null).hits.length, mostHits);
  assert.not(index.find('many', null).truncated);
  index.add(token('MANY', 'Many', { assetId: '0' }));
  assert.is(index.find('many', null).hits.length, mostHits);
  assert.ok(index.find('many', null).truncated);
});

test('mistyped words are suggested where what they suggest finds something', () => {
  const index = indexOf(...all);
  assert.equal(index.didYouMean('usd con'), []);
  assert.equal(index.didYouMean('euro cion'), ['euro coin']);
  assert.equal(index.didYouMean('cirlce interent'), ['circle internet']);
  assert.equal(index.didYouMean('coiin'), ['coin']);
  assert.equal(index.didYouMean('coinworks fianncail'), [], 'no token has both words');
});

test('a symbol of others is one of another issuer', () => {
  const index = indexOf(usdc, usdcOnBase);
  assert.not(index.isSymbolOfOthers(usdc));
  assert.ok(index.isSymbolOfOthers(token('usdc', 'Copy', { issuer: rival })));
  assert.ok(index.isSymbolOfOthers(token('USDC', 'Copy', { issuer: null })));
  for (const symbol of ['US\u200bDC', '\u202eUSDC', '$USDC', 'ＵＳＤＣ', 'USĐC']) {
    assert.ok(index.isSymbolOfOthers(token(symbol, 'Copy', { issuer: rival })), symbol);
  }
});

test('words in order are those of a plain search, however they are added and removed', () => {
  const step = fc.record({
    word: fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }),
    adds: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 150 }),
      fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 2 }),
      (steps, prefix) => {
        const index = createWordIndex<object>();
        const item = {};
        const words = new Set<string>();
        for (const [place, { word, adds }] of steps.entries()) {
          if (adds) words.add(word);
          else words.delete(word);
          if (adds) index.add([word], item);
          else index.remove([word], item);
          // Words are put in their place when they are searched, so the order of searches matters.
          if (place % 40 === 0) assert.ok([...index.startingWith(prefix)].length <= words.size);
        }
        const expected = [...words].filter((word) => word.startsWith(prefix)).sort();
        assert.equal(
          Array.from(index.startingWith(prefix), ({ word }) => word),
          expected,
        );
      },
    ),
  );
});

test('every chain may narrow', () => {
  for (const one of chains) assert.equal(indexOf().onChain(one).hits, []);
});

test.run();
