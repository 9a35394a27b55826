import { exampleOwned } from '../../openapi/example-values.ts';
import type { Documentation } from '../../route/route.ts';

const { caip19 } = exampleOwned;

const found = {
  kyi_verified: true,
  data: [
    {
      kyi_verified: true,
      token: {
        caip19,
        caip2: 'eip155:1',
        chain_slug: 'ethereum',
        address: exampleOwned.address,
        standard: 'erc20',
        decimals: 6,
        verified_at: '2025-03-01T00:00:00.000Z',
      },
      asset: {
        slug: exampleOwned.slug,
        name: exampleOwned.name,
        symbol: exampleOwned.symbol,
        description: 'An electronic money token.',
        website_url: 'https://issuer.example/',
        whitepaper_url: 'https://issuer.example/whitepaper.pdf',
      },
      issuer: { name: exampleOwned.issuer, kyb_verified: true },
      authorities: [
        {
          type: 'owner',
          address: exampleOwned.owner,
          account_type: 'regular',
          account: 'key',
          signers: [],
          threshold: null,
          observed_at: '2026-05-20T00:00:00.000Z',
        },
      ],
      verifications: [
        {
          id: exampleOwned.proofId,
          method: { type: 'signature', scheme: 'eip191' },
          proved_at: '2026-03-01T00:00:00.000Z',
          authority: { type: 'owner', address: exampleOwned.owner },
          verified_by: 'attestry',
        },
      ],
    },
  ],
} as const;

export const lookUpTokenDocs: Documentation = {
  description: `
The verdict on a token, with the authorities over it and the wallet proofs behind them. Give either \`caip19\`, or
\`address\` with an optional \`chain_slug\`. An address alone may match deployments on several chains, so \`data\` is always
a list, verified ones first.

The \`kyi_verified\` of an item is what counts for that item. The one at the top is true only when there is an item and
every item is verified: an unverified twin on another chain is never covered by a verified one. A token that is not
indexed is 404 with the same shape and \`false\`; a token of an issuer that is not verified is 200 and \`false\`. Proofs of
the method \`admin_manual\` are shown and prove nothing.
`.trim(),
  examples: {
    byCaip19: { summary: 'By CAIP-19 identifier', query: { caip19 }, status: 200, answer: found },
    byAddress: {
      summary: 'By address, on one chain',
      query: { address: exampleOwned.address, chain_slug: 'ethereum' },
      status: 200,
      answer: found,
    },
    unknown: {
      summary: 'Not indexed',
      query: { address: '0x9999999999999999999999999999999999999999' },
      status: 404,
      answer: { kyi_verified: false, data: [] },
    },
  },
};

export const lookUpTokensDocs: Documentation = {
  description: `
Up to 250 lookups at once, answered in the order of the entries; an entry that is given twice is answered twice. Each
result repeats the entry as \`query\` and holds what a lookup of its own would answer, or the error it would be refused
with: a malformed entry spoils none of the others. The body may have 192 KiB.
`.trim(),
  examples: {
    two: {
      summary: 'A token, and an entry that is not valid',
      body: { tokens: [{ caip19 }, { chain_slug: 'base' }] },
      status: 200,
      answer: {
        results: [
          { query: { caip19 }, ...found },
          {
            query: { chain_slug: 'base' },
            error: { message: 'chain_slug requires address', error: 'Bad Request', statusCode: 400 },
          },
        ],
      },
    },
  },
};
