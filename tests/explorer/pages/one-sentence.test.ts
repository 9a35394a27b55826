/** A change has one sentence, wherever a reader meets it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { computeEvidence } from '../../../cli/service/evidence/compute.ts';
import { createEvidence } from '../../../cli/service/evidence/evidence.ts';
import { checkBundle } from '../../../cli/verify/bundle/check-bundle.ts';
import { readBundle } from '../../../cli/verify/bundle/read-bundle.ts';
import type { Evidence } from '../../../explorer/evidence.ts';
import { publishedRules } from '../../../pipeline/changes/rule-sets.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { makeObservation } from '../../../schemas/values/observation.ts';
import { itemsOf, type TestKey } from '../../api/harness.ts';
import { asset, day, now } from '../../api/records.ts';
import { assetId, cell, declared, declaredParty } from '../../pipeline/changes/builders.ts';
import {
  assetFact,
  authorityFact,
  controlFact,
  multisig,
  token,
  wallet,
} from '../../pipeline/changes/families/chain/chain-scenarios.ts';
import { named, stated, tagged } from '../../pipeline/changes/families/edges/builders.ts';
import { openPages, type PagesHarness, signIn, textOf, visit } from '../harness.ts';

let api: PagesHarness;
let key: TestKey;
let cookie: string;
let evidence: Evidence;

test.before(async () => {
  api = await openPages(
    {},
    {
      evidence: {
        explain: (wanted) => evidence.explain(wanted),
        bundle: (wanted) => evidence.bundle(wanted),
        isPublic: (of) => evidence.isPublic(of),
      },
    },
  );
  evidence = createEvidence({
    tables: api.fixture.reader,
    clock: () => now,
    mayLackBytes: true,
    compute: (job) =>
      computeEvidence(job, { has: async () => false, read: async () => Promise.reject(new Error('no bytes')) }),
  });
  await api.declare(asset(1, { assetId }));
  key = await api.makeKey();
  await api.watch(key, assetId, 0);
  cookie = await signIn(api, key.text);
});
test.after(() => api.close());

/** As imported: no bytes are behind it, which this server would have to store. */
function imported({ id: _id, observationSha256: _hash, ...content }: Observation): Observation {
  return makeObservation({ ...content, artifactId: null, sourceHash: null });
}

const [before, after] = [now - 4 * day, now - 3 * day];
const countries = (items: readonly string[]) =>
  ({ meaning: 'passport', label: 'Countries of the services', text: items.join(' | '), items }) as const;

test('PE-2 each sentence of a bundle is that of the page, the interface and the inbox', async () => {
  const bank = named('Example Bank AG');
  const observations = [
    declared(now - 5 * day),
    declaredParty(now - 5 * day),
    ...['owner', 'mint_authority', 'pause_authority'].map((type) => authorityFact(before, type, {})),
    controlFact(before, wallet('1'), multisig(2, '3', '4', '5')),
    assetFact(before, 'token', token()),
    assetFact(before, 'supply', '1000000000000'),
    cell(before, 'ac_serviceCode_cou', null),
    cell(before, 'wp_comments', { text: 'Offered to the public in France.' }),
    stated(before, 'co_issuer', [bank], tagged),
    controlFact(after, wallet('1'), multisig(1, '3', '4', '5')),
    assetFact(after, 'supply', '1300000000000'),
    cell(after, 'ac_serviceCode_cou', countries(['DE', 'FR'])),
    cell(after, 'wp_comments', null),
    stated(after, 'co_issuer', [], tagged),
  ];
  const changes = await api.observe(...observations.map(imported));
  assert.equal(changes.map(({ assessment }) => assessment.trail.map(({ rule }) => rule).join()).sort(), [
    'control-single',
    'edge-unjudged',
    'register-comments',
    'register-passport',
    'supply-moved-far',
  ]);
  const notices = itemsOf(await api.get('/me/notifications', key.text));
  const inbox = textOf(await visit(api, '/inbox', { cookie }));
  for (const { id } of changes) {
    const path = `/changes/${encodeURIComponent(id)}`;
    const bundle = readBundle('page', (await visit(api, `${path}/bundle.json`, { cookie })).text);
    // The readings are made up: their fold is checked, and nothing proves them.
    const { checks } = await checkBundle(bundle, publishedRules);
    assert.ok(Object.values(checks).every(Boolean), id);
    const [proved] = bundle.changes;
    if (proved === undefined) throw new Error('no change');
    const { headline, what, whatDetail, impact } = proved.explanation;
    const { whatThisMeansForHolders, reason } = proved.assessment;
    const page = textOf(await visit(api, path, { cookie }));
    for (const sentence of [headline, what, whatDetail, whatThisMeansForHolders, reason]) {
      assert.ok(page.includes(sentence), `the page states: ${sentence}`);
    }
    const { body } = await api.get(`/me/monitoring/changes/${encodeURIComponent(id)}`, key.text);
    const served = JSON.stringify(body);
    for (const sentence of [headline, what, whatDetail, impact, whatThisMeansForHolders, reason]) {
      assert.ok(served.includes(JSON.stringify(sentence)), `the interface states: ${sentence}`);
    }
    const notice = notices.find((one) => one['headline'] === headline);
    assert.is(notice?.['impact'], impact, headline);
    const text = String(notice?.['body']);
    assert.ok(text === what || text === `${what} ${whatDetail}`, text);
    for (const sentence of [headline, impact]) assert.ok(inbox.includes(sentence), `the inbox states: ${sentence}`);
    assert.not.match(page, /\bMaterial\b/);
  }
});

test.run();
