import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeValue } from '../../../cli/service/pages/field-values.ts';
import type { AssetFact, Observation } from '../../../schemas/generated/records.ts';
import type { Harness } from '../../api/harness.ts';
import { asset, assetId, change, day, now } from '../../api/records.ts';
import type { RecordedReading } from '../../../explorer/left-out.ts';
import { capture, recorded, withReading } from '../captures.ts';
import { openPages, signIn, textOf, visit } from '../harness.ts';

let api: Harness;
/** Readings that the pages asked for. */
const asked: RecordedReading[] = [];
const passage = {
  field: 'governing_law',
  why: '"unless" may take it back',
  quote: 'The law is <i>ours</i>, unless we agree otherwise.',
  place: 'pdf:3:70,100,500,120',
};
const open = 'd'.repeat(64);
const hidden = 'f'.repeat(64);

test.before(async () => {
  api = await openPages(
    {},
    {
      describeValue,
      readLeftOut: async (wanted) => {
        asked.push(wanted);
        const others = Array.from({ length: 40 }, () => ({ ...passage, field: 'holder_fees', quote: 'x'.repeat(400) }));
        return { passages: [passage, { ...passage, field: 'report' }, ...others], incomplete: null };
      },
    },
  );
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

test('what was left out of the newest reading stands there with the reason, clipped and counted, never with other text', async () => {
  const id = 'c'.repeat(64);
  await api.declare(asset(6));
  await api.fixture.project('document.captures', [
    capture(id, 6, { ...withReading(6), url: 'https://example.com/left', asOf: now - 4 * day }),
    capture(id, 6, { ...withReading(6), url: 'https://example.com/left', asOf: now - day, outcome: 'not_modified' }),
  ]);
  const page = await visit(api, `/sources/documents/${id}`);
  const text = textOf(page);
  assert.match(text, /What was left out/);
  assert.match(
    text,
    /Governing law The law is <i>ours<\/i>, unless we agree otherwise\. left out: "unless" may take it back, page 3/,
  );
  assert.not.match(page.text, /<i>ours/);
  assert.match(text, /11 further passages not shown/);
  assert.match(text, /x{300}…/);
  assert.not.match(text, /x{301}/);
  assert.equal(asked.at(-1), {
    reading: recorded.reading,
    profile: recorded.profile,
    kind: 'terms',
    url: 'https://example.com/terms',
    isWhole: true,
  });
});

test('a document whose reading is not recorded, or that no rule reads, has nothing left out', async () => {
  const before = asked.length;
  assert.not.match(textOf(await visit(api, `/sources/documents/${open}`)), /What was left out/);
  assert.is(asked.length, before);
});

test('the page of a reader whose session ended goes on as for anybody', async () => {
  const page = await visit(api, `/sources/documents/${open}`, { cookie: `attestry_local=${'x'.repeat(43)}` });
  assert.is(page.status, 200);
});

test('PG-9 a value has its history, and two readings stand side by side: values and clipped passages, never a text', async () => {
  const read = 'e'.repeat(64);
  const times = [now - 20 * day, now - 10 * day, now - 2 * day];
  await api.declare(asset(5));
  await api.fixture.project(
    'document.captures',
    times.map((asOf) => capture(read, 5, { asOf, url: 'https://example.com/read' })),
  );
  const fact = (field: string, value: string, since: number): AssetFact => ({
    assetId: assetId(5),
    subjectKind: 'asset',
    subjectKey: '',
    field,
    sourceKey: 'terms',
    value,
    sourceUrl: null,
    since,
    observationId: 'none',
    position: 1,
  });
  await api.fixture.project('asset.facts', [fact('redemption_fee', '{"bps":"25"}', times[1] ?? 0)]);
  const part = { subjectKind: 'asset', subjectKey: '', sourceKey: 'terms', field: 'redemption_fee' } as const;
  const sentence = `A fee of 0.10 %. ${'All of the document. '.repeat(100)}`;
  await api.detect(
    change('fee', 5, {
      ...part,
      category: 'disclosure_field',
      detectedAt: times[1] ?? 0,
      before: '0.10 %',
      after: '0.25 %',
      priorQuote: sentence,
      quote: 'A fee of 0.25 % <i>applies</i>.',
    }),
    change('hidden fee', 5, {
      ...part,
      category: 'disclosure_field',
      confirmed: false,
      before: 'SECRET',
      detectedAt: now,
    }),
  );
  const path = `/sources/documents/${read}`;
  const page = await visit(api, path);
  assert.match(textOf(page), /1 earlier value 0\.10 % until 22 May 2026/);
  assert.match(textOf(page), /Two readings side by side From .* Compare/);
  const at = (index: number): string => encodeURIComponent(new Date(times[index] ?? 0).toISOString());
  for (const query of [`from=${at(0)}&to=${at(2)}`, `from=${at(2)}&to=${at(0)}`]) {
    const both = await visit(api, `${path}?${query}`);
    assert.match(textOf(both), /1 value differs\. .* 0\.10 % A fee of 0\.10 %\. .*… .*0\.25 % /);
    assert.ok(!both.text.includes(sentence.slice(0, 320)), 'a passage is clipped');
    assert.not.match(both.text, /SECRET|<i>applies/);
  }
  assert.match(textOf(await visit(api, `${path}?from=${at(1)}&to=${at(2)}`)), /Both readings state the same values/);
  for (const query of ['from=x&to=y', `from=${at(0)}`, `from=${at(0)}&to=2020-01-01T00%3A00%3A00.000Z`]) {
    const plain = await visit(api, `${path}?${query}`);
    assert.is(plain.status, 200);
    assert.not.match(textOf(plain), /value differs|the same values/);
  }
});

test.run();
