/** What a browser loads for a page (U-25). Times are figures of `npm run bench pages`. */
import { brotliCompressSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { asset, assetId, change, hour, now } from '../api/records.ts';
import { openPages, type PagesHarness, signIn, visit } from './harness.ts';

let api: PagesHarness;
let page: string;
test.before(async () => {
  api = await openPages();
  await api.declare(asset(1));
  const key = await api.makeKey();
  await api.watch(key, assetId(1));
  await api.detect(
    ...Array.from({ length: 200 }, (_, n) => change(`weighed ${n}`, 1, { detectedAt: now - (n + 1) * hour })),
  );
  page = (await visit(api, '/changes?by=known', { cookie: await signIn(api, key.text) })).text;
});
test.after(() => api.close());

const kibibytesOf = (bytes: Buffer | string): number => brotliCompressSync(bytes).length / 1024;

test('U-25 the page of 200 changes has at most 15 KiB, compressed', () => {
  assert.ok((page.match(/<article/g)?.length ?? 0) >= 190, 'the page has its stories');
  const weight = kibibytesOf(page);
  assert.ok(weight <= 15, `${weight} KiB`);
});

test('U-25 a page loads style, script, font and icon, and nothing of another host', async () => {
  const files = [...page.matchAll(/<(?:link|script)[^>]*(?:href|src)="([^"]+)"/g)].map(([, address]) => address ?? '');
  assert.is(files.length, 4);
  const limits: readonly (readonly [name: RegExp, most: number])[] = [
    [/\.css$/, 8],
    [/\.js$/, 4],
    [/\.svg$/, 1],
    [/\.woff2$/, 60],
  ];
  for (const [name, most] of limits) {
    const address = files.find((one) => name.test(one)) ?? '';
    assert.match(address, /^\/static\//);
    const { text, headers } = await api.send('GET', address);
    const weight = name.test('a.woff2') ? Number(headers['content-length']) / 1024 : kibibytesOf(text);
    assert.ok(weight > 0 && weight <= most, `${address}: ${weight} KiB`);
  }
});

test('PG-11 a font that comes late moves no text: it is asked for at once, and counts from the next page on', async () => {
  assert.match(page, /<link rel="preload" href="[^"]+\.woff2" as="font"/);
  const address = /href="([^"]+\.css)"/.exec(page)?.[1] ?? '';
  const { text } = await api.send('GET', address);
  assert.equal(text.match(/font-display: ?\w+/g), ['font-display: optional']);
});

test.run();
