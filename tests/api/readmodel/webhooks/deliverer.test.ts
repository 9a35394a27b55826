/** The sender over real tables and the real fold: what receivers get when endpoints come, go, fail and move. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createReadModel } from '../../../../api/readmodel/dependencies.ts';
import { type Deliverer, startDeliverer } from '../../../../api/readmodel/webhooks/deliverer.ts';
import { readDeliveries } from '../../../../api/readmodel/webhooks/queries.ts';
import { tablesOfTenant } from '../../../../api/readmodel/tables/tenant-tables.ts';
import { deleteExpiredRows } from '../../../../infra/clickhouse/upkeep/expired-rows.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { createDeferred } from '../../../../infra/async/async.ts';
import type { StartTimer } from '../../../../infra/fetch/deadline.ts';
import { createGuardedPost, type GuardedPost, type PostAnswer } from '../../../../infra/fetch/guarded-post.ts';
import { manualTimer } from '../../../support/raw-answers.ts';
import { reached } from '../../../support/reached.ts';
import { type Harness, itemsOf, openHarness, type TestKey } from '../../harness.ts';
import { change, day, hour, now, verdict } from '../../records.ts';
import { addEndpoint as add, eventsOf, secret, storedEndpoint, watcher as watch } from './endpoints.ts';

interface ReceivedEvent {
  readonly path: string;
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

let api: Harness;
let received: ReceivedEvent[];
/** Called when a message arrives at a path. */
const arrived = new Map<string, () => void>();
/** Status by path; 200 otherwise. */
const answers = new Map<string, number | 'hang'>();
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8');
    // Throws where the signature is not that of the body, so that the sender gets no answer.
    new Webhook(secret).verify(text, request.headers as Readonly<Record<string, string>>);
    const body = JSON.parse(text) as Pick<ReceivedEvent, 'data' | 'timestamp' | 'type'>;
    received.push({ path: request.url ?? '', id: String(request.headers['webhook-id']), ...body });
    arrived.get(request.url ?? '')?.();
    const answer = answers.get(request.url ?? '') ?? 200;
    if (answer !== 'hang') response.writeHead(answer).end();
  });
});
let host = '';
const senders: Deliverer[] = [];
const added: { readonly tenantId: string; readonly endpointId: string }[] = [];

test.before(async () => {
  mock.timers.enable({ apis: ['Date'], now });
  api = await openHarness();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.before.each(() => {
  received = [];
  answers.clear();
  arrived.clear();
});
test.after.each(async () => {
  for (const sender of senders.splice(0)) await sender.stop();
  for (const { tenantId, endpointId } of added.splice(0)) await api.give(tenantId, 'webhook.remove', { endpointId });
});
test.after(async () => {
  server.closeAllConnections();
  server.close();
  await api.close();
  mock.timers.reset();
});

interface SenderOptions {
  readonly isOwned?: (partition: number) => boolean;
  readonly findings?: string[];
  /** Called before each read of events. */
  readonly reading?: () => void;
  readonly post?: GuardedPost;
  readonly stopLimitMs?: number;
}

let clockMs = now;
/** Moves by being read, so that a sender that rests goes on; receivers compare timestamps with the clock of their process. */
const clock = (): number => {
  clockMs += 20;
  mock.timers.setTime(clockMs);
  return clockMs;
};

/** The limit of exchanges that hang, which passes when a test lets it; that of others never passes. */
const limit = manualTimer();
const never: StartTimer = () => () => undefined;
const usualPost: GuardedPost = (request) => {
  const startTimer = request.url.endsWith('/hangs') ? limit.startTimer : never;
  return createGuardedPost({ allow: [host], userAgent: 'test', startTimer })(request);
};

function send(options: SenderOptions = {}): Deliverer {
  const { isOwned = () => true, findings = [], reading = () => undefined, post = usualPost, stopLimitMs } = options;
  const dependencies = createReadModel({ ...api.dependencies, clock });
  const events = eventsOf(api);
  const sender = startDeliverer({
    ...dependencies,
    versions: api.versions,
    pollMs: 5,
    random: () => 0,
    isOwned,
    onFinding: (finding) => void findings.push(finding ?? ''),
    // The fold of the harness has a clock of its own.
    commands: {
      send: (commands, trace) =>
        api.dependencies.commands.send(
          commands.map((command) => ({ ...command, at: now })),
          trace,
        ),
    },
    reader: {
      after: async (...at) => {
        reading();
        return events.after(...at);
      },
    },
    post,
    ...(stopLimitMs === undefined ? {} : { stopLimitMs }),
  });
  senders.push(sender);
  return sender;
}

/** Queries again at each answer until what the sender reports is in the tables. */
async function inTables(holds: () => Promise<boolean>): Promise<void> {
  for (let isThere = false; !isThere; ) isThere = await holds();
}

const watcher = (): ReturnType<typeof watch> => watch(api);

async function addEndpoint(key: TestKey, path: string): Promise<string> {
  const endpointId = await add(api, key, `http://${host}${path}`);
  added.push({ tenantId: key.tenantId, endpointId });
  return endpointId;
}

const endpointOf = (key: TestKey, endpointId: string): ReturnType<typeof storedEndpoint> =>
  storedEndpoint(api, key, endpointId);

const at = (path: string): readonly ReceivedEvent[] => received.filter((one) => one.path === path);

test('W-01 changes, revisions, notifications and notices of verdicts arrive as feed and inbox show them', async () => {
  const { key, n } = await watcher();
  const endpointId = await addEndpoint(key, '/all');
  send();
  await api.detect(change('told', n), change('faint', n, { lowSignal: true, notableAt: null }), change('other', 999));
  await api.judge(verdict(n, now - hour));
  await reached('three messages', () => at('/all').length >= 3);
  const revisedAt = now + 2 * hour;
  await api.detect(change('told', n, { revision: 1, notableAt: null, revisedAt }));
  await reached('four messages', () => at('/all').length >= 4);
  const [created, notified, judged, revised] = at('/all');
  assert.equal(
    [created, notified, judged, revised].map((one) => one?.type),
    ['change.created', 'notification.created', 'notification.created', 'change.revised'],
  );
  assert.equal(
    [created, notified, judged, revised].map((one) => Date.parse(one?.timestamp ?? '')),
    [change('told', n).detectedAt, change('told', n).detectedAt, now - hour, revisedAt],
    'each states when it happened, a revision not the time of what it revises',
  );
  const feed = itemsOf(await api.get('/me/monitoring/changes', key.text)).find(({ id }) => id === created?.data['id']);
  assert.equal(created?.data['title'], feed?.['title']);
  const inbox = itemsOf(await api.get('/me/notifications', key.text));
  assert.is(judged?.id, inbox.find(({ kind }) => kind === 'obligation_not_evidenced')?.['id']);
  assert.is(revised?.id, `${String(created?.data['id'])}:1`);
  await inTables(async () => ((await endpointOf(key, endpointId))?.progress ?? 0) >= 1);
  const tables = tablesOfTenant(api.dependencies.tables, key.tenantId);
  const kept = await readDeliveries(tables, endpointId, { now, limit: 10 });
  assert.equal(new Set(kept.map(({ status, outcome }) => `${outcome} ${status ?? 0}`)), new Set(['delivered 200']));
});

test('the tries of an endpoint are kept for 30 days, and then deleted', async () => {
  const { key, n } = await watcher();
  const endpointId = await addEndpoint(key, '/kept');
  send();
  await api.detect(change('kept', n));
  const tables = tablesOfTenant(api.dependencies.tables, key.tenantId);
  const tries = async (): Promise<number> => (await readDeliveries(tables, endpointId, { now, limit: 10 })).length;
  await inTables(async () => (await tries()) === 2);
  await deleteExpiredRows(api.fixture.writer, now + 29 * day);
  assert.is(await tries(), 2);
  await deleteExpiredRows(api.fixture.writer, now + 31 * day);
  assert.is(await tries(), 0);
});

test('W-04 an endpoint that hangs delays no other, of the same tenant neither', async () => {
  const { key, n } = await watcher();
  await addEndpoint(key, '/hangs');
  await addEndpoint(key, '/answers');
  answers.set('/hangs', 'hang');
  const sender = send();
  await api.detect(...Array.from({ length: 5 }, (_, index) => change(`beside ${index}`, n)));
  await reached('ten messages beside one that hangs', () => at('/answers').length >= 10);
  await reached('the message that hangs', () => at('/hangs').length === 1);
  limit.expire();
  await reached('a failing endpoint', () => sender.endpoints().failing === 1);
  assert.equal(sender.endpoints(), { answering: 1, failing: 1 });
});

/** A sender whose messages to one path never settle, until they are released. */
function sendWithStuck(path: string, options: SenderOptions = {}) {
  const begun = createDeferred();
  const answered = createDeferred<PostAnswer>();
  const sender = send({
    ...options,
    post: (request) => {
      if (!request.url.endsWith(path)) return usualPost(request);
      begun.resolve();
      return answered.promise;
    },
  });
  const release = (): void => answered.resolve({ status: null, text: '', error: 'late' });
  return { sender, begun: begun.promise, release };
}

/** Resolves when a message arrives at the path. */
const arrivalAt = (path: string): Promise<void> => new Promise((resolve) => arrived.set(path, resolve));

test('W-04 W-06 an exchange that never ends, of an endpoint that was removed, delays no endpoint that is added later', async () => {
  const { key, n } = await watcher();
  const stuck = await addEndpoint(key, '/stuck');
  const { begun, release } = sendWithStuck('/stuck');
  await api.detect(change('stuck', n));
  await begun;
  await api.give(key.tenantId, 'webhook.remove', { endpointId: stuck });
  const other = await watcher();
  const arrival = arrivalAt('/later');
  await addEndpoint(other.key, '/later');
  await api.detect(change('later', other.n));
  await arrival;
  release();
});

test('W-06 a stop does not wait for an exchange that never ends', async () => {
  const { key, n } = await watcher();
  await addEndpoint(key, '/stuck');
  const { sender, begun, release } = sendWithStuck('/stuck', { stopLimitMs: 0 });
  await api.detect(change('stuck', n));
  await begun;
  await sender.stop();
  release();
});

test('an endpoint that is added, stopped, enabled and removed while the sender runs', async () => {
  const { key, n } = await watcher();
  send();
  const endpointId = await addEndpoint(key, '/moving');
  await api.detect(change('one', n));
  // A stop before the delivery is recorded would send it again.
  const tables = tablesOfTenant(api.dependencies.tables, key.tenantId);
  await inTables(async () => (await readDeliveries(tables, endpointId, { now, limit: 10 })).length === 2);
  assert.is(at('/moving').length, 2);
  await api.give(key.tenantId, 'webhook.update', { endpointId, enabled: false });
  await reached('no endpoint', () => senders[0]?.endpoints().answering === 0);
  await api.detect(change('two', n));
  await api.give(key.tenantId, 'webhook.update', { endpointId, enabled: true });
  await reached('four messages', () => at('/moving').length === 4);
  assert.equal(new Set(at('/moving').map(({ id }) => id)).size, 4, 'it goes on behind what was delivered');
  await api.give(key.tenantId, 'webhook.remove', { endpointId });
  await reached('no endpoint', () => senders[0]?.endpoints().answering === 0);
  assert.is(await endpointOf(key, endpointId), undefined);
});

test('W-02 two senders that own the same tenant for a moment: none lost, twice only with the same id', async () => {
  const { key, n } = await watcher();
  const endpointId = await addEndpoint(key, '/both');
  send();
  send();
  for (let count = 0; count < 6; count += 1) await api.detect(change(`shared ${count}`, n));
  await reached('twelve messages', () => new Set(at('/both').map(({ id }) => id)).size === 12);
  await inTables(async () => {
    const tables = tablesOfTenant(api.dependencies.tables, key.tenantId);
    const kept = await readDeliveries(tables, endpointId, { now, limit: 100 });
    return new Set(kept.map(({ messageId }) => messageId)).size === 12;
  });
});

test('a process sends for the partitions that it owns, and begins and ends with them', async () => {
  const { key, n } = await watcher();
  await addEndpoint(key, '/owned');
  const owned = { now: false };
  const sender = send({ isOwned: () => owned.now });
  await api.detect(change('waits', n));
  await api.judge(verdict(n, now - hour));
  assert.equal([at('/owned'), sender.endpoints().answering], [[], 0]);
  owned.now = true;
  await reached('three messages', () => at('/owned').length === 3);
  owned.now = false;
  await reached('no endpoint', () => sender.endpoints().answering === 0);
});

test('tables that are away end no sender; another error is a finding and ends the loop of one endpoint alone', async () => {
  const { key, n } = await watcher();
  await addEndpoint(key, '/errors');
  const findings: string[] = [];
  let error: Error = new RetryableError('away');
  let reads = 0;
  send({
    findings,
    reading: () => {
      reads += 1;
      throw error;
    },
  });
  await reached('a read', () => reads >= 1);
  assert.equal(new Set(findings), new Set(['']));
  for (const sender of senders.splice(0)) await sender.stop();
  error = new Error('a bug');
  send({
    findings,
    reading: () => {
      throw error;
    },
  });
  await reached('a finding', () => findings.some((finding) => finding.includes('a bug')));
  for (const sender of senders.splice(0)) await sender.stop();
  send();
  await api.detect(change('after', n));
  await reached('two tries in the tables', () => at('/errors').length === 2);
});

test.run();
