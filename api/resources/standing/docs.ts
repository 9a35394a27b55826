import { exampleCaip19 as caip19, exampleIds, exampleWatchedAsset } from '../../openapi/example-values.ts';
import type { Documentation } from '../../route/route.ts';

const at = '2026-06-01T12:00:00.000Z';

const words = {
  business: {
    part: 'business',
    state: 'open',
    severity: 'medium',
    word: 'Passed, date not stated',
    note: 'The registry states no date of the check.',
  },
  lists: {
    part: 'lists',
    state: 'open',
    severity: 'medium',
    word: 'No match in old lists',
    note: '1 of 1 list read. Old: OFAC wallets 27 May 2026. Compared: 1 name, 1 wallet, 1 authority.',
  },
} as const;
const lists = { asOf: '2026-05-27T00:00:00.000Z', limitAt: '2026-05-29T00:00:00.000Z' } as const;
const compared = { names: 1, wallets: 1, authorities: 1 } as const;

export const listStandingsDocs: Documentation = {
  description: `
**An addition of ours.** How each watched token is now, in nine parts, newest addition first, 500 a page; \`Link\` with
\`rel="next"\` leads to the next page. \`item\` narrows it.

A part is \`good\`, \`open\` (not known, not proven or not shown) or \`adverse\`. Nothing absent is good, and what is old is
open: \`limitAt\` is the last moment at which a part holds if nothing new is read, so an answer can change without any event.
The state of a token is the worst of issuer, business, control and lists, and of any other part that is adverse or old.
While the tables do not answer, parts are open, "Unknown now".
`.trim(),
  examples: {
    one: {
      summary: 'A token with an old list',
      query: { item: exampleIds.item },
      status: 200,
      answer: {
        items: [
          {
            watchlistItemId: exampleIds.item,
            asset: exampleWatchedAsset,
            state: 'open',
            severity: 'medium',
            parts: [
              { ...words.business, asOf: null, limitAt: null, compared: null, changeId: null },
              { ...words.lists, asOf: lists.asOf, limitAt: lists.limitAt, compared, changeId: null },
            ],
            at,
          },
        ],
      },
    },
  },
};

const found = {
  data: [
    {
      asset_id: exampleIds.watchedAsset,
      caip19,
      state: 'open',
      severity: 'medium',
      at,
      parts: [
        { ...words.business, as_of: null, limit_at: null, compared: null, change_id: null },
        { ...words.lists, as_of: lists.asOf, limit_at: lists.limitAt, compared, change_id: null },
      ],
      lapsed_verifications: [],
    },
  ],
} as const;

export const lookUpStandingDocs: Documentation = {
  description: `
**An addition of ours.** How a token is now, by the same two forms as \`/kyi/v1/tokens\`: the parts issuer, business, control
and lists, and any other that is adverse. Candidates for a match are never in it. \`limit_at\` is the last moment at which a
part holds if nothing new is read. \`asset_id\` is what \`POST /me/watchlist\` takes. \`lapsed_verifications\` are proofs that no
longer back an authority. An unknown token is 404 with an empty \`data\`.
`.trim(),
  examples: {
    byCaip19: { summary: 'By CAIP-19 identifier', query: { caip19 }, status: 200, answer: found },
    unknown: {
      summary: 'Not indexed',
      query: { address: '0x9999999999999999999999999999999999999999' },
      status: 404,
      answer: { data: [] },
    },
  },
};
