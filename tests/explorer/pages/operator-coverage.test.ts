/** The operator's list by what of its tokens is read. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { asset } from '../../api/records.ts';
import { registeredAsset, registeredParty } from '../../api/registry-port.ts';
import { openPages, type PagesHarness, signIn, textOf, visit } from '../harness.ts';

let api: PagesHarness;
let operator: string;

const path = '/operator/registry';
const party = registeredParty({ name: 'Acme S.A.' });
const source = { sourceId: 'paper', url: 'https://a.example/paper', kind: 'whitepaper', extractor: 'none' };

/** Tokens with and without a document, more than a page of the first. */
const tokens = Array.from({ length: 60 }, (_, index) => {
  const number = String(index).padStart(4, '0');
  return registeredAsset({
    assetId: `40000000-0000-4000-8000-00000000${number}`,
    address: `0x${number.padStart(40, '6')}`,
    did: `01J8ZQ4T5V6W7X8Y9Z0A1C${number}`,
    slug: `covered-${number}`,
    symbol: 'COV',
    sources: index < 55 ? [source] : [],
  });
});

test.before(async () => {
  api = await openPages();
  operator = await signIn(api, (await api.makeKey({ scopes: ['operator'] })).text);
  await api.register(party, ...tokens);
  await api.declare(
    ...tokens.map(({ assetId, address }, index) => asset(index, { assetId, address, issuer: null, public: false })),
  );
  const { tenantId } = await api.makeKey();
  await api.give(tenantId, 'request.create', {
    caip19: 'eip155:1/erc20:0x9999999999999999999999999999999999999999',
    note: null,
    registered: [],
  });
});
test.after(() => api.close());

const open = async (address: string): Promise<string> => (await visit(api, address, { cookie: operator })).text;
const shown = async (coverage: string): Promise<string> =>
  textOf(await visit(api, `${path}?coverage=${coverage}`, { cookie: operator }));
const idsOf = (page: string): readonly string[] => [
  ...new Set([...page.matchAll(/registry\/assets\/([0-9a-f-]{36})/g)].map(([, id = '']) => id)),
];

test('counts are links to what needs the operator', async () => {
  const page = await open(path);
  for (const [href, name] of [
    [`${path}?public=false`, '60 not public'],
    ['/operator/requests', '1 asked for'],
    [`${path}?coverage=none`, '60 not read'],
  ] as const) {
    assert.match(page.replaceAll('&amp;', '&'), `<a href="${href}">${name}</a>`, name);
  }
});

test('a reason finds the tokens that have it, on all pages, each once', async () => {
  const first = await open(`${path}?coverage=never_fetched`);
  assert.match(first, /55 tokens/);
  const [, next = ''] = /href="(\/operator\/registry\?[^"]*after=[^"]+)"/.exec(first) ?? [];
  const second = await open(next.replaceAll('&amp;', '&'));
  assert.equal([idsOf(first).length, idsOf(second).length], [50, 5]);
  assert.is(new Set([...idsOf(first), ...idsOf(second)]).size, 55);
  assert.not.match(second, /after=/);
});

test('other conditions hold beside it, and what is no state or reason counts as absent', async () => {
  assert.match(await shown('none_declared'), /^[^]*\b5 tokens/);
  assert.match(await shown('none_declared&q=covered-0059'), /\b1 token\b/);
  assert.match(await shown('none'), /\b60 tokens/);
  for (const other of ['full', 'partial', 'rejected']) {
    assert.match(await shown(other), /Nothing is declared that the conditions find/, other);
  }
  assert.match(await shown('no-such-reason'), /\b60 tokens/);
});

test.run();
