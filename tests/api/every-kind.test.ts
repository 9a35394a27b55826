/**
 * Every kind of change and of notification occurs, from the bytes of a source, a line of an import or a day that begins to the
 * answers of interface B.
 */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ExplanationKind, type Term, termsOf } from '../../schemas/vocabulary.ts';
import { idOf } from './every-kind/steps.ts';
import { cases, type EveryKind, everyKind, tenantId } from './every-kind/world.ts';
import { approve } from '../pipeline/changes/approve.ts';
import { notificationsOf } from '../pipeline/full-run/notifications.ts';
import { type Harness, itemsOf, type Json, memberOf, openHarness } from './harness.ts';
import { now } from './records.ts';

/** The notification by which a key holder learns of a kind of change, or why there is none: then it is in the feed alone. */
type NoticeOrReason = Term<'notificationKind'> | { readonly notNotified: string };

const notices: Readonly<Record<ExplanationKind, NoticeOrReason>> = {
  value_changed: 'disclosure_change',
  value_added: 'disclosure_change',
  value_removed: 'disclosure_change',
  wording_changed: { notNotified: 'the value is the same in other words' },
  value_corrected: { notNotified: 'we read it wrong before; the issuer changed nothing' },
  source_moved: 'disclosure_change',
  source_unreachable: 'disclosure_change',
  source_restored: 'disclosure_change',
  source_rewritten: { notNotified: 'what the rewritten document states is compared field by field' },
  content_drift: { notNotified: 'no value that is read changed' },
  register_added: 'register_change',
  register_removed: 'register_change',
  register_status_changed: 'register_change',
  register_detail_changed: 'register_change',
  register_corrected: 'register_change',
  list_match_added: 'register_change',
  list_match_removed: 'register_change',
  list_match_amended: 'register_change',
  list_candidate: { notNotified: 'a candidate waits for the review of the operator' },
  edge_added: 'party_edge_change',
  edge_removed: 'party_edge_change',
  edge_replaced: 'party_edge_change',
  edge_detail_changed: { notNotified: 'the party is the same' },
  isin_added: 'disclosure_change',
  isin_removed: 'disclosure_change',
  isin_detail_changed: 'disclosure_change',
  isin_invalid: { notNotified: 'the document has a misprint' },
  supply_changed: 'tokenomics_change',
  authority_changed: 'party_edge_change',
  sources_disagree: 'tokenomics_disagreement',
};

let api: Harness;
let every: EveryKind;
let inbox: readonly Json[];
/** Kinds of the notifications that lead to a change. */
const noticesOf = new Map<string, string[]>();

test.before(async () => {
  api = await openHarness();
  every = await everyKind();
  const { world, key } = every;
  await api.fixture.project('accounts.events', world.values('accounts.events'), { timestamp: ({ at }) => at });
  api.versions.tenantsChanged([tenantId]);
  api.keyIds.add(key.keyId);
  await api.declare(...world.values('asset.records'));
  await api.detect(...world.values('changes'));
  await api.judge(...world.values('verdicts'));
  api.pass(Date.UTC(2026, 9, 1) - now);
  const reply = await api.get('/me/notifications?limit=100', key.text);
  inbox = itemsOf(reply);
  assert.is(memberOf(reply.body, 'unread'), inbox.length, 'all on one page');
  for (const { kind, changeHref } of inbox) {
    if (!String(changeHref).startsWith('/changes/')) continue;
    const id = decodeURIComponent(String(changeHref).slice('/changes/'.length));
    noticesOf.set(id, [...(noticesOf.get(id) ?? []), String(kind)]);
  }
});
test.after(() => api.close());

test('the tables have every kind of change, and no other', () => {
  assert.equal(Object.keys(notices), [...termsOf('explanationKind')]);
  assert.equal(Object.keys(cases).sort(), [...termsOf('explanationKind')].sort());
});

test('observations come from processors, imports and ticks alone, and every file and reading is accepted', () => {
  const runs = every.world.values('feed.runs').filter(({ status }) => status !== 'accepted');
  assert.equal(runs, []);
  const makers = new Set(every.world.values('observations').map(({ extractor }) => extractor));
  assert.equal([...makers].sort(), [
    ...['attestry-reader', 'attestry-rules', 'attestry-ticks', 'attribute', 'declare', 'evm-1', 'operator'],
    ...['reconcile', 'screen', 'solana-1'],
  ]);
});

test('what holders are notified of, as people read it', () => {
  const intakes = inbox.filter(({ kind }) => String(kind).startsWith('intake_'));
  const lines = intakes.map(({ kind, body, impact }) => `- ${String(kind)}: ${String(body)} ${String(impact)}`);
  approve('full-run/every-kind.txt', `${notificationsOf(every.world)}\n# Intake\n\n${lines.sort().join('\n')}\n`);
});

for (const [kind, expected] of Object.entries(notices)) {
  const name = typeof expected === 'string' ? `is notified as ${expected}` : `is not notified: ${expected.notNotified}`;
  test(`B-86 B-87 a change of the kind ${kind} is read by its id, and ${name}`, async () => {
    const changes = every.world.values('changes').filter(({ assetId }) => assetId === idOf(kind));
    const own = changes.filter(({ explanation }) => explanation.kind === kind);
    const ids = [...new Set(own.map(({ id }) => id))];
    assert.ok(ids.length > 0, 'it did not occur');
    for (const id of ids) {
      const { status, body } = await api.get(`/me/monitoring/changes/${encodeURIComponent(id)}`, every.key.text);
      assert.equal([status, memberOf(body, 'explanation', 'kind')], [200, kind]);
    }
    const notable = [...new Set(own.flatMap(({ id, notableAt }) => (notableAt === null ? [] : [id])))];
    const kinds = notable.flatMap((id) => noticesOf.get(id) ?? [null]);
    assert.equal([...new Set(kinds)], typeof expected === 'string' ? [expected] : []);
  });
}

for (const kind of termsOf('notificationKind')) {
  test(`B-87 a notification of the kind ${kind} is in the inbox, with its texts`, () => {
    const notices = inbox.filter((notice) => notice['kind'] === kind);
    assert.ok(notices.length > 0);
    for (const notice of notices) {
      for (const member of ['title', 'body', 'headline', 'impact', 'assetName', 'href']) {
        assert.match(String(notice[member]), /\S/, member);
      }
    }
  });
}

/** Terms of intakes that occurred, by vocabulary. */
const occurred = {
  stateReason: () => every.world.values('accounts.events').flatMap(({ item }) => item?.stateReason ?? []),
  intakeGap: () =>
    every.world
      .values('accounts.events')
      .flatMap(({ notice }) => (notice?.kind === 'intake_partial' ? (notice.reason ?? '').split(' ') : [])),
};

for (const [vocabulary, terms] of Object.entries(occurred)) {
  test(`each ${vocabulary} occurs, or docs/topics.md lists it with the reason why not`, () => {
    const page = readFileSync(new URL('../../docs/topics.md', import.meta.url), 'utf8');
    const section = page.split('### Terms that nothing produces\n')[1]?.split('\n## ')[0] ?? '';
    const rows = [...section.matchAll(/^\| (\w+) \| `(\w+)` \| (\S.*) \|$/gm)];
    const listed = rows.filter(([, name]) => name === vocabulary).map(([, , term]) => term ?? '');
    const found = new Set<string>(terms());
    const all = termsOf(vocabulary as keyof typeof occurred);
    assert.equal(
      all.filter((term) => !found.has(term)),
      all.filter((term) => listed.includes(term)),
    );
  });
}

test.run();
