/** Stories of intakes that ended: each names its tokens, and what is missing. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Harness, TestKey } from '../../api/harness.ts';
import { asset, assetId } from '../../api/records.ts';
import { openPages, signIn, textOf, visit } from '../harness.ts';

let api: Harness;
const many = Array.from({ length: 14 }, (_, n) => n + 20);
test.before(async () => {
  api = await openPages();
  await api.declare(...[1, 2, 3, ...many].map((n) => asset(n)));
});
test.after(() => api.close());

const resolve = async (key: TestKey, n: number, outcome: object): Promise<void> => {
  const added = await api.give(key.tenantId, 'watch.add', { assetId: assetId(n), by: 'operator' });
  const itemId = String(added.item?.itemId);
  const intakeSeq = api.intakes.get(itemId) ?? 0;
  await api.give(key.tenantId, 'intake.resolve', { itemId, intakeSeq, registryPosition: 0, ...outcome } as never);
};
const inboxOf = async (key: TestKey): Promise<string> =>
  textOf(await visit(api, '/inbox', { cookie: await signIn(api, key.text) }));
const partial = { outcome: 'partial', missing: ['chain_not_observed', 'no_sources'] };

test('the intake of one token in part names the token and the missing parts', async () => {
  const key = await api.makeKey();
  await resolve(key, 1, partial);
  const text = await inboxOf(key);
  assert.match(text, /Intake of Token 1 ended with gaps/);
  assert.match(text, /Token 1 is monitored, but its chain is not observed and it has no source to read\. TK1 Ethereum/);
});

test('those of several tokens name each of them, and what is missing of them', async () => {
  const key = await api.makeKey();
  for (const n of [1, 2]) await resolve(key, n, partial);
  await resolve(key, 3, { outcome: 'unresolved', reason: 'contract_not_found' });
  const text = await inboxOf(key);
  assert.match(text, /2 tokens are watched in part/);
  assert.match(
    text,
    /Of each of them: its chain is not observed and it has no source to read\. TK\d Ethereum TK\d Ethereum/,
  );
  assert.match(text, /there is no contract at its address\. TK3 Ethereum/);
});

test('an intake of many tokens names twelve, and counts the others', async () => {
  const key = await api.makeKey();
  for (const n of many) await resolve(key, n, { outcome: 'ready' });
  const text = await inboxOf(key);
  assert.match(text, /Intake of 14 tokens is complete (?:TK\d\d Ethereum ){12}2 more/);
});

test.run();
