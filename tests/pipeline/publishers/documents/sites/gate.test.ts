import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FetchResult } from '../../../../../infra/fetch/fetch-types.ts';
import { readBytes } from '../../../../../infra/reading/readers/read-bytes.ts';
import { judge, type GateInput } from '../../../../../pipeline/publishers/documents/sites/gate.ts';
import { challengePages, realPages, words } from '../pages.ts';

const url = 'https://issuer.test/terms';
const answer = { url, hops: 0, headers: {}, errorBody: null };
const fetchedFrom = (finalUrl: string, bytes: Buffer): FetchResult => ({
  kind: 'ok',
  outcome: finalUrl === url ? 'ok' : 'moved',
  bytes,
  url: finalUrl,
  contentType: 'text/html',
  etag: null,
  lastModified: null,
  answer: { ...answer, url: finalUrl },
});

async function seenOf(html: string | Buffer, over: Partial<GateInput> = {}, finalUrl = url): Promise<GateInput> {
  const bytes = Buffer.from(html);
  const { reading } = await readBytes(bytes, { class: null, charset: null });
  const read = { reading, text: '', ended: 'whole', reason: null, limit: null } as const;
  const body = { bytes, documentClass: reading.class, read };
  const given = { url, hosts: [], kinds: ['terms'], isIndex: false, readsAsBefore: false } as const;
  return { ...given, fetched: fetchedFrom(finalUrl, bytes), body, ...over };
}

const outcome = (seen: GateInput): string => judge(seen).outcome;

test('no challenge is read as content, and no real page is taken for one', async () => {
  for (const { name, html } of challengePages) assert.is(outcome(await seenOf(html)), 'anti_bot', name);
  for (const { name, html } of realPages) assert.is(outcome(await seenOf(html)), 'ok', name);
});

const page = (body: string, title = 'Terms'): string =>
  `<html><head><title>${title}</title></head><body>${body}</body></html>`;
const cases: readonly (readonly [
  name: string,
  html: string,
  expected: string,
  over?: Partial<GateInput>,
  finalUrl?: string,
])[] = [
  ['a page', page(`<p>${words(200)}</p>`), 'ok'],
  ['49 own words', page(`<p>${words(49)}</p>`), 'empty'],
  ['50 own words', page(`<p>${words(50)}</p>`), 'ok'],
  [
    'words of links and footers are not its own',
    page(`<nav>${words(99)}</nav><a href="/">${words(99)}</a><footer>${words(99)}</footer>`),
    'empty',
  ],
  ['the shell of an application', page('<div id="root"></div><script src="/app.js"></script>'), 'empty'],
  ['a page that is not found, with 200', page(`<h1>404 – Page not found</h1><p>${words(60)}</p>`), 'gone'],
  ['not found in the title alone', page(`<p>${words(60)}</p>`, 'Not Found | Issuer'), 'gone'],
  ['terms about what is not found', page(`<h1>Items not found</h1><p>${words(150)}</p>`), 'ok'],
  ['a form for a password', page(`<form><input type="password"></form><p>${words(60)}</p>`), 'wrong_type'],
  ['a form for a password below the terms', page(`<form><input type=password></form><p>${words(160)}</p>`), 'ok'],
  ['an index page by its links', page('<a href="/a.pdf">a</a>'), 'ok', { isIndex: true }],
  ['an index page without links', page(`<p>${words(100)}</p>`), 'empty', { isIndex: true }],
  ['terms in JSON', '{"a":1}', 'wrong_type'],
  ['a page in JSON', '{"a":1}', 'ok', { kinds: ['page'] }],
  ['one of two kinds can be JSON', '{"a":1}', 'ok', { kinds: ['terms', 'page'] }],
  ['text', words(60), 'ok'],
  ['the same text as before', page('<p>short</p>'), 'not_modified', { readsAsBefore: true }],
  ['another address of the site', page(`<p>${words(60)}</p>`), 'redirected_same_host', {}, 'https://www.issuer.test/t'],
  ['another site', page(`<p>${words(60)}</p>`), 'moved', {}, 'https://other.test/t'],
  [
    'another site that a profile names',
    page(`<p>${words(60)}</p>`),
    'redirected_same_host',
    { hosts: ['CDN.other.test'] },
    'https://cdn.other.test/t',
  ],
  [
    'another site of one platform',
    page(`<p>${words(60)}</p>`),
    'moved',
    { url: 'https://issuer.github.io/t' },
    'https://other.github.io/t',
  ],
];
for (const [name, html, expected, over, finalUrl] of cases) {
  test(`the gate: ${name}`, async () => assert.is(outcome(await seenOf(html, over, finalUrl)), expected));
}

const failed = (bytes: Buffer, documentClass: 'pdf' | 'other'): Promise<GateInput> =>
  seenOf('x', {
    body: {
      bytes,
      documentClass,
      read: { reading: null, text: null, ended: 'failed', reason: 'the file is damaged', limit: null },
    },
    kinds: ['report'],
  });

test('a PDF that cannot be read is cut off when it has no end; its facts stay otherwise', async () => {
  assert.is(outcome(await failed(Buffer.from('%PDF-1.7 cut'), 'pdf')), 'suspect_truncation');
  assert.is(outcome(await failed(Buffer.from('%PDF-1.7 damaged\n%%EOF\n'), 'pdf')), 'ok');
  assert.is(outcome(await failed(Buffer.from([0, 1, 2]), 'other')), 'wrong_type');
});

test('refusals keep the outcome of the fetch unless a service shows a challenge', async () => {
  const refusal = (given: Partial<Extract<FetchResult, { kind: 'failed' }>>): Promise<GateInput> =>
    seenOf('x', {
      fetched: { kind: 'failed', outcome: 'http_error', message: 'm', status: 403, answer, ...given },
      body: null,
    });
  const body = (html: string) => ({ answer: { ...answer, errorBody: Buffer.from(html) } });
  assert.is(outcome(await refusal({})), 'http_error');
  assert.is(outcome(await refusal({ outcome: 'net_error' })), 'net_error');
  assert.is(outcome(await refusal({ outcome: 'robots' })), 'robots');
  assert.is(outcome(await refusal({ answer: { ...answer, headers: { 'cf-mitigated': 'challenge' } } })), 'anti_bot');
  assert.is(outcome(await refusal({ answer: { ...answer, headers: { 'x-amzn-waf-action': 'captcha' } } })), 'anti_bot');
  for (const { name, html } of challengePages) assert.is(outcome(await refusal(body(html))), 'anti_bot', name);
  assert.is(outcome(await refusal(body('<title>403 Forbidden</title>'))), 'http_error');
  const { html } = challengePages[0] ?? { html: '' };
  assert.is(
    outcome(await refusal({ ...body(html), outcome: 'gone', status: 404 })),
    'gone',
    'a status of 404 comes first',
  );
});

test('a 304 response means that the document is not modified', async () => {
  assert.is(outcome(await seenOf('x', { fetched: { kind: 'not_modified' }, body: null })), 'not_modified');
});

test.run();
