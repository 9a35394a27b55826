/** Every kind of change and of notification occurs, from what is observed to the answers of interface B. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ExplanationKind, type Term, termsOf } from '../../schemas/vocabulary.ts';
import { type EveryKind, everyKind, idOf, tenantId } from './every-kind-world.ts';
import { type Harness, itemsOf, type Json, memberOf, openHarness } from './harness.ts';
import { now } from './records.ts';

/** The notification by which a key holder learns of a kind of change, or why there is none: then it is in the feed alone. */
type Told = Term<'notificationKind'> | { readonly notNotified: string };

const told: Readonly<Record<ExplanationKind, Told>> = {
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

test.before(async () => {
  api = await openHarness();
  every = everyKind(termsOf('explanationKind'));
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
});
test.after(() => api.close());

test('the table has every kind of change, and no other', () => {
  assert.equal(Object.keys(told), [...termsOf('explanationKind')]);
});

for (const [kind, expected] of Object.entries(told)) {
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
    const notices = inbox.filter(({ changeHref }) =>
      ids.some((id) => changeHref === `/changes/${encodeURIComponent(id)}`),
    );
    assert.equal([...new Set(notices.map((notice) => notice['kind']))], typeof expected === 'string' ? [expected] : []);
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

test('changes that begin with the bytes of a register are notified, too', () => {
  assert.equal([...every.fromFiles], ['register_detail_changed']);
  const ids = every.changesFromFiles.map((id) => `/changes/${encodeURIComponent(id)}`);
  assert.ok(inbox.some(({ changeHref }) => ids.includes(String(changeHref))));
});

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
