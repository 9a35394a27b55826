import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assetIdOf } from '../../../schemas/values/registry-ids.ts';
import { type Harness, itemsOf, type Json, memberOf, openHarness, type Reply, type TestKey } from '../harness.ts';
import { now } from '../records.ts';
import { registeredAsset, registeredParty } from '../registry-port.ts';

let api: Harness;
let operator: TestKey;
let holder: TestKey;

const acme = registeredParty({
  name: 'Acme S.A.',
  lei: '529900T8BM49AURSDO55',
  kyi: { status: 'verified', at: now },
});
const euro = registeredAsset({ issuerId: acme.partyId, verifiedAt: now });
const named = registeredAsset({
  assetId: '20000000-0000-4000-8000-000000000002',
  did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C03',
  slug: 'dollar-base',
  chain: 'base',
  address: '0x2222222222222222222222222222222222222222',
  symbol: 'ADOL',
  name: 'Acme Dollar',
  parties: [{ partyId: acme.partyId, role: 'issuer' }],
});
const added = '0x3333333333333333333333333333333333333333';
const list = JSON.stringify([{ chainId: 1, address: added, name: 'New <b>', symbol: 'NEW', decimals: 6 }]);
const partyLine = (part: object): string =>
  JSON.stringify({ type: 'party', partyId: acme.partyId, did: acme.did, name: acme.name, lei: acme.lei, ...part });

test.before(async () => {
  api = await openHarness();
  operator = await api.makeKey({ scopes: ['operator'] });
  holder = await api.makeKey();
  await api.register(acme, euro, named);
});
test.after(() => api.close());

const get = (path: string): Promise<Reply> => api.get(`/registry/${path}`, operator.text);
const send = (path: string, body: object | string): Promise<Reply> =>
  api.send('POST', `/registry/${path}`, { key: operator.text, body });
const idsOf = (reply: Reply): readonly unknown[] => itemsOf(reply).map(({ id }) => id);
const detailsOf = ({ body }: Reply): readonly Json[] => body['details'] as readonly Json[];

test('G-03 G-05 the registry of the operator is B: bearer key, envelope and unknown paths', async () => {
  assert.is((await api.send('GET', '/registry/assets', { headers: { authorization: operator.text } })).status, 401);
  const unknown = await get('nothing');
  assert.is(unknown.status, 404);
  assert.is(unknown.body['code'], 'not_found');
  assert.is(typeof unknown.body['requestId'], 'string');
  assert.is((await api.send('GET', '/registry')).body['code'], 'not_found');
  assert.is((await api.send('GET', '/registryx')).body['code'], undefined);
});

test('K-10 a key without the scope operator is refused before body and path are read', async () => {
  const paths = ['assets', 'parties', `assets/${euro.assetId}/history`, `parties/none/history`];
  for (const path of paths) {
    const reply = await api.get(`/registry/${path}`, holder.text);
    assert.equal([reply.status, reply.body['code']], [403, 'api_key_scope_missing'], path);
  }
  for (const path of ['import', 'propose']) {
    const reply = await api.send('POST', `/registry/${path}`, { key: holder.text, body: 'no JSON' });
    assert.is(reply.status, 403, path);
    const bad = await send(path, 'no JSON');
    assert.equal([bad.status, bad.body['code']], [400, 'invalid_parameter'], path);
  }
});

test('G-12 an import may have 1 MiB, other bodies of the registry 16 KiB', async () => {
  const text = `${' '.repeat(900_000)}${partyLine({})}`;
  assert.is((await send('import', { text, dryRun: true })).status, 200);
  assert.is((await send('import', { text: ' '.repeat(2 ** 20) })).status, 413);
  assert.is((await send('propose', { token: ' '.repeat(16 * 1024) })).status, 413);
});

test('assets are listed by symbol, with their issuer, linked or named', async () => {
  const all = await get('assets');
  assert.equal(idsOf(all), [named.assetId, euro.assetId]);
  const issuerOf = (index: number): unknown => itemsOf(all)[index]?.['issuer'];
  assert.equal(issuerOf(0), { id: acme.partyId, name: 'Acme S.A.', linked: false });
  assert.equal(issuerOf(1), { id: acme.partyId, name: 'Acme S.A.', linked: true });
  for (const [query, ids] of [
    ['q=dollar', [named.assetId]],
    ['q=0x1111', [euro.assetId]],
    ['q=%25', []],
    ['chain=base', [named.assetId]],
    ['public=true', [euro.assetId]],
    ['public=false', [named.assetId]],
    [`issuer=${acme.lei}`, [named.assetId, euro.assetId]],
    ['issuer=Acme', []],
  ] as const) {
    assert.equal(idsOf(await get(`assets?${query}`)), ids, query);
  }
  const first = await get('assets?limit=1');
  assert.equal(idsOf(first), [named.assetId]);
  const second = await get(`assets?limit=1&cursor=${String(first.body['nextCursor'])}`);
  assert.equal([idsOf(second), second.body['nextCursor']], [[euro.assetId], null]);
  for (const query of ['chain=goerli', 'public=maybe', 'limit=0', 'limit=201', 'cursor=WzFd', 'x=1']) {
    assert.is((await get(`assets?${query}`)).status, 400, query);
  }
});

test('parties are listed with their KYI and the tokens that name them', async () => {
  const [party] = itemsOf(await get('parties?q=aCME'));
  assert.equal(
    [party?.['id'], party?.['kyi'], party?.['tokens'], party?.['lei']],
    [acme.partyId, 'verified', 2, acme.lei],
  );
  assert.equal(idsOf(await get('parties?verified=false')), []);
});

test('a dry run appends nothing and lists what would change', async () => {
  const reply = await send('import', { text: list, issuer: acme.lei, dryRun: true });
  assert.is(reply.status, 200);
  assert.equal(memberOf(reply.body, 'diff', '0'), {
    outcome: 'new',
    kind: 'assets',
    id: assetIdOf(`eip155:1/erc20:${added}`),
    label: 'NEW on ethereum',
    members: [],
  });
  assert.equal([reply.body['ok'], reply.body['asOf'], reply.body['public']], [true, null, []]);
  assert.equal(idsOf(await get('assets?q=new')), []);
});

test('what an import appends is served, in its history, and unchanged the second time', async () => {
  const wrong = `${partyLine({})}\n${partyLine({ lei: 'X' })}\n{"type":"proof"}`;
  const refused = await send('import', { text: wrong });
  assert.is(refused.status, 400);
  assert.match(String(refused.body['message']), /^Nothing was imported, \d problems: /);
  assert.ok(detailsOf(refused).some(({ parameter }) => parameter === 'line 2: lei'));
  assert.ok(
    detailsOf(refused).some(({ parameter, reason }) => parameter === 'line 3' && String(reason).includes('is a proof')),
  );
  const unread = await send('import', { text: wrong, dryRun: true });
  assert.equal([unread.status, unread.body['ok']], [200, false]);
  const appended = await send('import', { text: list, issuer: acme.lei });
  assert.equal([appended.status, appended.body['behind']], [201, null]);
  assert.match(String(appended.body['asOf']), /^2026-.*Z$/);
  const [asset] = itemsOf(await get('assets?q=new'));
  assert.equal([asset?.['name'], asset?.['public']], ['New <b>', false]);
  const again = await send('import', { text: list, issuer: acme.lei });
  assert.equal([memberOf(again.body, 'counts', 'unchanged'), memberOf(again.body, 'counts', 'assets')], [1, 0]);
  const renamed = list.replace('New <b>', 'Newer');
  const kept = await send('import', { text: renamed });
  assert.equal(memberOf(kept.body, 'diff', '0', 'outcome'), 'differs');
  assert.equal(memberOf(kept.body, 'diff', '0', 'members', '0'), { member: 'name', before: 'New <b>', after: 'Newer' });
  assert.is(memberOf((await send('import', { text: renamed, update: true })).body, 'counts', 'changed'), 1);
  const history = itemsOf(await get(`assets/${String(asset?.['id']).toUpperCase()}/history`));
  assert.equal(
    history.map(({ first, changes }) => [first, memberOf(changes, '0', 'after')]),
    [
      [false, 'Newer'],
      [true, undefined],
    ],
  );
});

test('a linked issuer is in the history with who decided and why, and the token becomes public', async () => {
  const vouched = { by: 'Compliance', why: 'file 7 of 2026', evidence: [] };
  const line = {
    ...named,
    type: 'asset',
    issuerId: acme.partyId,
    parties: [],
    verifiedAt: '2026-05-01T00:00:00Z',
    vouched,
  };
  const reply = await send('import', { text: JSON.stringify(line) });
  assert.equal(reply.body['public'], [{ id: named.assetId, label: 'ADOL on base' }]);
  const [newest] = itemsOf(await get(`assets/${named.assetId}/history`));
  assert.equal(newest?.['vouched'], vouched);
  assert.equal(idsOf(await get('assets?public=true&q=adol')), [named.assetId]);
});

test('what the import does not take is a sentence', async () => {
  const cases: readonly (readonly [body: object, problem: RegExp])[] = [
    [{ text: '' }, /text must not be empty/],
    [{ text: 'x', format: 'xml' }, /format/],
    [{ text: list, chain: 'goerli' }, /the chain is one of ethereum/],
    [{ text: list, asOf: '2999-01-01T00:00:00Z' }, /asOf must not be later than now/],
    [{ text: list, asOf: 'yesterday' }, /asOf must be a time/],
    [{ text: list, issuer: 'Nobody' }, /no party \\?"Nobody\\?" is registered/],
    [{ text: list, other: 1 }, /other is not known/],
  ];
  for (const [body, problem] of cases) {
    const reply = await send('import', body);
    assert.is(reply.status, 400, JSON.stringify(body));
    assert.match(String(reply.body['message']), problem);
  }
});

test('a text of more than 2,000 lines or tokens is for the command', async () => {
  const addressOf = (index: number): string => `0x${String(index).padStart(40, '0')}`;
  const most = Array.from({ length: 2_000 }, (_, index) => `eip155:1/erc20:${addressOf(index + 1)},T,T,6`);
  const csv = ['caip19,name,symbol,decimals', ...most].join('\n');
  const taken = await send('import', { text: csv, dryRun: true });
  assert.equal([taken.status, memberOf(taken.body, 'counts', 'new')], [200, 2_000]);
  const tokens = most.map((_, index) => ({ chainId: 1, address: addressOf(index + 1) }));
  const long = [`${csv}\n${csv}`, JSON.stringify({ tokens: [...tokens, ...tokens.slice(0, 2)] })];
  for (const text of long) {
    const refused = await send('import', { text, dryRun: true });
    assert.is(refused.status, 400);
    assert.match(String(refused.body['message']), /more than 2000 lines or tokens/);
  }
});

test('a token is proposed as the lines that the import takes', async () => {
  const stated = { name: 'Fourth', symbol: 'FOUR', decimals: 2 };
  const token = 'https://etherscan.io/token/0x4444444444444444444444444444444444444444';
  const { status, body } = await send('propose', { token, issuer: acme.lei, ...stated });
  assert.is(status, 200);
  assert.equal(body['caip19'], 'eip155:1/erc20:0x4444444444444444444444444444444444444444');
  assert.is(body['notCompared'], 'no node is set');
  const taken = await send('import', { text: body['lines'], dryRun: true });
  assert.equal(memberOf(taken.body, 'diff'), memberOf(body, 'review', 'diff'));
  const bare = await send('propose', { token });
  assert.equal([bare.status, bare.body['message']], [400, 'no node; give name, symbol']);
  assert.is((await send('propose', { token: 'nothing' })).status, 400);
});

test('the history of what is not registered is 404', async () => {
  assert.is((await get('assets/10000000-0000-4000-8000-0000000000ff/history')).status, 404);
  assert.is((await get('assets/none/history')).status, 404);
  assert.is((await get(`parties/${euro.assetId}/history`)).status, 404);
});

test.run();
