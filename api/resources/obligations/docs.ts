import { exampleIds, exampleWatchedAsset } from '../../openapi/example-values.ts';
import type { Documentation } from '../../route/route.ts';

export const listObligationsDocs: Documentation = {
  description: `
**An addition of ours.** The newest verdict on each obligation of the watched assets that fall under a regime, by asset and
obligation. A verdict states what published evidence shows, which sources were searched and up to which time. It is our reading
of the rule, not a legal opinion. \`not_checked\` is not a finding: no declared source can show it, or none was readable.

Verdicts of the time in which an item was paused, removed or unresolved stay hidden, as changes do. \`Link\` with
\`rel="next"\` leads to the next page.
`.trim(),
  examples: {
    evidenced: {
      summary: 'A report that was found',
      query: { verdict: 'evidenced' },
      status: 200,
      answer: {
        items: [
          {
            watchlistItemId: exampleIds.item,
            asset: exampleWatchedAsset,
            obligationId: 'NYD-02',
            regime: 'NYDFS_STABLECOIN',
            citation: 'NYDFS guidance of 8 June 2022, section 3',
            period: '2026-04',
            verdict: 'evidenced',
            previous: 'evidenced',
            since: '2026-05-28T09:00:00.000Z',
            statement:
              'An accountant attests the reserve every month: evidenced by the report of example.com as of 30 April 2026.',
            evidence: ['4c1f0a52d8a4c2ed7a1f3b1bb87a32a1c5a0fdaa1f0f2f8a6bb2a6e8a1d6f7c3'],
            searched: [{ sourceUrl: 'https://example.com/reserve', lastOkAt: '2026-05-28T06:00:00.000Z' }],
            rulesVersion: 'obligations-v1',
            href: `/obligations/${exampleIds.watchedAsset}#NYD-02`,
          },
        ],
      },
    },
  },
};
