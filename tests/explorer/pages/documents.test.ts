import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeValue } from '../../../cli/service/pages/field-values.ts';
import type { AssetFact, Observation } from '../../../schemas/generated/records.ts';
import type { Harness } from '../../api/harness.ts';
import { asset, assetId, change, day, now } from '../../api/records.ts';
import { capture } from '../captures.ts';
import { openPages, signIn, textOf, visit } from '../harness.ts';

let api: Harness;
const open = 'd'.repeat(64);
const hidden = 'f'.repeat(64);

test.before(async () => {
  api = await openPages({}, { describeValue });
  await api.declare(asset(1), asset(2, { public: false }));
  await api.fixture.project('document.captures', [
    capture(open, 1, { asOf: now - 2 * day }),
    capture(open, 1, {
      asOf: now - day,
      outcome: 'gone',
      message: 'The site answered 404.',
      documentClass: null,
      bytes: null,
      sha256: null,
    }),
    capture(hidden, 2, { url: 'https://example.com/secret' }),
  ]);
  const observation: Observation = {
    id: 'a1'.repeat(32),
    assetId: assetId(1),
    subjectKind: 'asset',
    subjectKey: '',
    field: 'redemption_fee',
    sourceKey: 'terms',
    value: '{"bps":"10"}',
    quote: 'A fee of 0.10 % <b>applies</b>.',
    sourceUrl: null,
    sourceHash: null,
    artifactId: null,
    observationSha256: 'a',
    extractor: 'x',
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt: now - day,
    extractionRule: null,
    documentClass: 'html',
    place: null,
    reading: null,
    quorum: null,
  };
  const fact: AssetFact = {
    assetId: assetId(1),
    subjectKind: 'asset',
    subjectKey: '',
    field: 'redemption_fee',
    sourceKey: 'terms',
    value: '{"bps":"10"}',
    sourceUrl: null,
    since: now - day,
    observationId: observation.id,
    position: 1,
  };
  await api.fixture.project('observations', [observation]);
  await api.fixture.project('asset.facts', [fact]);
  await api.detect(
    change('draft', 1, {
      confirmed: false,
      sourceKey: 'terms',
      explanation: { ...change('draft', 1).explanation, headline: 'A draft of the terms' },
    }),
  );
});
test.after(() => api.close());

test('U-06 U-22 a document is public with its fetches and values, and its text is only what was quoted', async () => {
  const page = await visit(api, `/sources/documents/${open}`);
  assert.is(page.status, 200);
  const text = textOf(page);
  for (const part of [/Terms at example\.com/, /Gone/, /The site answered 404\./, /HTML, 84 kB/, /0\.10 %/]) {
    assert.match(text, part);
  }
  assert.match(text, /A fee of 0\.10 % <b>applies<\/b>\./);
  assert.not.match(page.text, /<b>applies/);
});

test('U-12 the list of sources has the documents of public tokens with their newest fetch', async () => {
  const page = await visit(api, '/sources');
  assert.match(page.text, new RegExp(`href="/sources/documents/${open}"`));
  assert.match(textOf(page), /Terms example\.com Gone/);
  assert.not.match(page.text, new RegExp(hidden));
});

test('U-12 drafts of a document are for key holders who watch the token, and a document of no public token is 404', async () => {
  const path = `/sources/documents/${open}`;
  assert.not.match(textOf(await visit(api, path)), /A draft of the terms/);
  const key = await api.makeKey();
  const cookie = await signIn(api, key.text);
  assert.not.match(textOf(await visit(api, path, { cookie })), /A draft of the terms/);
  await api.watch(key, assetId(1), now - 30 * day);
  assert.match(textOf(await visit(api, path, { cookie })), /A draft of the terms/);
  for (const id of [hidden, 'none', '0'.repeat(64)]) {
    assert.is((await visit(api, `/sources/documents/${id}`)).status, 404, id);
  }
});

test('the page of a reader whose session ended goes on as for anybody', async () => {
  const page = await visit(api, `/sources/documents/${open}`, { cookie: `attestry_local=${'x'.repeat(43)}` });
  assert.is(page.status, 200);
});

test.run();
