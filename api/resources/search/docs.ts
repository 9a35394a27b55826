import {
  exampleAddress,
  exampleCaip19,
  exampleIds,
  exampleIssuer,
  exampleWatchedAsset,
} from '../../openapi/example-values.ts';
import type { Documentation } from '../../route/route.ts';

const hit = {
  asset_id: exampleIds.watchedAsset,
  caip19: exampleCaip19,
  chain_slug: 'ethereum',
  address: exampleAddress,
  symbol: exampleWatchedAsset.symbol,
  name: exampleWatchedAsset.name,
  issuer: { name: exampleIssuer.name, legal_name: exampleIssuer.legalName, lei: exampleIssuer.lei },
  kyi_verified: true,
  asset_url: `https://registry.example/verified-assets/${exampleAddress}/ethereum`,
  warnings: [],
} as const;
const explorerUrl = `https://etherscan.io/token/${exampleAddress}`;

export const searchDocs: Documentation = {
  description: `
**An addition of ours.** Finds tokens by what a person writes. An identifier anywhere in the text or in a URL is exact, and
finds tokens that are not verified, too (\`kyi_verified\` false, \`asset_url\` null): CAIP-19, address, LEI, DTI, FFG, ISIN,
DID, UUID or slug. The chain of an address is that of a block explorer's host, a prefix such as \`ethereum:\`, or a chain's
name beside it. Anything else is words, and finds public tokens alone: by symbol, by name, by the beginning of a symbol, by
words that begin those of a name, of an issuer, or of all together. A chain's name among them narrows the answer, unless that
leaves nothing; alone it lists the chain, behind tokens of that very name. \`read_as\` states how the text was read.

No match is 200 with an empty \`data\`; \`did_you_mean\` then has texts that find something. \`total\` is exact up to 1,000,
beyond which \`truncated\` is true. \`warnings\` state why a token may be taken for another: an issuer other than its own has a
public token with the same symbol, or a word of its name or symbol mixes alphabets. \`asset_id\` is what
\`POST /me/watchlist\` takes.
`.trim(),
  examples: {
    words: {
      summary: 'A symbol and a chain',
      query: { q: 'usdc ethereum' },
      status: 200,
      answer: {
        query: { text: 'usdc ethereum', read_as: 'words', chain_slug: 'ethereum' },
        data: [{ ...hit, match: 'symbol' }],
        meta: { total: 1, truncated: false, did_you_mean: [] },
      },
    },
    url: {
      summary: 'The URL of a block explorer',
      query: { q: explorerUrl },
      status: 200,
      answer: {
        query: { text: explorerUrl, read_as: 'address', chain_slug: 'ethereum' },
        data: [{ ...hit, match: 'identifier' }],
        meta: { total: 1, truncated: false, did_you_mean: [] },
      },
    },
    mistyped: {
      summary: 'A mistyped word',
      query: { q: 'usd cion', limit: '5' },
      status: 200,
      answer: {
        query: { text: 'usd cion', read_as: 'words', chain_slug: null },
        data: [],
        meta: { total: 0, truncated: false, did_you_mean: ['usd coin'] },
      },
    },
  },
};
