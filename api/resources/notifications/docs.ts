import { exampleIds, exampleWatchedAsset } from '../../openapi/example-values.ts';
import { exampleChange } from '../changes/docs.ts';
import type { Documentation } from '../../route/route.ts';

const href = `/changes/${encodeURIComponent(exampleIds.change)}`;

export const registerChange = {
  id: exampleIds.notification,
  kind: 'register_change',
  title: exampleChange.title,
  body: `${exampleChange.detail} ${exampleChange.explanation.whatDetail}`,
  href,
  assetName: exampleWatchedAsset.name,
  headline: exampleChange.explanation.headline,
  impact: exampleChange.impact,
  severity: exampleChange.severity,
  changeHref: href,
  createdAt: exampleChange.detectedAt,
  readAt: null,
} as const;

export const listNotificationsDocs: Documentation = {
  description: `
One notification for each notable change, one when the intake of an asset ends, and one for the verdicts on its
obligations that changed at once; newest first. \`unread\` counts all unread ones of the key holder, not those of the page.
Links are relative to the explorer.

Drafts, candidates and entries of low signal are not notified; one that is confirmed later is, at that time. A
notification once given stays, also when its asset is removed. Marking as read is done in the user interface: no API
key can. \`Link\` with \`rel="next"\` leads to the next page.
`.trim(),
  examples: {
    unread: {
      summary: 'Unread ones',
      query: { unread: 'true', limit: '1' },
      status: 200,
      answer: { items: [registerChange], unread: 2 },
    },
  },
};
