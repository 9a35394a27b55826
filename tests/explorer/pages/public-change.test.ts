/** A change that anybody may see, and what must not be on it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Evidence, EvidenceWanted } from '../../../explorer/evidence.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import type { TestKey } from '../../api/harness.ts';
import { asset, assetId, change, day, now } from '../../api/records.ts';
import { observation } from '../../pipeline/changes/builders.ts';
import { openPages, type PagesHarness, signIn, textOf, visit } from '../harness.ts';

let api: PagesHarness;
let key: TestKey;
let cookie: string;
const wanted: EvidenceWanted[] = [];
const port: Evidence = {
  explain: async (one) => {
    wanted.push(one);
    return { kind: 'too_many', observations: 50_001 };
  },
  isPublic: async ({ revisedAt }) => revisedAt === open.revisedAt,
  bundle: async (one) => {
    wanted.push(one);
    return one.id === open.id ? { kind: 'made', bytes: Buffer.from('{}') } : { kind: 'not_public' };
  },
};
const long = `${'word '.repeat(80)}END`;
const open = change('open', 1, { quote: long, priorQuote: 'Before.' });
const hidden: readonly Change[] = [
  change('a draft', 1, { confirmed: false, disposition: 'held', notableAt: null }),
  change('a candidate', 1, { category: 'sanctions', confirmed: false, disposition: 'held', notableAt: null }),
  change('of low signal', 1, { lowSignal: true }),
  change('suppressed', 1, { disposition: 'suppressed' }),
  change('superseded', 1, { disposition: 'superseded' }),
];
const other = change('of another', 2);
const ofHiddenToken = change('of a hidden token', 3);
const sibling = change('sibling', 1, { groupId: open.groupId, revisedAt: open.revisedAt - 1 });

test.before(async () => {
  api = await openPages({}, { evidence: port });
  await api.declare(asset(1), asset(2), asset(3, { public: false, kyiVerified: false }));
  const heldSibling = { ...(hidden[0] ?? open), groupId: open.groupId };
  await api.detect(open, sibling, other, ofHiddenToken, heldSibling, ...hidden.slice(1));
  key = await api.makeKey();
  cookie = await signIn(api, key.text);
});
test.after(() => api.close());

const base = `/verified-assets/${asset(1).address}/ethereum`;
const pathOf = ({ id }: Change, of = base): string => `${of}/changes/${encodeURIComponent(id)}`;

test('PG-2 a confirmed change is a page for anybody, with its texts, and its quotes up to 300 characters', async () => {
  const page = await visit(api, pathOf(open));
  assert.is(page.status, 200);
  assert.is(page.headers['cache-control'], 'public, max-age=60');
  const text = textOf(page);
  for (const part of ['Headline of open', 'What happened.', 'A holder reads another document.', 'Before.', open.id]) {
    assert.ok(text.includes(part), part);
  }
  assert.not.match(text, /END/);
  assert.match(page.text, `<link rel="canonical" href="http://x.test${pathOf(open)}"`);
  assert.match(page.text, `data-copy="http://x.test${pathOf(open)}"`);
  assert.match(page.text, /data-print/);
  assert.match(page.text, new RegExp(`href="${pathOf(open)}/bundle\\.json" download`));
  assert.not.match(page.text, /href="\/artifacts/);
  assert.match(page.text, new RegExp(`href="${pathOf(sibling)}"`), 'a public change of the same row is named');
  assert.ok(!page.text.includes(hidden[0]?.id ?? ''), 'a draft of the same row is not');
});

test('PG-2 a page states before the press that key holders alone get the file', async () => {
  const given = await visit(api, pathOf(open));
  assert.match(given.text, /bundle\.json" download/);
  assert.not.match(textOf(given), /Key holders get the evidence/);
  const page = await visit(api, pathOf(sibling));
  assert.not.match(page.text, /bundle\.json/);
  assert.match(textOf(page), /Key holders get the evidence in one file: not all of it is public\./);
});

test('PG-2 earlier and later on the token are public changes alone', async () => {
  await api.declare(asset(5));
  const at = (name: string, days: number, part: Partial<Change> = {}): Change =>
    change(name, 5, { detectedAt: now - days * day, ...part });
  const [first, middle, last] = [at('first', 9), at('middle', 5), at('last', 2)];
  const held = { confirmed: false, disposition: 'held', notableAt: null } as const;
  await api.detect(first, middle, last, at('held before', 6, held), at('minor after', 4, { lowSignal: true }));
  const of = `/verified-assets/${asset(5).address}/ethereum`;
  const page = await visit(api, pathOf(middle, of));
  assert.match(
    textOf(page),
    /Earlier on this token, 23 May 2026 Headline of first Later on this token, 30 May 2026 Headline of last/,
  );
  assert.match(page.text, `href="${pathOf(first, of)}" rel="prev"`);
  assert.match(page.text, `href="${pathOf(last, of)}" rel="next"`);
  assert.not.match(page.text, /held before|minor after/);
  assert.not.match(textOf(await visit(api, pathOf(first, of))), /Earlier on this token/);
});

test('PG-2 a review stands in place of a number: with its name for key holders, without it in public', async () => {
  await api.declare(asset(6));
  const decided = change('decided', 6, { assessment: { ...open.assessment, confidence: 0.75 } });
  await api.detect(decided);
  const value = { verdict: 'confirmed', changeId: decided.id, reviewed: 'terms', by: 'Ann Auditor', why: 'Read it.' };
  const review = observation({
    assetId: assetId(6),
    subjectKind: 'review',
    field: 'fee',
    sourceKey: 'review',
    value,
    observedAt: now - day,
  });
  await api.fixture.project('observations', [review], { timestamp: ({ observedAt }) => observedAt });
  const shared = await visit(api, pathOf(decided, `/verified-assets/${asset(6).address}/ethereum`));
  assert.match(textOf(shared), /Confidence Confirmed by the operator\. /);
  assert.not.match(shared.text, /Ann Auditor|Read it\.|confidence 0/);
  await api.watch(key, assetId(6));
  const own = await visit(api, `/changes/${encodeURIComponent(decided.id)}`, { cookie });
  assert.match(textOf(own), /Confidence Confirmed by Ann Auditor\. /);
  assert.not.match(own.text, /confidence 0/);
});

test('PG-2 no public page or feed has the reason of a review, and key holders read it on the change', async () => {
  await api.declare(asset(8));
  const { explanation } = open;
  const whatDetail = 'Reviewed by Ann Auditor: “It is the same firm.” Listed since 9 June 2010, as the list states.';
  const decided = change('reviewed', 8, { explanation: { ...explanation, what: 'A list names it.', whatDetail } });
  await api.detect(decided);
  await api.watch(key, assetId(8));
  const token = `/verified-assets/${asset(8).address}/ethereum`;
  for (const path of [token, `${token}/changes.atom`, pathOf(decided, token)]) {
    const { status, text } = await visit(api, path);
    assert.is(status, 200, path);
    assert.not.match(text, /Ann Auditor|It is the same firm/, path);
  }
  assert.match(textOf(await visit(api, pathOf(decided, token))), /What happened A list names it\. What this means/);
  const own = textOf(await visit(api, `/changes/${encodeURIComponent(decided.id)}`, { cookie }));
  assert.ok(own.includes(whatDetail), own);
});

test('a wallet in a value is shortened, with all of it to copy and its page on an explorer', async () => {
  await api.declare(asset(7));
  const [before, after] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`];
  const { explanation } = change('moved', 7);
  const value = (text: string) => ({ label: 'Mint authority', value: text, note: null });
  const moved = change('moved', 7, {
    explanation: { ...explanation, previous: value(`key ${before}`), current: value(`key ${after}`) },
  });
  await api.detect(moved);
  const page = await visit(api, pathOf(moved, `/verified-assets/${asset(7).address}/ethereum`));
  assert.match(page.text, `<span class="hash" title="${after}">0xbbbb…bbbb</span>`);
  assert.match(page.text, `data-copy="${before}"`);
  assert.match(page.text, `href="https://etherscan.io/address/${after}" rel="noopener noreferrer nofollow"`);
});

test('PG-2 what is held, foreign or unknown is one and the same 404, on page, evidence and file', async () => {
  const texts = new Set<string>();
  const paths = [...hidden, ofHiddenToken, other, change('never stored', 1)].map((one) => pathOf(one));
  for (const path of [...paths, pathOf(ofHiddenToken, `/verified-assets/${asset(3).address}/ethereum`)]) {
    for (const ending of ['', '/evidence', '/bundle.json']) {
      const reply = await visit(api, `${path}${ending}`);
      assert.is(reply.status, 404, path);
      texts.add(textOf(reply).replace(/request \S+/, ''));
    }
  }
  assert.is(texts.size, 1);
  assert.equal(wanted, [], 'nothing was computed for them');
});

test('PG-2 evidence is computed for a network, and a file with a review in it is refused', async () => {
  assert.is((await visit(api, `${pathOf(open)}/evidence`)).status, 200);
  const file = await visit(api, `${pathOf(open)}/bundle.json`);
  assert.is(file.text, '{}');
  const refused = await visit(api, `${pathOf(sibling)}/bundle.json`);
  assert.is(refused.status, 404);
  assert.match(textOf(refused), /Key holders get this file/);
  for (const one of wanted) {
    assert.match(one.keyId, /^network /);
    assert.equal(one.forPublic, { withSanctions: true });
  }
});

test('PG-2 /changes/:id leads to the public page without a session, and for a reader who does not watch the token', async () => {
  const path = `/changes/${encodeURIComponent(open.id)}`;
  for (const headers of [{}, { cookie }]) {
    const reply = await visit(api, path, headers);
    assert.is(reply.status, 303);
    assert.is(reply.headers['location'], pathOf(open));
  }
  const held = `/changes/${encodeURIComponent(hidden[1]?.id ?? '')}`;
  assert.match(String((await visit(api, held)).headers['location']), /^\/signin\?next=/);
  assert.is((await visit(api, held, { cookie })).status, 404);
  assert.match((await visit(api, path, { 'sec-fetch-site': 'cross-site' })).text, /http-equiv="refresh"/);
  await api.watch(key, assetId(1));
  assert.is((await visit(api, path, { cookie })).status, 200);
});

test('PG-2 the sign-in names its reason, and a change only if anybody may see it', async () => {
  const reasonFor = async (next: string): Promise<string> =>
    textOf(await visit(api, `/signin?next=${encodeURIComponent(next)}`));
  assert.match(await reasonFor(`/changes/${encodeURIComponent(open.id)}`), /Sign in to read “Headline of open”/);
  const held = await reasonFor(`/changes/${encodeURIComponent(hidden[1]?.id ?? '')}`);
  assert.match(held, /Sign in to read this change/);
  assert.not.match(held, /a candidate/);
  assert.match(await reasonFor('/inbox'), /Sign in to read your notifications/);
});

test.run();
