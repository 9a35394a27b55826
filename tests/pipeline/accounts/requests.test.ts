import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TokenRequest } from '../../../schemas/generated/records.ts';
import { applyCommand } from '../../../pipeline/accounts/accounts.ts';
import { restoreFromEvent } from '../../../pipeline/accounts/account-state.ts';
import { makeCommand } from '../../../pipeline/accounts/commands.ts';
import { type Bench, inputOf, memoryState, minute, openTenant, type Request, tenant } from './harness.ts';

const caip19 = (n: number): string => `eip155:1/erc20:0x${String(n).padStart(40, '0')}`;
const ask = (
  bench: Bench,
  n: number,
  more: Partial<Request<'request.create'>> = {},
  registered: readonly string[] = [],
) =>
  bench.give({
    type: 'request.create',
    body: { caip19: caip19(n), note: null, registered },
    assetPublic: false,
    ...more,
  });
const lastOf = (bench: Bench): TokenRequest => {
  const request = bench.log.flatMap(({ value }) => value.request ?? []).at(-1);
  assert.ok(request);
  return request;
};

test('B-95 one request for a token: again it is unchanged, also when it was declined', () => {
  const bench = openTenant();
  assert.is(ask(bench, 1).status, 'accepted');
  const { requestId } = lastOf(bench);
  assert.is(ask(bench, 1).status, 'unchanged');
  bench.pass(minute);
  const declined = bench.give({ type: 'request.decline', body: { requestId, reason: 'No issuer.' } });
  assert.equal([declined.status, lastOf(bench).state, lastOf(bench).reason], ['accepted', 'declined', 'No issuer.']);
  assert.is(lastOf(bench).decidedAt, bench.now());
  assert.is(ask(bench, 1).status, 'unchanged');
  assert.is(bench.give({ type: 'request.decline', body: { requestId, reason: 'Again.' } }).status, 'unchanged');
  assert.is(bench.give({ type: 'request.withdraw', body: { requestId } }).status, 'accepted');
  assert.equal([lastOf(bench).state, lastOf(bench).reason], ['withdrawn', null]);
  assert.equal(bench.give({ type: 'request.withdraw', body: { requestId } }).code, 'not_found');
  assert.equal([ask(bench, 1).status, lastOf(bench).requestId, lastOf(bench).state], ['accepted', requestId, 'open']);
});

test('B-95 a public token is refused before the limit, and a registered request counts no longer', () => {
  const bench = openTenant();
  for (let n = 0; n < 100; n += 1) ask(bench, n);
  const { requestId } = lastOf(bench);
  assert.equal(ask(bench, 100).code, 'limit_reached');
  assert.equal(ask(bench, 100, { assetPublic: true }).code, 'already_public');
  assert.is(ask(bench, 5).status, 'unchanged', 'one that is there');
  assert.is(ask(bench, 100, {}, [requestId, 'a55e7000-0000-4000-8000-000000000404']).status, 'accepted');
  assert.is(ask(bench, 99).code, 'limit_reached', 'one that is public no more is asked for again, if there is room');
  bench.give({ type: 'request.withdraw', body: { requestId: lastOf(bench).requestId } });
  assert.equal([ask(bench, 99).status, lastOf(bench).requestId], ['accepted', requestId]);
});

test('B-95, R-20 the same command twice, and a state folded from the events, decide alike', () => {
  const bench = openTenant();
  const command = makeCommand({
    commandId: 'once',
    tenantId: tenant,
    type: 'request.create',
    at: bench.now(),
    actor: 'key:k',
    assetPublic: false,
    body: { caip19: caip19(1), note: null, registered: [] },
  });
  const first = bench.apply(command);
  const again = bench.apply(command);
  const answerOf = (result: typeof first) => (result.kind === 'ok' ? result.outputs.at(-1)?.value : null);
  assert.equal(answerOf(again), answerOf(first));
  assert.is(again.kind === 'ok' ? again.outputs.length : 0, 1, 'only its answer');
  const rebuilt = memoryState();
  for (const event of bench.log) restoreFromEvent(rebuilt, event);
  const result = applyCommand(
    rebuilt,
    inputOf('accounts.commands', { ...command, commandId: 'later' }, { offset: 9, timestamp: bench.now() }),
  );
  assert.is(result.kind === 'ok' ? result.outputs.length : 0, 1, 'unchanged');
});

test.run();
