import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Harness } from '../../api/harness.ts';
import { asset } from '../../api/records.ts';
import { openPages, signIn, textOf, visit } from '../harness.ts';

let api: Harness;
const page = `/verified-assets/${asset(1).address}/ethereum`;

test.before(async () => {
  api = await openPages();
  await api.declare(asset(1));
});
test.after(() => api.close());

test('U-03 an Authorization header on a page is 401, whatever it contains', async () => {
  const key = await api.makeKey();
  for (const path of ['/', page, `${page}/changes.atom`]) {
    for (const authorization of [key.text, `Bearer ${key.text}`, 'Basic eDp5', 'x']) {
      assert.is((await visit(api, path, { authorization })).status, 401, path);
    }
  }
});

const paths: readonly (readonly [path: string, accept: string, type: RegExp])[] = [
  ['/nothing', 'text/html', /^text\/html/],
  ['/nothing/below', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', /^text\/html/],
  ['/nothing', '*/*', /^application\/json/],
  ['/nothing', 'application/json', /^application\/json/],
  ['/nothing', '', /^application\/json/],
  ['/assets/no/such/path', 'text/html', /^application\/json/],
  ['/me/nothing', 'text/html', /^application\/json/],
  ['/kyi/v9', 'text/html', /^application\/json/],
  ['/docs/none', 'text/html', /^application\/json/],
];
for (const [path, accept, type] of paths) {
  test(`G-05 an unknown path is 404, as a page for people only: ${path} with Accept "${accept}"`, async () => {
    const reply = await api.send('GET', path, { headers: accept === '' ? {} : { accept } });
    assert.is(reply.status, path.startsWith('/me') || path.startsWith('/assets/no') ? reply.status : 404);
    assert.match(String(reply.headers['content-type']), type);
  });
}

test('U-29 a refusal as a page carries the request id', async () => {
  const reply = await visit(api, '/nothing', { 'x-request-id': 'mine_1' });
  assert.match(textOf(reply), /request mine_1/);
});

const missing: readonly (readonly [path: string, title: string])[] = [
  ['/nothing', 'Page not found'],
  [`/verified-assets/${asset(9).address}/ethereum`, 'Not in this registry'],
  ['/changes/none', 'Change not found'],
  ['/changes/none/evidence', 'Change not found'],
  [`/artifacts/${'0'.repeat(64)}`, 'File not kept here'],
  ['/watchlist/none', 'Not on your watchlist'],
  ['/obligations/none', 'No such token'],
  [`/sources/documents/${'0'.repeat(64)}`, 'Document not found'],
  ['/sources/none', 'Source not found'],
];
for (const [path, title] of missing) {
  test(`U-29 what is not found is named: ${path}`, async () => {
    const cookie = await signIn(api, (await api.makeKey()).text);
    const reply = await visit(api, path, { cookie });
    assert.is(reply.status, 404);
    assert.match(reply.text, `<title>${title} · Attestry</title>`);
  });
}

test('another method of a page is 405 with Allow and changes nothing', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const reply = await api.send(method, '/', { headers: { accept: 'text/html' } });
    assert.is(reply.status, 405);
    assert.match(String(reply.headers['allow']), /GET/);
  }
});

test('U-08 every answer of a page has the strict policy, and the page contains nothing inline', async () => {
  for (const path of ['/', '/?q=none', page, '/nothing']) {
    const { headers, text } = await visit(api, path);
    assert.match(String(headers['content-security-policy']), /default-src 'none'.*require-trusted-types-for 'script'/);
    assert.not.match(String(headers['content-security-policy']), /unsafe/);
    assert.is(headers['referrer-policy'], 'same-origin');
    assert.is(headers['cross-origin-opener-policy'], 'same-origin');
    assert.is(headers['x-content-type-options'], 'nosniff');
    assert.not.match(text, /\sstyle=|<style|<script(?![^>]* src="\/static\/)[^>]*>|\son[a-z]+=/);
  }
});

test('files have names with a hash and are cached for ever; no other file is served', async () => {
  const { text } = await visit(api, '/');
  const names = [...text.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map(([, name]) => name ?? '');
  assert.is(new Set(names).size, 4);
  for (const name of names) {
    const reply = await api.send('GET', name);
    assert.is(reply.status, 200, name);
    assert.is(reply.headers['cache-control'], 'public, max-age=31536000, immutable');
  }
  for (const name of ['explorer.css', '..%2Fpackage.json', '%2e%2e/package.json', 'constructor', '__proto__']) {
    assert.is((await api.send('GET', `/static/${name}`)).status, 404, name);
  }
});

test.run();
