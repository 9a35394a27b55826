import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { computeEvidence } from '../../../cli/service/evidence/compute.ts';
import { createEvidence } from '../../../cli/service/evidence/evidence.ts';
import { checkBundle } from '../../../cli/verify/bundle/check-bundle.ts';
import { readBundle } from '../../../cli/verify/bundle/read-bundle.ts';
import type { Evidence } from '../../../explorer/evidence.ts';
import { aroundOf } from '../../../explorer/pages/change/around.ts';
import { changeView } from '../../../explorer/readers/changes/change-view.ts';
import { RetryableError } from '../../../infra/errors.ts';
import { dayOf } from '../../../pipeline/publishers/ticks/plan-ticks.ts';
import { tickObservation } from '../../../pipeline/publishers/ticks/tick-record.ts';
import { publishedRules } from '../../../pipeline/changes/rule-sets.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import type { TestKey } from '../../api/harness.ts';
import { asset, assetId, change as plain, day, now } from '../../api/records.ts';
import { assetId as foldedId, byDeclaration, declared, declaredParty, kyi } from '../../pipeline/changes/builders.ts';
import { named, stated, tagged } from '../../pipeline/changes/families/edges/builders.ts';
import { openPages, type PagesHarness, signIn, textOf, visit } from '../harness.ts';

let api: PagesHarness;
let key: TestKey;
let cookie: string;
let change: Change;
/** What the port does; the real one unless a test sets another. */
let evidence: Evidence;

const nothing = { has: async () => false, read: async () => Promise.reject(new RetryableError('missing')) };

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
    compute: (job) => computeEvidence(job, nothing),
  });
  await api.declare(asset(1, { assetId: foldedId }), asset(2, { symbol: 'TWIN' }), asset(3));
  key = await api.makeKey();
  await api.watch(key, foldedId, 0);
  await api.watch(key, assetId(3));
  const found = await api.observe(
    declared(now - 5 * day),
    declaredParty(now - 5 * day),
    byDeclaration(kyi('verified', now - 4 * day)),
    byDeclaration(kyi('revoked', now - 2 * day)),
  );
  const [first] = found;
  if (first === undefined) throw new Error('the observations caused no change');
  change = first;
  cookie = await signIn(api, key.text);
});
test.after(() => api.close());

const pathOf = (id = change.id): string => `/changes/${encodeURIComponent(id)}`;

test('U-05 U-23 a change states what it rests on, with hashes and revisions, and leads to its evidence', async () => {
  const page = await visit(api, pathOf(), { cookie });
  const text = textOf(page);
  assert.is(page.status, 200);
  for (const part of [change.explanation.headline, change.newObservationId, change.assessment.inputFingerprint]) {
    assert.ok(text.includes(part), part);
  }
  assert.match(text, /Revision 0: confirmed/);
  assert.match(text, /It was stated by the operator, so there is no file behind it/);
  for (const end of ['/evidence', '/bundle.json', '.json'])
    assert.ok(page.text.includes(`href="${pathOf()}${end}"`), end);
});

test('U-20 the JSON twin of a change is what the interface answers', async () => {
  const twin = await visit(api, `${pathOf()}.json`, { cookie });
  assert.match(twin.headers['content-type'] ?? '', /application\/json/);
  assert.equal(twin.body, (await api.get(`/me/monitoring/changes/${encodeURIComponent(change.id)}`, key.text)).body);
});

test('U-23 evidence is computed again on demand and states the time; its bundle passes the check', async () => {
  const page = await visit(api, `${pathOf()}/evidence`, { cookie });
  assert.is(page.status, 200);
  assert.match(textOf(page), /Every hash is the same, and the same change comes out/);
  assert.match(textOf(page), /Computed on 1 Jun 2026, 12:00 UTC from \d observations of this token/);
  const sent = await visit(api, `${pathOf()}/bundle.json`, { cookie });
  const name = /^attachment; filename="([\w-]+\.json)"$/.exec(sent.headers['content-disposition'] ?? '')?.[1];
  assert.ok(
    textOf(page).includes(`npx attestry explain --check ${name}`),
    'the command names the file that was downloaded',
  );
  assert.is((await checkBundle(readBundle('page', sent.text), publishedRules)).ok, true);
});

test('U-23 a change that a day made shows the record of the day, and its bundle passes the check', async () => {
  const bank = named('Example Bank AG', { until: '2026-05-30' });
  const tickOf = (text: string) => tickObservation({ day: dayOf(Date.parse(text)), resumed: false });
  const dayBegun = tickOf('2026-05-30');
  const [ended, ...others] = await api.observe(
    stated(now - 4 * day, 'custodian', [bank], { ...tagged, sourceUrl: 'https://example.org/terms' }),
    tickOf('2026-05-29'),
    dayBegun,
  );
  assert.equal([ended?.explanation.kind, ended?.newObservationId, others], ['edge_removed', dayBegun.id, []]);
  const page = textOf(await visit(api, pathOf(ended?.id), { cookie }));
  assert.ok(page.includes(`no party ${dayBegun.id} Read by attestry-ticks 1.`), page);
  assert.match(page, /A day that a source had stated before has come, so there is no file behind it/);
  const evidenceOf = await visit(api, `${pathOf(ended?.id)}/evidence`, { cookie });
  assert.match(textOf(evidenceOf), /Every hash is the same, and the same change comes out/);
  const { text } = await visit(api, `${pathOf(ended?.id)}/bundle.json`, { cookie });
  const { isBroken, observations } = await checkBundle(readBundle('page', text), publishedRules);
  assert.is(isBroken, false);
  // What the page stated before was imported, and no bytes are behind it.
  assert.match(textOf(evidenceOf), /Not all of it is proved here: .*another program, read it/);
  assert.ok(observations.some(({ observation }) => observation.id === dayBegun.id));
});

/** What the port answers, the page and the status. */
const answers: readonly (readonly [string, Evidence, RegExp, number])[] = [
  [
    'with too many observations the page names the command',
    {
      explain: async () => ({ kind: 'too_many', observations: 50_001 }),
      bundle: async () => ({ kind: 'not_at_hand' }),
      isPublic: async () => true,
    },
    /The token has 50,001 observations\. .* npx attestry explain/,
    200,
  ],
  [
    'U-30 with the thread gone the page is a refusal in the same frame',
    {
      explain: async () => Promise.reject(new RetryableError('too long')),
      bundle: async () => Promise.reject(new RetryableError('too long')),
      isPublic: async () => true,
    },
    /Not available now/,
    502,
  ],
];
for (const [name, port, expected, code] of answers) {
  test(name, async () => {
    const real = evidence;
    evidence = port;
    const page = await visit(api, `${pathOf()}/evidence`, { cookie });
    evidence = real;
    assert.is(page.status, code);
    assert.match(textOf(page), expected);
  });
}

test('U-17 a change of a token that the reader does not watch leads to its public page, and has no evidence, bundle and twin for a key', async () => {
  const other = await signIn(api, (await api.makeKey()).text);
  for (const end of ['', '/evidence', '/bundle.json', '.json']) {
    assert.is((await visit(api, `${pathOf()}${end}`, { cookie: other })).status, end === '' ? 303 : 404, end);
    assert.is((await visit(api, `${pathOf()}${end}`)).status, 303, end);
  }
});

test('U-18 the other tokens of a story, the story before and the one after', () => {
  const at = (ago: number) => ({ detectedAt: now - ago * day });
  const view = (name: string, n: number, ago: number) =>
    changeView(
      {
        change: plain(name, n, {
          ...at(ago),
          subjectKey: `row ${ago}`,
          explanation: { ...plain('x', 1).explanation, headline: `Row ${ago}` },
        }),
        isNew: false,
        group: [],
      },
      null,
      [],
    );
  const feed = [view('a', 1, 1), view('b', 1, 2), view('c', 2, 2), view('d', 1, 3)];
  const around = aroundOf(feed[1]?.id ?? '', feed);
  assert.equal(
    [around.others.map(({ id }) => id), around.earlier?.headline, around.later?.headline],
    [[feed[2]?.id], 'Row 3', 'Row 1'],
  );
  assert.equal(aroundOf('none', feed), { together: [], others: [], earlier: null, later: null });
});

test('a title names the token, confidence is a word, and neighbours are those of the same token', async () => {
  await api.declare(asset(71, { symbol: 'ONE' }), asset(72, { symbol: 'TWO', chain: 'base' }));
  const own = await api.makeKey();
  for (const number of [71, 72]) await api.watch(own, assetId(number), 0);
  const at = (name: string, number: number, days: number, part: Partial<Change> = {}): Change =>
    plain(name, number, { detectedAt: now - days * day, notableAt: now - days * day, ...part });
  const assessment = { ...plain('a', 71).assessment, confidence: 0.75 };
  const middle = at('middle', 71, 5, { assessment });
  const draft = at('draft', 71, 3, { confirmed: false, notableAt: null });
  await api.detect(at('oldest', 71, 9), at('other', 72, 6), middle, at('between', 72, 4), draft);
  const session = await signIn(api, own.text);
  const page = await visit(api, pathOf(middle.id), { cookie: session });
  assert.match(page.text, '<title>ONE on Ethereum: Headline of middle · Attestry</title>');
  assert.match(textOf(page), / Confidence Likely\. /);
  assert.not.match(textOf(page), /confidence 0/);
  assert.match(
    textOf(page),
    /Earlier on this token, 23 May 2026 Headline of oldest .*Later on this token, 29 May 2026 Headline of draft/,
  );
  const other = await visit(api, pathOf(draft.id), { cookie: session });
  assert.match(textOf(other), / Confidence One reading\. /);
  assert.not.match(textOf(other), /Later on this token/);
});

test('PG-5 the page of a change names what it is, its address and the time on paper, and passes that address on', async () => {
  const one = plain('to pass on', 3);
  await api.detect(one);
  const page = await visit(api, `/changes/${encodeURIComponent(one.id)}`, { cookie });
  const address = `http://x.test/changes/${encodeURIComponent(one.id)}`;
  assert.match(page.text, `data-copy="${address}"`);
  assert.match(page.text, /data-print/);
  const paper = /<p class="paper">(.*?)<\/p>/s.exec(page.text)?.[1] ?? '';
  for (const part of [`${one.id}, revision ${one.revision}`, 'eip155:1/erc20:', address, ' UTC']) {
    assert.ok(paper.includes(part), `${part} in ${paper}`);
  }
});

test.run();
