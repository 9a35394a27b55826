import { exampleIds, exampleWatchedAsset } from '../../openapi/example-values.ts';
import type { Documentation } from '../../route/route.ts';

const limitSeconds = 777_600;

export const listCoverageDocs: Documentation = {
  description: `
**An addition of ours.** How much of each watched token is read, in five parts: chain, issuer, registers, sanctions lists,
documents; newest addition first, 500 a page; \`Link\` with \`rel="next"\` leads to the next page. \`item\` narrows it. It
states nothing about how a token is: see \`/me/monitoring/standing\`.

A part is \`current\`, \`waiting\` (not read yet), \`stale\` (read too long ago), \`failing\`, \`off\` (the service does not
read it) or \`missing\` (there is nothing to read). \`reason\` is the first of its sources' reasons, \`text\` states it, and
\`next\` is what to ask the operator for. What is off stays off however young its last reading is.
`.trim(),
  examples: {
    one: {
      summary: 'A token that is read in part',
      query: { item: exampleIds.item },
      status: 200,
      answer: {
        items: [
          {
            watchlistItemId: exampleIds.item,
            asset: exampleWatchedAsset,
            state: 'partial',
            current: 1,
            of: 5,
            parts: [
              {
                part: 'chain',
                state: 'waiting',
                reason: 'never_read',
                readAt: null,
                limitSeconds,
                text: 'The token was not read on Ethereum yet.',
                next: 'Ask the operator when Ethereum is read.',
                sources: [{ source: 'ethereum', state: 'waiting', reason: 'never_read', readAt: null, limitSeconds }],
              },
            ],
          },
        ],
      },
    },
  },
};
