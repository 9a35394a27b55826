import {
  exampleAddress,
  exampleCaip19,
  exampleIds,
  exampleOtherAddress,
  exampleWatchedAsset,
} from '../../openapi/example-values.ts';
import type { Documentation } from '../../route/route.ts';

const ready = {
  id: exampleIds.item,
  asset: exampleWatchedAsset,
  state: 'ready',
  stateReason: null,
  intakeStatus: null,
  monitoringEnabled: true,
  note: null,
  addedAt: '2026-04-12T12:00:00.000Z',
} as const;

const gathering = {
  id: '7a0c1b2d-3e4f-5a6b-9c7d-8e9f0a1b2c3d',
  asset: {
    id: exampleIds.otherAsset,
    name: null,
    symbol: null,
    issuerName: null,
    chain: null,
    chainId: null,
    contractAddress: null,
  },
  state: 'gathering',
  stateReason: null,
  intakeStatus: 'queued',
  monitoringEnabled: true,
  note: null,
  addedAt: '2026-06-01T12:00:00.000Z',
} as const;

export const getWatchlistDocs: Documentation = {
  description: `
Every asset on the list of the key holder, newest addition first. \`used\` counts all of them, also paused and unresolved
ones, against \`limit\`. While an item is \`gathering\`, the answer has only the id of its asset. A change made through the API is
seen by the next request, on whatever process it arrives.
`.trim(),
  examples: {
    list: { summary: 'One asset', status: 200, answer: { items: [ready], limit: 50, used: 1 } },
  },
};

export const addToWatchlistDocs: Documentation = {
  description: `
Puts an asset of the public registry on the list. The body names it in exactly one of three ways: by its \`assetId\`, by its
\`caip19\` identifier, or by its \`address\` with an optional \`chainSlug\`. The answer is 201 with a new item in the state \`gathering\`, which
becomes \`ready\` within seconds, or \`unresolved\` with a \`stateReason\`. An asset that is on the list already is 200 with
its item, nothing is counted twice, and an unresolved one is tried again.

An asset that was removed earlier comes back with the same item id and its original \`addedAt\`; note and pause are reset.
An asset that is not in the public registry is 404, also when the list is full; a full list is 409. An address of several
public assets is 409 \`ambiguous_asset\`, with the CAIP-19 identifier of each in \`details\`. After a 502 the
command may still take effect: read the list, or send it again, which is harmless.
`.trim(),
  examples: {
    add: { summary: 'A new asset', body: { assetId: exampleIds.otherAsset }, status: 201, answer: gathering },
    byCaip19: {
      summary: 'By CAIP-19 identifier, on the list already',
      body: { caip19: exampleCaip19 },
      status: 200,
      answer: ready,
    },
    byAddress: {
      summary: 'By address on one chain, on the list already',
      body: { address: exampleAddress, chainSlug: 'ethereum' },
      status: 200,
      answer: ready,
    },
    again: {
      summary: 'An asset on the list',
      body: { assetId: exampleIds.watchedAsset },
      status: 200,
      answer: ready,
    },
  },
};

const base = `eip155:8453/erc20:${exampleAddress}`;

export const watchBatchDocs: Documentation = {
  description: `
**An addition of ours.** Puts up to 250 entries on the list, as one request of the quota. An entry names an asset in one of the
three ways of \`POST /me/watchlist\`, or is \`{"text": …}\`, which is read as by \`GET /kyi/v1/search\`, or
\`{"issuer": …}\` with an LEI or a DID, which stands for the public tokens that the issuer has now; it does not follow later
ones. The body may have 192 KiB.

The answer has a result for each entry, in their order, and repeats the entry as \`query\`. An issuer, and a text with an
identifier of a group (LEI, DID, DTI, FFG, ISIN), have a result for each of their tokens, up to 250 in a batch. Words stand for
one token: where they find several, the result is \`ambiguous\`, and the key holder chooses.

- \`added\`, \`already\`: \`item\` is the one on the list.
- \`ambiguous\`: \`candidates\` has up to 20 of the public assets that match.
- \`not_verified\`: the asset is registered, and its issuer is not verified. \`not_registered\`: no asset has this identifier.
  \`POST /me/requests\` asks for both.
- \`over_limit\`: the list is full, or the batch has more than 250 tokens of such entries.
- \`malformed\`: \`message\` states why; words that find nothing are among these. The other entries are not affected.

Entries take effect in their order, so the last places go to the first of them. \`used\` is the number of places after the
batch. With \`dryRun\` nothing is added: results and \`used\` are what they would be, and \`item\` is there for
\`already\` alone. After a 502 some entries may have taken effect, and others may still do so: send the batch again, which is
harmless.
`.trim(),
  examples: {
    several: {
      summary: 'An asset on the list, one that is no asset, and text',
      body: { items: [{ assetId: exampleIds.watchedAsset }, { caip19: base }, { text: 'usdc' }, { address: '0x1' }] },
      status: 200,
      answer: {
        results: [
          {
            query: { assetId: exampleIds.watchedAsset },
            outcome: 'already',
            message: 'On the list already',
            item: ready,
          },
          {
            query: { caip19: base },
            outcome: 'not_registered',
            message: 'Not in this registry: no asset has this identifier',
          },
          {
            query: { text: 'usdc' },
            outcome: 'ambiguous',
            message: 'Several public assets match: choose one of the candidates',
            candidates: [
              {
                assetId: exampleIds.otherAsset,
                caip19: `eip155:8453/erc20:${exampleOtherAddress}`,
                chain: 'eip155:8453',
                symbol: exampleWatchedAsset.symbol,
                name: exampleWatchedAsset.name,
                issuerName: exampleWatchedAsset.issuerName,
              },
              {
                assetId: exampleIds.watchedAsset,
                caip19: exampleCaip19,
                chain: 'eip155:1',
                symbol: exampleWatchedAsset.symbol,
                name: exampleWatchedAsset.name,
                issuerName: exampleWatchedAsset.issuerName,
              },
            ],
          },
          {
            query: { address: '0x1' },
            outcome: 'malformed',
            message: 'address is no address of a chain of this registry',
          },
        ],
        limit: 50,
        used: 1,
      },
    },
    dry: {
      summary: 'What would be added',
      body: { items: [{ text: 'usdc base' }], dryRun: true },
      status: 200,
      answer: {
        results: [{ query: { text: 'usdc base' }, outcome: 'added', message: 'Would be added to the list' }],
        limit: 50,
        used: 2,
      },
    },
  },
};

export const updateWatchlistItemDocs: Documentation = {
  description: `
Changes what the body names and leaves the rest; at least one member is required and no other is accepted. Nothing that
happens while \`monitoringEnabled\` is false ever appears in feed or inbox, also after it is true again. A note has at most
500 characters, is private to the key holder, and is cleared by null.
`.trim(),
  examples: {
    note: {
      summary: 'Write a note',
      params: { id: exampleIds.item },
      body: { note: 'Held by the treasury' },
      status: 200,
      answer: { ...ready, note: 'Held by the treasury' },
    },
    pause: {
      summary: 'Pause',
      params: { id: exampleIds.item },
      body: { monitoringEnabled: false, note: null },
      status: 200,
      answer: { ...ready, monitoringEnabled: false },
    },
  },
};

export const removeFromWatchlistDocs: Documentation = {
  description: `
Takes the item off the list and frees its place at once. Its notifications stay in the inbox. What happens to the asset
until it is added again never appears for this key holder.
`.trim(),
  examples: { remove: { summary: 'Remove an item', params: { id: exampleIds.item }, status: 204 } },
};
