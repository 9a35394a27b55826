import type { Documentation } from '../../route/route.ts';

export const markSeenDocs: Documentation = {
  description: `
Moves the seen marker of the key holder to \`upTo\`: changes that reached the key holder until then are not new any more,
in the feed, on pages and for every key of the key holder. The marker never moves back, and stays 30 seconds behind the
present, so that nothing is marked that arrived while it was read. The answer has the marker as it then is, also where
nothing moved; sending the same again is harmless.

Take \`upTo\` from what was handled: the latest \`detectedAt\` of the feed or \`createdAt\` of the inbox, not the present time.
Any time of RFC 3339 with its offset is accepted.
`.trim(),
  examples: {
    seen: {
      summary: 'Everything up to a change',
      body: { upTo: '2026-05-29T12:00:00.000Z' },
      status: 200,
      answer: { seenAt: '2026-05-29T12:00:00.000Z' },
    },
  },
};
