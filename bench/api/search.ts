import { createRegistryIndex, type RegistryIndex } from '../../api/readmodel/memory/registry/index.ts';
import { searchAssets } from '../../api/readmodel/resources/search/read.ts';
import { chains } from '../../schemas/values/chains.ts';
import { asset, issuer } from '../../tests/api/records.ts';
import type { Bench } from '../bench.ts';
import { atMost, type Measurement } from '../measurement.ts';

const tokens = 100_000;
const tokensOfIssuer = 25;
const rounds = 40;
const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'ka', 'le', 'mi', 'no', 'pu', 'ra', 'se', 'ti', 'vo', 'xu', 'za'];
const kinds = ['Dollar', 'Euro', 'Coin', 'Treasury', 'Fund', 'Bond', 'Gold', 'Share'];

/** The search of pages and of `GET /kyi/v1/search`, in memory. */
export const searchBench: Bench = {
  name: 'search',
  measures: 'texts of every kind searched among 100,000 tokens of 4,000 issuers',
  cases: { 'the index, and searches': ({ scale }) => measure(Math.round(tokens * scale)) },
};

async function measure(count: number): Promise<readonly Measurement[]> {
  const begun = performance.now();
  const registry = indexOf(count);
  // The first search of a process sorts the words.
  await searchAssets('usd', { registry, byIdentifier: none });
  const built = performance.now() - begun;
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const text of textsOf(registry, round * 997)) {
      const start = performance.now();
      await searchAssets(text, { registry, byIdentifier: none });
      times.push(performance.now() - start);
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return [
    { name: `${count} tokens, built`, unit: 'ms', value: built, floor: null, target: atMost(5_000) },
    { name: 'a search, p50', unit: 'ms', value: at(0.5), floor: null, target: null },
    { name: 'a search, p95', unit: 'ms', value: at(0.95), floor: null, target: atMost(10) },
    { name: 'a search, slowest', unit: 'ms', value: at(0.9999), floor: null, target: null },
  ];
}

const none = () => Promise.resolve([]);

/** A made-up word of a number: 16 syllables, so 4,096 words of three. */
const wordOf = (n: number): string =>
  [n, n >> 4, n >> 8].map((one) => syllables[one % syllables.length] ?? '').join('') +
  (n >> 12 === 0 ? '' : `${n >> 12}`);

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function indexOf(count: number): RegistryIndex {
  const registry = createRegistryIndex();
  for (let n = 0; n < count; n += 1) {
    const company = Math.floor(n / tokensOfIssuer);
    const name = `${titled(wordOf(company * 31))} ${titled(wordOf(company))} Holdings`;
    registry.apply(
      asset(n, {
        chain: chains[n % chains.length]?.slug ?? 'ethereum',
        address: `0x${n.toString(16).padStart(40, '0')}`,
        symbol: n % 3 === 0 ? `USD${wordOf(n).toUpperCase()}` : wordOf(n * 7).toUpperCase(),
        name: `${titled(wordOf(n))} ${kinds[n % kinds.length] ?? ''} Token`,
        issuer: issuer({ partyId: `party-${company}`, did: `D${company}`, name, legalName: `${name} Ltd` }),
      }),
    );
  }
  return registry;
}

/** Texts that people write: one of each kind, about one token. */
function textsOf(registry: RegistryIndex, at: number): readonly string[] {
  const all = registry.searchable();
  const one = all[at % all.length];
  if (one === undefined) return [];
  const [name = ''] = one.name.split(' ');
  const mistyped = name.slice(0, 2) + name.slice(3);
  return [
    one.address,
    `https://etherscan.io/token/${one.address}`,
    one.symbol,
    one.symbol.slice(0, 4),
    one.name,
    name,
    `${one.symbol} ${one.chain.name}`,
    one.issuerName ?? '',
    `${one.issuerName?.split(' ')[0] ?? ''} ${one.symbol}`,
    ...['usd', 'dollar', 'u', 'dollar holdings', 'usd coin', 'the token of holdings', one.chain.name],
    ...[mistyped, `${mistyped} dollra`, 'qqqqqqqq wwwwwwww'],
  ];
}
