/** The party behind public tokens, and addresses for search engines. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mostAddresses, sitemapPaths } from '../../../explorer/pages/crawl/routes.ts';
import type { AssetSummary } from '../../../api/readmodel/memory/registry/index.ts';
import { asset, assetId, change, issuer } from '../../api/records.ts';
import { openPages, type PagesHarness, textOf, visit } from '../harness.ts';
import { everyKind, state } from '../stated.ts';

let api: PagesHarness;
const lei = '529900T8BM49AURSDO55';
const acme = issuer({ legalName: 'Acme Euro Société Anonyme', lei, country: 'FR' });
const other = issuer({ partyId: 'other', name: 'Other Ltd', did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C3X' });
const hidden = issuer({ partyId: 'hidden', name: 'Hidden Ltd', did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C3Y', kyiStatus: 'none' });

test.before(async () => {
  api = await openPages();
  await api.declare(
    asset(1, { issuer: acme }),
    asset(2, { issuer: acme, chain: 'base' }),
    asset(3, { issuer: other }),
    asset(4, { issuer: hidden, public: false, kyiVerified: false }),
    asset(5, { issuer: acme, public: false, name: 'Secret Token' }),
  );
  await state(api, assetId(1), ...everyKind((text) => text));
  await api.detect(
    change('shown', 1),
    change('of another', 3),
    change('a draft', 1, { confirmed: false, disposition: 'held', notableAt: null }),
    change('match', 2, { category: 'sanctions', changeKind: 'listed', sourceKey: 'list:ofac-addresses' }),
    change('of a hidden token', 5),
  );
});
test.after(() => api.close());

test('PG-3 an entity has its names, checks, register rows, tokens, matches and changes, each value with its source', async () => {
  const page = await visit(api, `/entities/${lei}`);
  assert.is(page.status, 200);
  const text = textOf(page);
  for (const part of [
    'Acme Euro Société Anonyme',
    lei,
    'Country France (FR)',
    'Identity (KYI) Verified',
    'Business (KYB) Passed, date not stated',
    "Authorised since 1 Jul 2024 ESMA's register of e-money token white papers",
    '2 verified tokens',
    'each with direction and severity',
    'TK1 · Token 1',
    'TK2 · Token 2',
    'Headline of shown',
    'Headline of match',
  ]) {
    assert.ok(text.includes(part), part);
  }
  for (const not of ['Other Ltd', 'Secret Token', 'of another', 'a draft', 'of a hidden token']) {
    assert.ok(!text.includes(not), not);
  }
});

test('PG-3 every value leads to a page that names its observation', async () => {
  const page = await visit(api, `/entities/${lei}`);
  const [, card = ''] = page.text.split('What is known of it');
  const values = [...card.matchAll(/<dt>([^<]+)<\/dt>(.*?)<\/dd>/gs)];
  assert.ok(values.length >= 6);
  const paths = new Set(values.map(([, , value = '']) => /href="([^"]+\/fields\/[^"]+)"/.exec(value)?.[1] ?? ''));
  for (const path of paths) {
    const shown = await visit(api, path);
    assert.is(shown.status, 200, path);
    assert.match(textOf(shown), /Observation [0-9a-f]{64}/, path);
  }
});

test('PG-3 a party is found by its id, too, and one without a public token is like one that does not exist', async () => {
  const byParty = await visit(api, '/entities/acme');
  assert.is(byParty.headers['location'], `/entities/${lei}`);
  assert.is((await visit(api, `/issuers/${lei}`)).headers['location'], `/entities/${lei}`);
  assert.is((await visit(api, '/entities/other')).status, 200);
  const texts = new Set<string>();
  for (const id of ['hidden', 'nothing', '%00', 'constructor']) {
    const reply = await visit(api, `/entities/${id}`);
    assert.is(reply.status, 404, id);
    texts.add(textOf(reply).replace(/request \S+/, ''));
  }
  assert.is(texts.size, 1);
});

test('PG-3 the card of the issuer leads to the entity', async () => {
  const page = await visit(api, `/verified-assets/${asset(1).address}/ethereum`);
  assert.match(page.text, new RegExp(`href="/entities/${lei}"`));
});

test('PG-4 the sitemap has every public token and entity, and nothing else, and each answers 200', async () => {
  const robots = await visit(api, '/robots.txt');
  assert.match(robots.text, /Sitemap: http:\/\/x\.test\/sitemap\.xml/);
  const map = await visit(api, '/sitemap.xml');
  const paths = [...map.text.matchAll(/<loc>http:\/\/x\.test([^<]+)<\/loc>/g)].map(([, path]) => path ?? '');
  assert.equal(paths, [
    `/verified-assets/${asset(1).address}/ethereum`,
    `/verified-assets/${asset(2).address}/base`,
    `/verified-assets/${asset(3).address}/ethereum`,
    `/entities/${lei}`,
    '/entities/other',
  ]);
  for (const path of paths) {
    const page = await visit(api, path);
    assert.is(page.status, 200, path);
    assert.not.match(page.text, /noindex/);
  }
  assert.is((await visit(api, '/sitemap.xml?part=2')).status, 404);
});

test('PG-4 a sitemap file has up to 50,000 addresses', () => {
  assert.is(mostAddresses, 50_000);
  const summary = (n: number): AssetSummary =>
    ({ address: `0x${n}`, chain: { slug: 'base' }, issuer: { lei: null, partyId: `p${n % 7}` } }) as AssetSummary;
  assert.is(sitemapPaths(Array.from({ length: 100 }, (_, n) => summary(n))).length, 107);
});

test('PG-4 results of a search are noindex; a page that is passed on has a picture, a title and the sentence', async () => {
  assert.match((await visit(api, '/?q=nothing')).text, /<meta name="robots" content="noindex"/);
  assert.not.match((await visit(api, '/')).text, /noindex/);
  const page = await visit(api, `/verified-assets/${asset(1).address}/ethereum`);
  const described = /<meta name="description" content="([^"]+)"/.exec(page.text)?.[1] ?? '';
  assert.ok(described !== '' && page.text.includes(`<meta property="og:description" content="${described}"/>`));
  const picture = /property="og:image" content="http:\/\/x\.test([^"]+)"/.exec(page.text)?.[1] ?? '';
  const answer = await api.send('GET', picture);
  assert.is(answer.headers['content-type'], 'image/png');
  assert.is((await api.send('GET', '/favicon.ico')).status, 200);
});

test('PG-4 the badge has words and the day, no shield unless all is good, and other sites may show it', async () => {
  const badge = await visit(api, `/verified-assets/${asset(2).address}/base/badge.svg`);
  assert.is(badge.status, 200);
  assert.match(badge.text, /aria-label="TK2: Sanctions lists: 1 match, 1 Jun 2026"/);
  assert.is(badge.headers['cache-control'], 'public, max-age=300');
  assert.is(badge.headers['cross-origin-resource-policy'], 'cross-origin');
  assert.is(badge.headers['content-security-policy'], "default-src 'none'");
  assert.not.match(badge.text, /M20 13c0 5/, 'the shield');
});

test('PG-5 a page for paper has every part open, its address and its time, without scripts', async () => {
  const path = `/verified-assets/${asset(1).address}/ethereum`;
  const page = await visit(api, `${path}?print=yes`);
  assert.not.match(page.text, /<details>/);
  assert.match(textOf(page), /Attestry · eip155:1\/erc20:0x0+1 · printed 1 Jun 2026, 12:00 UTC · http:\/\/x\.test/);
});

test.run();
