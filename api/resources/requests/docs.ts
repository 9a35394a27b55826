import { exampleIds, exampleNotPublic as caip19 } from '../../openapi/example-values.ts';
import type { Documentation } from '../../route/route.ts';

const open = {
  id: exampleIds.request,
  caip19,
  note: 'We hold it since March',
  state: 'open',
  reason: null,
  assetId: null,
  createdAt: '2026-06-01T12:00:00.000Z',
  decidedAt: null,
} as const;

export const listRequestsDocs: Documentation = {
  description: `
**An addition of ours.** Tokens that the key holder asked the operator to make public, newest first. A request is \`open\`,
\`declined\` with the operator's \`reason\`, or \`registered\`: it becomes so by itself once its token is public, and
\`assetId\` is then what \`POST /me/watchlist\` takes. \`used\` counts the open ones against \`limit\`.
`.trim(),
  examples: {
    list: { summary: 'One request', status: 200, answer: { items: [open], limit: 100, used: 1 } },
  },
};

export const createRequestDocs: Documentation = {
  description: `
**An addition of ours.** Asks the operator to make a token public, so that it can be watched. A token of a chain that this
registry has not is 400, and one that is public already 409 \`already_public\`. There is one request for a token: the same
again, also in another letter case and after a refusal, is 200 with the request as it is. A key holder has up to 100 open ones,
then 409 \`limit_reached\`. The operator sees the token, the note and the tenant; no other key holder sees any of it.
`.trim(),
  examples: {
    ask: {
      summary: 'A new request',
      body: { caip19, note: 'We hold it since March' },
      status: 201,
      answer: open,
    },
    again: { summary: 'Asked for before', body: { caip19 }, status: 200, answer: open },
  },
};

export const withdrawRequestDocs: Documentation = {
  description: `
**An addition of ours.** Takes a request back, whatever became of it, with its note. Asked for again, the token has the same
id of a request.
`.trim(),
  examples: { withdraw: { summary: 'Withdraw', params: { id: exampleIds.request }, own: true, status: 204 } },
};
