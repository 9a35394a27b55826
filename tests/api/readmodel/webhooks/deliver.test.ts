import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deliver } from '../../../../api/readmodel/webhooks/deliver.ts';
import type { StoredEndpoint } from '../../../../api/readmodel/webhooks/endpoint.ts';
import {
  readStreamCursor,
  writeStreamCursor,
  type StreamCursor,
} from '../../../../api/readmodel/resources/stream/cursor.ts';
import type { StreamBatch } from '../../../../api/readmodel/resources/stream/read-events.ts';
import { createGuardedPost } from '../../../../infra/fetch/guarded-post.ts';
import { createLogger } from '../../../../infra/logger.ts';
import type { WebhookDelivery } from '../../../../schemas/generated/records.ts';
import { hour, minute, openTenant, tenant } from '../../../pipeline/accounts/harness.ts';
import { manualTimer } from '../../../support/raw-answers.ts';
import { reached } from '../../../support/reached.ts';

/** Receivers compare the timestamps of messages with the clock of their process. */
const now = Date.UTC(2026, 5, 1);
test.before(() => mock.timers.enable({ apis: ['Date'], now }));
test.after(() => mock.timers.reset());

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const older = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const endpointId = '5b0f0d10-0000-4000-8000-000000000001';
const placeOf = (offset: number): StreamCursor => ({
  of: 'tenant',
  sentUpTo: new Map([[0, offset]]),
  intakesUpTo: 0,
  verdictsUpTo: new Map(),
});
const offsetOf = (cursor: StreamCursor): number => cursor.sentUpTo.get(0) ?? 0;

/** A stream of so many changes; every third one has a notification. */
function streamOf(changes: number): (cursor: StreamCursor) => StreamBatch {
  return (cursor) => {
    const from = offsetOf(cursor);
    const to = Math.min(changes, from + 5);
    const events: StreamBatch['events'][number][] = [];
    for (let offset = from; offset < to; offset += 1) {
      const notified = offset % 3 === 0;
      const data = JSON.stringify({
        id: `change-${offset}`,
        revision: offset % 2,
        detectedAt: '2026-01-01T00:00:00.000Z',
      });
      const about = `change-${offset}:${offset % 2}`;
      const at = Date.UTC(2026, 0, 1);
      events.push({ name: 'change', data, id: writeStreamCursor(placeOf(notified ? offset : offset + 1)), about, at });
      const notice = JSON.stringify({ id: `notice-${offset % 2}`, createdAt: '2026-01-01T00:00:00.000Z' });
      const id = writeStreamCursor(placeOf(offset + 1));
      if (notified) events.push({ name: 'notification', data: notice, id, about, at });
    }
    return { events, cursor: placeOf(to), hasMore: to < changes };
  };
}

interface ReceivedEvent {
  readonly id: string;
  readonly verified: boolean;
  readonly type: string;
}

/** A receiver that verifies with the reference library, and an endpoint whose state is that of the real fold. */
async function openWorld(
  changes: number,
  answer: (id: string, number: number) => number | 'hang',
  read: (cursor: StreamCursor) => StreamBatch = streamOf(changes),
) {
  const limit = manualTimer();
  const received: ReceivedEvent[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const id = String(request.headers['webhook-id']);
      const headers = request.headers as Readonly<Record<string, string>>;
      received.push({ id, verified: verifies(text, headers, secret), type: (JSON.parse(text) as ReceivedEvent).type });
      const status = answer(id, received.length);
      if (status === 'hang') limit.expire();
      else response.writeHead(status).end('seen');
    });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const bench = openTenant();
  const sealed = `sealed.v1.${'a'.repeat(60)}`;
  const body = { endpointId, url: sealed, secret: sealed, cursor: writeStreamCursor(placeOf(0)) };
  bench.give({ type: 'webhook.create', body });
  const time = { now };
  const deliveries: WebhookDelivery[] = [];
  const stored = (): StoredEndpoint => {
    const endpoint = bench.log.flatMap(({ value }) => value.webhook?.endpoint ?? []).at(-1);
    if (endpoint === undefined) throw new Error('no endpoint');
    return { ...endpoint, tenantId: tenant, partition: 0 };
  };
  const dependencies = {
    post: createGuardedPost({ allow: [`127.0.0.1:${port}`], userAgent: 'test', startTimer: limit.startTimer }),
    texts: {
      open: async ({ purpose }: { readonly purpose: string }) =>
        purpose === 'webhook address' ? `http://127.0.0.1:${port}/` : secret,
      seal: async () => sealed,
    },
    clock: () => time.now,
    random: () => 0,
    logger: createLogger({ level: 'silent', destination: process.stderr }),
    reader: { after: async (_: string, cursor: StreamCursor) => read(cursor) },
    report: async (state: StoredEndpoint, sent: readonly WebhookDelivery[], after: number) => {
      const { cursor, pending, failingSince } = state;
      const reason = state.reason as 'gone' | 'failing' | null;
      const progress = { after, cursor, pending, failingSince, reason };
      const outcome = bench.give({ type: 'webhook.progress', body: { endpointId, deliveries: sent, state: progress } });
      if (outcome.status === 'accepted') deliveries.push(...sent);
      return outcome.status === 'accepted';
    },
  };
  return {
    received,
    bench,
    stored,
    time,
    deliveries,
    /** `isKilled`: ended at this moment, nothing is reported any more. */
    run: (signal: AbortSignal, isKilled = false) => {
      const killed: typeof dependencies.report = async (...report) =>
        signal.aborted ? false : dependencies.report(...report);
      return deliver(stored(), isKilled ? { ...dependencies, report: killed } : dependencies, signal);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function verifies(text: string, headers: Readonly<Record<string, string>>, with_: string): boolean {
  try {
    new Webhook(with_).verify(text, headers);
    return true;
  } catch {
    return false;
  }
}

/** Ids of a stream, in order: changes, each followed by its notification. */
const idsOf = (ids: readonly string[]): readonly string[] => [...new Set(ids)];
const changesIn = (received: readonly ReceivedEvent[]): readonly string[] =>
  idsOf(received.map(({ id }) => id).filter((id) => id.startsWith('change-')));

/** Runs until the condition holds; the loop is ended as a kill would, without a report. */
async function runUntil(world: Awaited<ReturnType<typeof openWorld>>, condition: () => boolean): Promise<void> {
  const controller = new AbortController();
  const loop = world.run(controller.signal, true);
  await reached('what the world waits for', condition);
  controller.abort();
  await loop.done;
}

const all = (changes: number): readonly string[] =>
  Array.from({ length: changes }, (_, offset) => `change-${offset}:${offset % 2}`);

test('W-01 every message is in order, signed, and verified by the reference library', async () => {
  const world = await openWorld(12, () => 200);
  await runUntil(world, () => world.deliveries.length >= 16);
  assert.equal(changesIn(world.received), all(12));
  assert.is(world.received.length, 16, 'and four notifications');
  assert.ok(world.received.every(({ verified }) => verified));
  assert.equal(idsOf(world.received.map(({ id }) => id)).length, 16, 'each notification has an id of its own');
  assert.equal([...new Set(world.received.map(({ type }) => type))].sort(), [
    'change.created',
    'change.revised',
    'notification.created',
  ]);
  world.close();
});

test('W-01 a body that was altered, a signature of another secret and an old timestamp do not verify', () => {
  const signed = (at: number, with_: string) => ({
    'webhook-id': 'm',
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': new Webhook(with_).sign('m', new Date(at), '{}'),
  });
  assert.ok(verifies('{}', signed(now, secret), secret));
  assert.not.ok(verifies('{ }', signed(now, secret), secret));
  assert.not.ok(verifies('{}', signed(now, older), secret));
  assert.not.ok(verifies('{}', signed(now - 6 * minute, secret), secret));
  const both = { ...signed(now, secret) };
  both['webhook-signature'] += ` ${signed(now, older)['webhook-signature']}`;
  for (const one of [secret, older]) assert.ok(verifies('{}', both, one), 'both secrets verify during a rotation');
});

test('W-02 killed at any moment nothing is lost, and what comes twice has the same id', async () => {
  const world = await openWorld(30, (_, number) => (number % 7 === 0 ? 500 : 200));
  let killedAt = 0;
  while (changesIn(world.received).length < 30 || world.stored().pending.length > 0) {
    killedAt = world.received.length + 1 + (killedAt % 4);
    const enough = killedAt;
    await runUntil(world, () => world.received.length >= enough || isIdle(world));
    world.time.now += 6 * minute;
    assert.ok(killedAt < 1_000, 'it goes on');
  }
  assert.equal([...changesIn(world.received)].sort(), [...all(30)].sort());
  assert.is(idsOf(world.received.map(({ id }) => id)).length, 40, 'thirty changes and ten notifications');
  world.close();
});

test('W-02 the place is stored where nothing is sent: at the start, then once a day', async () => {
  const [read, written] = [[] as number[], [] as number[]];
  let end = 5;
  const world = await openWorld(
    0,
    () => 200,
    (cursor) => {
      read.push(offsetOf(cursor));
      return { events: [], cursor: placeOf(end), hasMore: false };
    },
  );
  const storedOffset = (): number => offsetOf(readStreamCursor(world.stored().cursor) ?? placeOf(0));
  const controller = new AbortController();
  const loop = world.run(controller.signal);
  await reached('the place at the start is stored', () => storedOffset() === 5);
  for (const passed of [minute, 23 * hour, hour]) {
    end += 1;
    world.time.now += passed;
    loop.wake();
    const reads = read.length;
    await reached('the stream is read again', () => read.length > reads);
    written.push(storedOffset());
  }
  assert.equal(read, [0, 5, 6, 7]);
  assert.equal(written, [5, 5, 8], 'once a day');
  assert.is(world.received.length, 0);
  controller.abort();
  await loop.done;
  world.close();
});

/** Nothing is to be done before time passes. */
const isIdle = ({ stored, time }: Awaited<ReturnType<typeof openWorld>>): boolean => {
  const { cursor, pending } = stored();
  if (pending.some(({ nextAt }) => nextAt <= time.now)) return false;
  return pending.length > 0 || cursor === writeStreamCursor(placeOf(30));
};

test('a message that fails keeps the next ones waiting for five tries, then they go first', async () => {
  const world = await openWorld(4, (id) => (id.startsWith('change-0') ? 500 : 200));
  for (let tries = 1; tries <= 4; tries += 1) {
    await runUntil(world, () => world.deliveries.length >= tries);
    assert.equal([tries, changesIn(world.received).length], [tries, 1]);
    world.time.now += 3 * hour;
  }
  await runUntil(world, () => changesIn(world.received).length === 4 && world.deliveries.length >= 8);
  assert.equal(changesIn(world.received), all(4));
  assert.equal(
    world.stored().pending.map(({ messageId, tries }) => [messageId, tries]),
    [['change-0:0', 5]],
  );
  world.close();
});

test('W-04 an endpoint that answers 410 is disabled at once, and enabled again begins with what it missed', async () => {
  let gone = true;
  const world = await openWorld(6, () => (gone ? 410 : 200));
  await world.run(new AbortController().signal).done;
  assert.equal([world.stored().state, world.stored().reason, world.received.length], ['disabled', 'gone', 1]);
  gone = false;
  world.bench.give({ type: 'webhook.update', body: { endpointId, enabled: true } });
  await runUntil(world, () => changesIn(world.received).length === 6);
  assert.equal(changesIn(world.received), all(6));
  world.close();
});

test('W-04 an endpoint that hangs for a week is disabled after 75 hours, with its messages pending', async () => {
  const world = await openWorld(6, () => 'hang');
  while (world.stored().state === 'enabled') {
    const before = world.deliveries.length;
    await runUntil(world, () => world.deliveries.length > before || world.stored().state !== 'enabled');
    world.time.now += 8 * hour;
    assert.ok(world.deliveries.length < 60);
  }
  assert.is(world.stored().reason, 'failing');
  assert.ok(world.time.now - (world.stored().failingSince ?? 0) < 7 * 24 * hour);
  assert.ok(world.stored().pending.length > 0);
  assert.match(world.deliveries[0]?.error ?? '', /did not answer in full/);
  world.close();
});

test.run();
