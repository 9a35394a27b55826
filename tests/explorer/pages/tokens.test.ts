/** The list of verified tokens: its order, its filters and its pages. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { asset, issuer } from '../../api/records.ts';
import { openPages, type PagesHarness, textOf, visit } from '../harness.ts';

let api: PagesHarness;
const [first, second] = [
  issuer({ partyId: 'a', did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C5A', name: 'Alpha Bank' }),
  issuer({ partyId: 'b', did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C5B', name: 'Beta Bank' }),
];

test.before(async () => {
  api = await openPages();
  await api.declare(
    asset(1, { symbol: 'TWIN', name: 'Twin', issuer: second }),
    asset(2, { symbol: 'TWIN', name: 'Twin', chain: 'base', issuer: first }),
    asset(3, { symbol: 'ONE', name: 'Another', issuer: first }),
    asset(4, { symbol: 'HIDDEN', name: 'Hidden', public: false, kyiVerified: false, issuer: first }),
  );
});
test.after(() => api.close());

const symbolsOf = async (path: string): Promise<readonly string[]> =>
  [...(await visit(api, path)).text.matchAll(/<th scope="row"><a href="[^"]+"><bdi>([^<]+)</g)].map(
    ([, symbol]) => symbol ?? '',
  );

test('U-31 tokens stand by issuer, then by name, and no token that is not verified', async () => {
  assert.equal(await symbolsOf('/tokens'), ['ONE', 'TWIN', 'TWIN']);
  const page = await visit(api, '/tokens');
  assert.match(textOf(page), /3 deployments, by issuer and name\. Page 1 of 1\./);
  assert.not.match(page.text, /HIDDEN/);
});

test('U-31 a symbol of two issuers is stated beside the address', async () => {
  const text = textOf(await visit(api, '/tokens'));
  assert.is(text.match(/2 issuers use TWIN *: compare the address\./g)?.length, 2);
  assert.not.match(text, /issuers use ONE/);
  assert.match(text, /0x0000…0002/);
});

test('U-31 the list is narrowed by chain and by standing, and never widens', async () => {
  assert.equal(await symbolsOf('/tokens?chain=base'), ['TWIN']);
  assert.equal(await symbolsOf('/tokens?standing=open&chain=ethereum'), ['ONE', 'TWIN']);
  assert.match(
    textOf(await visit(api, '/tokens?standing=adverse&chain=base')),
    /No verified token is on this chain in this state/,
  );
  assert.match(textOf(await visit(api, '/tokens?standing=adverse')), /No verified token is in this state/);
  for (const query of ['chain=plume', 'standing=safe', 'page=0', 'page=x', 'page=2']) {
    assert.is((await visit(api, `/tokens?${query}`)).status, 400, query);
  }
});

test('U-31 a list of one page has no part for other pages', async () => {
  assert.not.match((await visit(api, '/tokens')).text, /<nav[^>]*aria-label="Pages of the list"/);
});

test('U-31 each token is on one page alone, and pages lead on', async () => {
  const many = Array.from({ length: 49 }, (_, n) => asset(100 + n, { symbol: `M${n}`, issuer: second }));
  await api.declare(...many);
  const page = await visit(api, '/tokens?chain=ethereum');
  assert.match(page.text, /<nav[^>]*aria-label="Pages of the list"/);
  assert.match(page.text, /rel="next" href="\/tokens\?chain=ethereum&amp;page=2"/);
  const all = [...(await symbolsOf('/tokens?chain=ethereum')), ...(await symbolsOf('/tokens?chain=ethereum&page=2'))];
  assert.is(all.length, 51);
  assert.is(new Set(all).size, 51);
  const last = await visit(api, '/tokens?chain=ethereum&page=2');
  assert.match(last.text, /rel="prev" href="\/tokens\?chain=ethereum"/);
  assert.not.match(last.text, /rel="next"/);
});

test.run();
