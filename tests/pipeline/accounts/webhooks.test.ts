import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CommandBodies } from '../../../pipeline/accounts/commands.ts';
import { mostWebhooks } from '../../../pipeline/accounts/webhooks.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../../../schemas/generated/records.ts';
import { openTenant } from './harness.ts';

type Bench = ReturnType<typeof openTenant>;

const idOf = (n: number): string => `5b0f0d10-0000-4000-8000-${String(n).padStart(12, '0')}`;
const sealed = (letter: string): string => `sealed.v1.${letter.repeat(60)}`;
const pending = { messageId: 'm1', cursor: 'WzFd', tries: 2, nextAt: 5_000 };
const delivery: WebhookDelivery = {
  endpointId: idOf(1),
  messageId: 'm1',
  kind: 'change.created',
  tries: 1,
  outcome: 'failed',
  status: 500,
  error: 'It answered 500.',
  answer: null,
  durationMs: 3,
  cursor: 'WzFd',
  at: 4_000,
};

const create = (bench: Bench, n = 1) =>
  bench.give({
    type: 'webhook.create',
    body: { endpointId: idOf(n), url: sealed('u'), secret: sealed('s'), cursor: 'WzFd' },
  });

const endpointsIn = (bench: Bench): readonly WebhookEndpoint[] =>
  bench.log.flatMap(({ value }) => (value.webhook?.endpoint ? [value.webhook.endpoint] : []));

const last = (bench: Bench): WebhookEndpoint | undefined => endpointsIn(bench).at(-1);

const report = (
  bench: Bench,
  state: Partial<NonNullable<CommandBodies['webhook.progress']['state']>>,
  deliveries: readonly WebhookDelivery[] = [],
) => {
  const after = last(bench)?.progress ?? 0;
  const whole = { after, cursor: 'WzJd', pending: [], failingSince: null, reason: null, ...state };
  return bench.give({ type: 'webhook.progress', body: { endpointId: idOf(1), deliveries, state: whole } });
};

test('a tenant has ten endpoints at most, each once; a removed one makes room', () => {
  const bench = openTenant();
  for (let n = 1; n <= mostWebhooks; n += 1) assert.is(create(bench, n).status, 'accepted');
  assert.match(create(bench, 11).message ?? '', /at most 10 endpoints; remove one first/);
  assert.match(create(bench, 3).message ?? '', /has an endpoint .* already/);
  assert.is(bench.give({ type: 'webhook.remove', body: { endpointId: idOf(3) } }).status, 'accepted');
  const { url, secret, state } = last(bench) ?? {};
  assert.equal([url, secret, state], ['', '', 'removed']);
  assert.is(
    bench.give({ type: 'webhook.rotate', body: { endpointId: idOf(3), secret: sealed('x') } }).code,
    'not_found',
  );
  assert.is(create(bench, 11).status, 'accepted');
});

test('W-01 a rotation keeps the secret before it for 24 hours', () => {
  const bench = openTenant();
  create(bench);
  bench.give({ type: 'webhook.rotate', body: { endpointId: idOf(1), secret: sealed('n') } });
  const { secret, previousSecret, previousUntil } = last(bench) ?? {};
  assert.equal([secret, previousSecret], [sealed('n'), sealed('s')]);
  const at = bench.log.at(-1)?.value.at ?? 0;
  assert.is((previousUntil ?? 0) - at, 24 * 60 * 60 * 1000);
});

test('W-02 a report based on an earlier state is refused, so that a late sender loses nothing', () => {
  const bench = openTenant();
  create(bench);
  assert.is(report(bench, { pending: [pending], failingSince: 4_000 }, [delivery]).status, 'accepted');
  assert.equal(last(bench)?.pending, [pending]);
  assert.is(report(bench, { after: 0, cursor: 'WzNd' }).status, 'rejected');
  assert.equal([last(bench)?.cursor, last(bench)?.pending], ['WzJd', [pending]]);
});

test('W-04 an endpoint that is gone is disabled; enabled again it goes on from its cursor, pending messages first', () => {
  const bench = openTenant();
  create(bench);
  report(bench, { pending: [pending], failingSince: 4_000, reason: 'gone' }, [delivery]);
  assert.equal([last(bench)?.state, last(bench)?.reason], ['disabled', 'gone']);
  bench.give({ type: 'webhook.update', body: { endpointId: idOf(1), enabled: true } });
  const { state, reason, cursor, failingSince, pending: kept } = last(bench) ?? {};
  assert.equal([state, reason, cursor, failingSince], ['enabled', null, 'WzJd', null]);
  assert.equal(
    kept?.map(({ messageId, tries }) => [messageId, tries]),
    [['m1', 0]],
  );
  bench.give({ type: 'webhook.update', body: { endpointId: idOf(1), enabled: false } });
  assert.equal([last(bench)?.state, last(bench)?.reason], ['disabled', 'stopped']);
});

test('PG-7 a pause that is taken back leaves tries and failures as they were; another stop is not taken back', () => {
  const bench = openTenant();
  create(bench);
  report(bench, { pending: [pending], failingSince: 4_000 }, [delivery]);
  const before = last(bench);
  bench.give({ type: 'webhook.update', body: { endpointId: idOf(1), enabled: false } });
  bench.give({ type: 'webhook.update', body: { endpointId: idOf(1), resumed: true } });
  assert.equal({ ...last(bench), progress: before?.progress }, before);
  const count = endpointsIn(bench).length;
  bench.give({ type: 'webhook.update', body: { endpointId: idOf(1), resumed: true } });
  assert.is(endpointsIn(bench).length, count);
  report(bench, { after: last(bench)?.progress ?? 0, reason: 'gone' });
  bench.give({ type: 'webhook.update', body: { endpointId: idOf(1), resumed: true } });
  assert.equal([last(bench)?.state, last(bench)?.reason], ['disabled', 'gone']);
});

test('W-05 a report without a state notes deliveries and changes nothing else', () => {
  const bench = openTenant();
  create(bench);
  report(bench, { pending: [pending], failingSince: 4_000 });
  const before = endpointsIn(bench).length;
  const noted = { ...delivery, kind: 'webhook.test', tries: 0 };
  assert.is(
    bench.give({ type: 'webhook.progress', body: { endpointId: idOf(1), deliveries: [noted] } }).status,
    'accepted',
  );
  assert.is(endpointsIn(bench).length, before);
  assert.equal(bench.log.find(({ value }) => value.webhook?.endpoint === null)?.value.webhook?.deliveries, [noted]);
});

test('the erasure of a tenant removes its endpoints, with their addresses and secrets', () => {
  const bench = openTenant();
  create(bench);
  bench.give({ type: 'webhook.rotate', body: { endpointId: idOf(1), secret: sealed('n') } });
  bench.give({ type: 'tenant.erase', body: {} });
  const { url, secret, previousSecret, pending: kept, state } = last(bench) ?? {};
  assert.equal([url, secret, previousSecret, kept, state], ['', '', null, [], 'removed']);
});

test.run();
