import { exampleIds, exampleWatchedAsset } from '../../openapi/example-values.ts';
import type { Documentation } from '../../route/route.ts';

export const exampleChange = {
  id: exampleIds.change,
  category: 'register',
  watchlistItemId: exampleIds.item,
  asset: exampleWatchedAsset,
  detectedAt: '2026-05-29T12:00:00.000Z',
  knownAt: '2026-05-29T12:00:00.000Z',
  title: 'White paper link changed in the register',
  detail: 'The register of e-money tokens names another white paper for Example Euro.',
  sourceUrl: 'https://register.example/file.csv',
  href: `/changes/${encodeURIComponent(exampleIds.change)}`,
  isNew: true,
  changeKind: 'changed',
  before: 'https://issuer.example/whitepaper-1.pdf',
  after: 'https://issuer.example/whitepaper.pdf',
  sourceHash: 'sha256:50d858e0985ecc7f60418aaf0cc5ab587f42c2570a884095a9e8ccacd0f6545c',
  confirmed: true,
  lowSignal: false,
  impact: 'Bears on which document describes the rights of holders.',
  explanation: {
    kind: 'register_detail_changed',
    headline: 'The register names another white paper',
    what: 'The link to the white paper changed.',
    whatDetail: 'It was https://issuer.example/whitepaper-1.pdf and is https://issuer.example/whitepaper.pdf.',
    field: {
      name: 'wp_url',
      label: 'White paper link',
      meaning: 'Where the white paper is published.',
      stake: 'The white paper describes the rights of holders.',
    },
    previous: { label: 'White paper link', value: 'https://issuer.example/whitepaper-1.pdf', note: null },
    current: { label: 'White paper link', value: 'https://issuer.example/whitepaper.pdf', note: null },
    whyItMatters: 'The white paper describes the rights of holders.',
    impact: 'Bears on which document describes the rights of holders.',
  },
  direction: 'weakens',
  disposition: 'shown',
  severity: 'medium',
  impactAssessment: {
    id: '08886046-8b75-5fbf-8577-5f24bdfb54df',
    direction: 'weakens',
    status: 'assessed',
    disposition: 'shown',
    dimensions: [{ kind: 'transparency', direction: 'weakens' }],
    reason: 'The document that the register names was replaced.',
    whatThisMeansForHolders: 'Holders have to read another document to know their rights.',
    method: 'deterministic',
    confidence: 1,
    isFallback: false,
    retryRequired: false,
    rulesVersion: 'impact-v1',
    evidence: {
      old: { quote: null, artifactId: null, observationSha256: null },
      new: {
        quote: 'https://issuer.example/whitepaper.pdf',
        artifactId: 'c7c5c1d70c5dec4416ab6158afd0b223ef40c29b1dc1f97ed9428b94d4cadb1c',
        observationSha256: 'ee8250fb76e094b34b471f13a73dbbe51d1ae142e9df59d7c0d31ec20f0a0a8e',
      },
    },
    inputFingerprint: 'sha256:152d14a6649842119b3e72f5099c9b9f9f40d7ca3ee6c72a7a646a58b95f52f5',
    groupId: 'e2750ac5-3062-51c0-9601-bad3674f00ad',
    childEventIds: [exampleIds.change],
    assessedAt: '2026-05-29T12:00:00.000Z',
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
