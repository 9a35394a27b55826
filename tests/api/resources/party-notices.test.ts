/** From a file of `attestry observe` to the inbox: what a key holder is notified of when the parties of an asset change. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planObservations } from '../../../pipeline/registry/import/plan-observations.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import type { PartyRole } from '../../../schemas/vocabulary.ts';
import { fold } from '../../pipeline/changes/builders.ts';
import { sampleRegistryAsset } from '../../support/sample-assets.ts';
import { type Harness, itemsOf, openHarness } from '../harness.ts';
import { asset, assetId, day, now } from '../records.ts';

let api: Harness;

test.before(async () => {
  api = await openHarness();
});
test.after(async () => {
  await api.close();
});

/** A line of the file: the parties that a tagged document names in a role, so many days ago. */
const line = (daysAgo: number, role: PartyRole, ...parties: readonly object[]): object => ({
  assetId: assetId(1),
  subjectKind: 'party',
  subjectKey: `edges:asset:${role}`,
  field: 'edges',
  sourceKey: 'whitepaper',
  sourceUrl: 'https://example.org/paper',
  quote: JSON.stringify(parties),
  value: { from: 'asset', role, to: parties },
  extractor: 'read',
  extractorVersion: '1',
  extractionRule: 'ixbrl:Custodian',
  documentClass: 'ixbrl_esma',
  fetchOutcome: 'ok',
  parseStatus: 'ok',
  observedAt: new Date(now - daysAgo * day).toISOString(),
});

/** The changes that the bytes of a file raise. */
function changesOfFile(bytes: Buffer): readonly Change[] {
  const plan = planObservations({
    files: [{ name: 'seen.ndjson', text: bytes.toString('utf8') }],
    assetOf: () => sampleRegistryAsset({ assetId: assetId(1), address: `0x${'1'.repeat(40)}` }),
    now,
  });
  if (!plan.ok) throw new Error(plan.issues.map(({ path, reason }) => `${path}: ${reason}`).join('\n'));
  return fold().changes(...plan.observations);
}

test('B-87 every kind of change of parties reaches the feed; what is suppressed reaches no inbox', async () => {
  const [bank, trust] = [{ name: 'Example Bank AG' }, { name: 'Example Trust Company', country: 'US' }];
  const lines = [
    line(20, 'custodian', bank),
    line(18, 'custodian', trust),
    line(16, 'custodian', { ...trust, bic: 'EXAMUS33' }),
    line(20, 'guarantor', bank),
    line(14, 'guarantor'),
    line(20, 'auditor'),
    line(12, 'auditor', bank),
    line(20, 'distributor'),
    line(10, 'distributor', bank),
  ];
  const changes = changesOfFile(Buffer.from(lines.map((one) => JSON.stringify(one)).join('\n')));
  assert.equal(
    changes.map(({ explanation, disposition }) => `${explanation.kind} ${disposition}`),
    [
      ...['edge_replaced shown', 'edge_detail_changed suppressed', 'edge_removed shown'],
      ...['edge_added shown', 'edge_added suppressed'],
    ],
  );
  await api.declare(asset(1));
  const key = await api.makeKey();
  await api.watch(key, assetId(1));
  await api.detect(...changes);
  const notices = itemsOf(await api.get('/me/notifications', key.text)).filter(({ kind }) => kind !== 'intake_ready');
  assert.equal(
    notices.map(({ kind, headline }) => `${String(kind)}: ${String(headline)}`),
    [
      'party_edge_change: Example Bank AG is named as auditor for the token',
      'party_edge_change: Example Bank AG is no longer named as guarantor for the token',
      'party_edge_change: Another party is named as custodian for the token',
    ],
  );
  const feed = itemsOf(await api.get('/me/monitoring/changes?category=party_edge', key.text));
  assert.ok(feed.length >= 3, String(feed.length));
});

test.run();
