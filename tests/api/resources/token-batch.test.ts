import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Harness, type Json, memberOf, openHarness, type TestKey } from '../harness.ts';
import { asset, issuer } from '../records.ts';

const path = '/kyi/v1/tokens/batch';
const [verified, pending] = [asset(1), asset(2)];
let api: Harness;
let key: TestKey;

test.before(async () => {
  api = await openHarness();
  key = await api.makeKey();
  const unverified = {
    public: false,
    kyiVerified: false,
    issuer: issuer({ kyiStatus: 'pending', kybVerified: false }),
  };
  await api.declare(verified, { ...pending, ...unverified });
});
test.after(() => api.close());

const batch = (tokens: unknown, more: object = {}) =>
  api.send('POST', path, { key: key.text, body: { tokens, ...more } });
const resultsOf = (body: Json): readonly Json[] => body['results'] as readonly Json[];
const caip19Of = (address: string): string => `eip155:1/erc20:${address}`;

test('bodies that are not a batch are 400, as are too many entries and none; too large a body is 413', async () => {
  const entry = { address: verified.address };
  for (const [body, parameter, reason] of [
    [{}, 'tokens', 'is required'],
    [{ tokens: 'x' }, 'tokens', 'must be array'],
    [{ tokens: [] }, 'tokens', 'must have at least 1 entries'],
    [{ tokens: Array(251).fill(entry) }, 'tokens', 'must have at most 250 entries'],
    [{ tokens: [entry], more: 1 }, 'more', 'is not known'],
  ] as const) {
    const reply = await api.send('POST', path, { key: key.text, body });
    assert.equal(
      [reply.status, reply.body['message']],
      [400, `${parameter}${/^(is|must)/.test(reason) ? ' ' : ': '}${reason}`],
    );
    assert.equal(Object.keys(reply.body), ['message', 'error', 'statusCode'], 'G-04');
  }
  assert.is((await api.send('POST', path, { key: key.text, body: '[]' })).status, 400);
  const large = await batch([{ address: 'x'.repeat(200_000) }]);
  assert.is(large.status, 413);
  assert.is((await api.send('POST', path, { body: { tokens: [entry] } })).status, 401);
  assert.is((await api.send('GET', path, { key: key.text })).status, 405);
});

test('each entry is answered as a single lookup is, in order, a repeated one twice', async () => {
  const queries = [
    { address: verified.address },
    { caip19: caip19Of(pending.address) },
    { address: '0xnothing' },
    { address: verified.address, chain_slug: 'base' },
    { address: verified.address },
  ];
  const reply = await batch(queries);
  assert.is(reply.status, 200);
  const results = resultsOf(reply.body);
  assert.equal(
    results.map(({ query }) => query),
    queries,
  );
  for (const [index, query] of queries.entries()) {
    const parameters = new URLSearchParams(Object.entries(query)).toString();
    const single = await api.get(`/kyi/v1/tokens?${parameters}`, key.text);
    assert.equal(results[index], { query, ...single.body }, parameters);
  }
  assert.equal(
    results.map((result) => result['kyi_verified']),
    [true, false, false, false, true],
  );
});

test('entries that were answered before are answered with records that came since', async () => {
  const renamed = asset(41, { position: 41, name: 'First name' });
  await api.declare(renamed);
  const queries = [{ address: renamed.address }, { address: verified.address }, { address: '0xnothing' }];
  const first = await batch(queries);
  for (const time of ['by entry', 'whole']) assert.is((await batch(queries)).text, first.text, time);
  assert.is((await batch([...queries].reverse())).text.length, first.text.length);
  await api.declare({ ...renamed, position: 42, name: 'Second name' });
  assert.is((await batch(queries)).text, first.text.replaceAll('First name', 'Second name'));
  assert.match(first.text, /First name/);
});

test('a malformed entry has its own error, with the message of a single lookup', async () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [{}, 'provide caip19, or address with optional chain_slug'],
    [{ address: '' }, 'provide caip19, or address with optional chain_slug'],
    [{ chain_slug: 'base' }, 'chain_slug requires address'],
    [{ caip19: caip19Of('0x1'), address: '0x1' }, 'use either caip19, or address with optional chain_slug, not both'],
    [{ caip19: 'nonsense' }, 'caip19 must be a valid CAIP-19 identifier'],
    [{ address: 1 }, 'address must be text'],
    [{ address: null }, 'address must be text'],
    [{ address: 'x'.repeat(257) }, 'address must have at most 256 characters'],
    [{ addres: '0x1' }, 'an entry has no member "addres"'],
    [null, 'an entry must be an object'],
    ['0x1', 'an entry must be an object'],
    [[], 'an entry must be an object'],
  ];
  const reply = await batch([...cases.map(([entry]) => entry), { address: verified.address }]);
  assert.is(reply.status, 200);
  const results = resultsOf(reply.body);
  assert.equal(
    results.slice(0, -1),
    cases.map(([query, message]) => ({ query, error: { message, error: 'Bad Request', statusCode: 400 } })),
  );
  assert.is(memberOf(results.at(-1), 'kyi_verified'), true);
});

test('250 entries of the longest identifiers fit, in any encoding', async () => {
  const longest = { caip19: `eip155:${'1'.repeat(32)}/erc20:${'a'.repeat(128)}/${'9'.repeat(78)}` };
  const wide = { address: '€'.repeat(256) };
  const reply = await batch(Array(250).fill(longest));
  assert.equal([reply.status, resultsOf(reply.body).length], [200, 250]);
  assert.is((await batch(Array(125).fill(wide))).status, 200);
});

test('deeply nested bodies are refused or answered, never a 5xx', async () => {
  for (const depth of [10, 1_000, 5_000, 20_000, 80_000]) {
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const reply = await api.send('POST', path, { key: key.text, body: `{"tokens":[${nested}]}` });
    assert.ok(reply.status === 200 || reply.status === 400, `${depth}: ${reply.status}`);
  }
});

test.run();
