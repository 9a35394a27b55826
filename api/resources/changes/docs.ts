import { exampleIds, exampleWatchedAsset } from '../../openapi/example-values.ts';
import type { Documentation } from '../../route/route.ts';

const changed =
  "As of 21 August 2026, the token identifiers for Circle Internet Financial Europe SAS (TJWK5QTRK) changed in ESMA's register of e-money token white papers.";
const stake = 'The identifiers tie the row to tokens on particular chains.';
const meaning = 'The row names further tokens, or the token on further chains.';
/** Shortened: the row has more of them. */
const before = '2ZTG3NNVB, 45J6XJX7H and 4ZSZS1F4F';
const after = `6TNZQDKZK, 9F3G4V14R, DWCZ3239L, GGMLHMDVQ, T9F5C3ZCC, ${before}`;

export const exampleChange = {
  id: exampleIds.change,
  category: 'register',
  watchlistItemId: exampleIds.item,
  asset: exampleWatchedAsset,
  detectedAt: '2026-08-21T00:00:00.000Z',
  knownAt: '2026-08-21T00:00:00.000Z',
  title: 'Token identifiers changed in a register',
  detail: changed,
  sourceUrl: 'https://www.esma.europa.eu/sites/default/files/2024-12/EMTWP.csv',
  href: `/changes/${encodeURIComponent(exampleIds.change)}`,
  isNew: true,
  changeKind: 'changed',
  before,
  after,
  sourceHash: 'sha256:bbeda55dbb1e09a0e4b3b32336baa2b5b5be64f9db20a935dcdd9637b4085ffa',
  confirmed: true,
  lowSignal: false,
  impact: meaning,
  explanation: {
    kind: 'register_detail_changed',
    headline: "Token identifiers changed in ESMA's register of e-money token white papers",
    what: changed,
    whatDetail: 'Added 6TNZQDKZK, 9F3G4V14R, DWCZ3239L, GGMLHMDVQ and T9F5C3ZCC.',
    field: {
      name: 'ae_DTI',
      label: 'Token identifiers',
      meaning: 'Digital Token Identifiers of the token, ISO 24165.',
      stake,
    },
    previous: { label: 'Token identifiers', value: before, note: null },
    current: { label: 'Token identifiers', value: after, note: null },
    whyItMatters: stake,
    impact: meaning,
  },
  direction: 'neutral',
  disposition: 'shown',
  severity: 'low',
  impactAssessment: {
    id: '3bc9385c-74fa-5146-a768-3c3c710e8a3e',
    direction: 'neutral',
    status: 'assessed',
    disposition: 'shown',
    dimensions: [{ kind: 'transparency', direction: 'neutral' }],
    reason: 'The row names further identifiers and still those it named before.',
    whatThisMeansForHolders: meaning,
    method: 'deterministic',
    confidence: 1,
    isFallback: false,
    retryRequired: false,
    rulesVersion: 'impact-v1',
    evidence: {
      old: { quote: null, artifactId: null, observationSha256: null },
      new: {
        quote: 'T9F5C3ZCC|GGMLHMDVQ|6TNZQDKZK|DWCZ3239L|9F3G4V14R',
        artifactId: 'bbeda55dbb1e09a0e4b3b32336baa2b5b5be64f9db20a935dcdd9637b4085ffa',
        observationSha256: '7bf0076850897665ec82b6ce8048ea02bb14c8179eb7e01c30c09e2345fcac02',
      },
    },
    inputFingerprint: 'sha256:7f741b2aa7395dd40cc264791d9cbee51526cb68b661e31112131ced9e4b9b62',
    groupId: 'ded8a532-108d-54c9-9c1b-b4ea493f5a84',
    childEventIds: [exampleIds.change],
    assessedAt: '2026-08-21T00:00:00.000Z',
  },
} as const;

const feed = {
  items: [exampleChange],
  since: '2026-05-02T12:00:00.000Z',
  seenAt: '2026-02-21T12:00:00.000Z',
  truncated: false,
} as const;

export const listChangesDocs: Documentation = {
  description: `
Changes detected on the assets that are on the list now, within the last \`days\` days, also from before an asset was
added. At most 200 are returned, newest first. If \`truncated\` is true, there are more: narrow the window or use the export.
What was detected in a pause, a removal or an unresolved time is never shown, unless it is confirmed after it.

\`days\` outside 1 to 365, or no whole number, counts as 90; \`since\` states the window that was applied. Every other unknown value
and every unknown parameter is refused, so a typing error never widens the feed. \`materiality\` filters changes
of disclosure fields only; \`severity\` and \`direction\` filter all. Items that are not on the list match nothing. \`sort=impact\` orders by direction (weakens,
mixed, strengthens, neutral, unassessed), then newest; \`sort=severity\` by severity (severe, high, medium, low), then newest
known. \`knownAt\` is when a change took its present state: a draft at its first reading, a confirmed change at its confirmation.
With \`by=known\` window and order are of that time.

Members that do not apply to a change are left out. \`confirmed\` false marks a draft or a candidate; entries with
\`lowSignal\` come with \`showAll=true\` only. \`isNew\` is relative to the seen marker, which the
user interface and \`POST /me/monitoring/seen\` move.
`.trim(),
  examples: {
    byImpact: {
      summary: 'The last month, weightiest first',
      query: { days: '30', sort: 'impact' },
      status: 200,
      answer: feed,
    },
    bySeverity: {
      summary: 'What became known in the last month, most urgent first',
      query: { days: '30', by: 'known', sort: 'severity' },
      status: 200,
      answer: feed,
    },
    adverse: {
      summary: 'What weakens, and is medium at least',
      query: { by: 'known', severity: 'severe,high,medium', direction: 'weakens' },
      status: 200,
      answer: feed,
    },
    filtered: {
      summary: 'Two categories of one item',
      query: { category: 'register,sanctions', item: exampleIds.item },
      status: 200,
      answer: { ...feed, since: '2026-03-03T12:00:00.000Z' },
    },
  },
};

export const getChangeDocs: Documentation = {
  description: `
One change in its newest revision, in the form of the feed, whenever it was detected and whatever its signal. An id that
is unknown, concerns an asset that is not on the list, or that a pause hides is 404, all with the same body.
`.trim(),
  examples: {
    change: {
      summary: 'A change of a register',
      params: { id: exampleIds.change },
      status: 200,
      answer: exampleChange,
    },
  },
};
