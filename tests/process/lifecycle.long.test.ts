// rule: R-21 C-01 B-72, also tests/process/lifecycle.test.ts, tests/cli/program/process/shutdown.test.ts, tests/cli/service/start-service.test.ts, tests/cli/log/tail-topic.test.ts, tests/process/first-run.test.ts, tests/process/reset.test.ts, tests/cli/service/http/drain.test.ts, tests/cli/service/http/listen.test.ts, tests/cli/log/await-record.test.ts, tests/cli/commands/changes.test.ts, tests/pipeline/registry/export.test.ts, tests/cli/commands/tables-rebuild.test.ts
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clientOfB } from '../support/api-client.ts';
import { authorityLine, registryLines, testId, writeLines } from '../support/demo-world.ts';
import { fixturePath } from '../support/fixture-path.ts';
import { createSandbox, type RunningService } from '../support/service.ts';
import { elapsedMs, every, pause, until, within, withPatience } from '../support/real-time.ts';

const sandbox = createSandbox({ ATTESTRY_RATE_LIMIT: 'off' });
let service: RunningService;
let key = '';

/** The issuer has an address that is on a sanctions list. */
const wallets = ['eip155:1:0x01e2919679362dfbc9ee1644ba9c6da6d6245bb1'];
const world = (): string => writeLines(sandbox.directory, 'world.ndjson', registryLines({ assets: 3, wallets }));

/** A POST of which only the first half was sent. */
interface OpenRequest {
  readonly finish: () => void;
  /** The whole answer until the connection was closed. */
  readonly answer: Promise<string>;
}

async function beginPost(url: string, body: string): Promise<OpenRequest> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const answer = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(text));
    socket.once('error', () => resolve(text));
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const head = [
    'POST /me/watchlist HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    '',
  ].join('\r\n');
  socket.write(`${head}${body.slice(0, 10)}`);
  await pause(100);
  return { finish: () => socket.write(body.slice(10)), answer };
}

interface Report {
  readonly lost: number;
  readonly duplicate: number;
  readonly differing: number;
}

async function assertVerified(): Promise<void> {
  const { lost, duplicate, differing } = await sandbox.json<Report>('verify');
  assert.equal([lost, duplicate, differing], [0, 0, 0]);
}

test.before(async () => {
  service = await sandbox.up();
  await sandbox.json('registry', 'import', world());
  const scopes = 'monitoring:read,watchlist:write';
  key = (await sandbox.json<{ readonly key: string }>('keys', 'create', '--name', 'x', '--scopes', scopes)).key;
  await sandbox.idle();
});
test.after(() => sandbox.destroy());

test('SIGTERM: the request in flight is answered, its effect is durable, exit 0 within 10 s', async () => {
  const request = await beginPost(service.httpUrl, JSON.stringify({ assetId: testId('asset-0') }));
  const started = elapsedMs();
  const ended = service.end('SIGTERM');
  await pause(300);
  request.finish();
  assert.match(await request.answer, /^HTTP\/1\.1 201 Created/);
  assert.equal(await ended, { code: 0, signal: null });
  assert.ok(elapsedMs() - started < withPatience(10_000));
  assert.is(service.stderr(), '');
  assert.not.ok(existsSync(join(sandbox.directory, 'tables.sock')), 'the socket is gone');

  service = await sandbox.up();
  const { body } = await clientOfB(service, key).get<{
    readonly items: readonly { readonly asset: { readonly id: string } }[];
  }>('/me/watchlist');
  assert.equal(
    body.items.map(({ asset }) => asset.id),
    [testId('asset-0')],
  );
});

test('a second signal at once is the same keypress, one half a second later stops at once', async () => {
  const ended = service.end('SIGINT');
  process.kill(service.pid, 'SIGINT');
  assert.equal(await ended, { code: 0, signal: null });

  service = await sandbox.up();
  await beginPost(service.httpUrl, JSON.stringify({ assetId: testId('asset-1') }));
  const stopping = service.end('SIGTERM');
  // On a busy machine the program may receive the first signal so late that the next one still counts as the same.
  let last = elapsedMs();
  const stop = every(700, () => {
    last = elapsedMs();
    process.kill(service.pid, 'SIGTERM');
  });
  const { code } = await stopping.finally(stop);
  assert.is.not(code, 0);
  assert.ok(elapsedMs() - last < withPatience(1_000));
});

test('a signal during the start ends it cleanly', async () => {
  const child = sandbox.start('up');
  const [noted, printed] = [linesOf(child.stderr), linesOf(child.stdout)];
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  await until('its first line', () => noted().length > 0, 10);
  child.kill('SIGTERM');
  assert.is(await within(closed, () => 'its end'), 0);
  assert.equal(printed(), [], 'it was never ready');
});

test('without a service the CLI reports it, and the next service processes the appended records', async () => {
  const started = elapsedMs();
  const register = ['feeds', 'run', 'esma-emtwp', '--file', fixturePath('esma-emtwp', 'EMTWP-20260129.csv')];
  const unanswered = Promise.all([
    sandbox.spawned({}, 'keys', 'create', '--name', 'y', '--scopes', 'monitoring:read'),
    sandbox.spawned({}, ...register, '--as-of', '2026-01-29'),
  ]);
  await sandbox.json('observe', writeLines(sandbox.directory, 'o.ndjson', [authorityLine(0, 1, 1_770_000_000_000)]));
  const waited = await sandbox.cli('wait', '--idle', '--timeout', '1');
  assert.is(waited.code, 1);
  assert.match(waited.stderr, /not idle: .*detect \(1 records? behind\).*; no process runs .*: start attestry up/);
  const status = await sandbox.json<{
    readonly processors: readonly { readonly name: string; readonly partitions: readonly { readonly lag: number }[] }[];
    readonly tables: readonly { readonly name: string; readonly rows: number }[];
  }>('status');
  const lag = (name: string): number =>
    status.processors.find((one) => one.name === name)?.partitions.reduce((sum, one) => sum + one.lag, 0) ?? -1;
  assert.equal([lag('detect'), lag('declare')], [1, 0]);
  assert.ok(
    (status.tables.find(({ name }) => name === 'store_registry_assets')?.rows ?? 0) >= 3,
    'it opens the tables itself',
  );

  const [create, run] = await unanswered;
  assert.ok(elapsedMs() - started < withPatience(20_000));
  for (const { code, stdout, stderr } of [create, run]) {
    assert.equal([code, stdout], [1, '']);
    assert.match(
      stderr,
      /no answer on .* within 10 s: no processor .* is running on this data directory; start one with attestry up/,
    );
  }
  // A record that no processor has read yet is not lost.
  await assertVerified();

  service = await sandbox.up();
  await sandbox.idle();
  assert.match(create.stderr, /nothing was appended, no key was made/);
  const keys = await sandbox.json<readonly { readonly name: string }[]>('keys', 'list');
  assert.not.ok(
    keys.some(({ name }) => name === 'y'),
    'a key that was never shown is not created later',
  );
  const [feed] = await sandbox.json<
    readonly { readonly lastRun: { readonly status: string; readonly asOf: string } }[]
  >('feeds', 'list');
  assert.equal([feed?.lastRun.status, feed?.lastRun.asOf], ['accepted', '2026-01-29T00:00:00.000Z']);
  await assertVerified();
});

test('topics tail: from an offset, so many, and following', async () => {
  interface TailedRow {
    readonly topic: string;
    readonly partition: number;
    readonly offset: number;
    readonly timestamp: number;
    readonly key: string;
    readonly value: { readonly register?: string };
  }
  const all = await sandbox.lines<TailedRow>('topics', 'tail', 'register.rows');
  assert.is(all.length, 31);
  assert.equal(Object.keys(all[0] ?? {}).sort(), ['key', 'offset', 'partition', 'timestamp', 'topic', 'value']);
  assert.equal(new Set(all.map(({ topic }) => topic)), new Set(['attestry.register.rows']));
  const later = await sandbox.lines<TailedRow>('topics', 'tail', 'attestry.register.rows', '--from', '2');
  assert.is(later.length, all.filter(({ offset }) => offset >= 2).length);
  assert.ok(later.every(({ offset }) => offset >= 2));
  assert.is((await sandbox.lines('topics', 'tail', 'register.rows', '--max', '4')).length, 4);

  const follower = sandbox.start('topics', 'tail', 'observations', '--from', 'latest', '--follow', '--json');
  const seen = linesOf(follower.stdout);
  await pause(1_500);
  // On a busy machine the follower may start after an append, and misses that record.
  for (let n = 1; seen().length === 0; n += 1) {
    assert.ok(n < 20, 'the follower writes nothing');
    const line = authorityLine(1, n, 1_770_000_000_000 + n * 1_000);
    await sandbox.json('observe', writeLines(sandbox.directory, 'o.ndjson', [line]));
    for (let time = 0; time < 100 && seen().length === 0; time += 1) await pause(50);
  }
  const [row] = seen().map((line) => JSON.parse(line) as { readonly key: string });
  assert.is(row?.key, testId('asset-1'));
  const closed = new Promise((resolve) => follower.once('close', resolve));
  follower.kill('SIGINT');
  assert.is(await within(closed, () => 'the end of the follower'), 0);
});

test('C-01 sql, export changes and changes list read the same changes', async () => {
  // The first reading is what the second one differs from.
  for (const reading of [101, 102]) {
    const line = authorityLine(0, reading, 1_770_100_000_000 + reading * 1_000);
    await sandbox.json('observe', writeLines(sandbox.directory, 'two-owners.ndjson', [line]));
  }
  await sandbox.idle();
  const listed = await sandbox.lines<{ readonly id: string; readonly assetId: string }>('changes', 'list');
  const ids = listed.map(({ id }) => id).sort();
  assert.ok(ids.length > 0);
  const sql = await sandbox.lines<{ readonly id: string }>('sql', 'SELECT id FROM attestry.changes ORDER BY id');
  assert.equal(
    sql.map(({ id }) => id),
    ids,
  );
  const exported = await sandbox.cli('export', 'changes', '--format', 'csv');
  assert.match(exported.stdout, /^"id","revision",/);
  assert.is(exported.stdout.trimEnd().split('\n').length >= ids.length + 1, true);
  const file = join(sandbox.directory, 'changes.parquet');
  await sandbox.json('export', 'changes', '--format', 'parquet', '--out', file);
  assert.is(readFileSync(file).subarray(0, 4).toString('latin1'), 'PAR1');
  const again = await sandbox.cli('export', 'changes', '--format', 'parquet', '--out', file);
  assert.is(again.code, 2);
  assert.match(again.stderr, /changes\.parquet exists; name a new file/);
  rmSync(file);

  const refused = await sandbox.cli('sql', 'DROP TABLE attestry.store_changes');
  assert.is(refused.code, 1);
  const [asset] = await sandbox.lines<{ readonly assetId: string; readonly symbol: string }>(
    'sql',
    "SELECT asset_id AS assetId, symbol FROM attestry.registry_assets WHERE asset_id = '" +
      (listed[0]?.assetId ?? '') +
      "'",
  );
  const ofOne = await sandbox.lines<{ readonly assetId: string }>(
    'changes',
    'list',
    '--asset',
    (asset?.symbol ?? '').toLowerCase(),
  );
  assert.ok(ofOne.length > 0 && ofOne.every(({ assetId }) => assetId === asset?.assetId));
});

interface ReadChange {
  readonly id: string;
  readonly impactAssessment: { readonly inputFingerprint: string };
}

/** The changes that the feed shows to the key, and each as read by its id. */
async function readChanges(): Promise<readonly ReadChange[]> {
  const client = clientOfB(service, key);
  const { body } = await client.get<{ readonly items: readonly ReadChange[] }>('/me/monitoring/changes?showAll=true');
  for (const item of body.items) {
    const one = await client.get<ReadChange>(`/me/monitoring/changes/${encodeURIComponent(item.id)}`);
    assert.equal(one.body, item);
  }
  return body.items;
}

test('doctor, migrate, reset and a lost tables directory; B-72 changes are the same when tables are filled again', async () => {
  interface Check {
    readonly name: string;
    readonly ok: boolean;
    readonly found: string;
  }
  const running = await sandbox.lines<Check>('doctor');
  assert.ok(
    running.every(({ ok }) => ok),
    JSON.stringify(running),
  );
  assert.match(running.find(({ name }) => name === 'service')?.found ?? '', /^running/);
  const refused = await sandbox.cli('reset', '--yes');
  assert.is.not(refused.code, 0);
  assert.match(refused.stderr, new RegExp(`process ${service.pid}`));
  assert.is((await fetch(`${service.httpUrl}/readyz`)).status, 200, 'nothing was deleted');
  const list = fixturePath('ofac-addresses', 'ETH-2022-11-09.json');
  await sandbox.json('feeds', 'run', 'ofac-addresses', '--file', list, '--as-of', 'now');
  await sandbox.idle();
  const changes = await readChanges();
  assert.ok(changes.length > 0);
  for (const { impactAssessment } of changes) assert.match(impactAssessment.inputFingerprint, /^sha256:[0-9a-f]{64}$/);
  await service.end('SIGTERM');

  await assertVerified();
  rmSync(join(sandbox.directory, 'tables'), { recursive: true });
  const applied = await sandbox.json<{ readonly applied: readonly unknown[] }>('migrate');
  assert.ok(applied.applied.length > 0);
  assert.equal(await sandbox.json('migrate'), { applied: [] }, 'idempotent');
  assert.is((await sandbox.cli('verify')).code, 1, 'empty tables differ from the log');
  service = await sandbox.up();
  await sandbox.idle();
  await assertVerified();
  assert.is((await clientOfB(service, key).get('/me/watchlist')).status, 200, 'the tables were filled again');
  assert.equal(await readChanges(), changes, 'ids, fingerprints and assessments among all of it');
  await service.end('SIGTERM');

  const asks = await sandbox.cli('reset');
  assert.is(asks.code, 2);
  assert.match(asks.stderr, /--yes/);
  writeFileSync(join(sandbox.directory, 'mine.txt'), 'not the service’s');
  assert.equal(await sandbox.json('reset', '--yes'), { deleted: true });
  const left = readdirSync(sandbox.directory).filter((name) => !name.endsWith('.ndjson'));
  assert.equal(left.sort(), ['mine.txt', 'service'], 'only what the service made is deleted');
  const topics = await sandbox.json<readonly { readonly records: number }[]>('topics', 'list');
  assert.ok(topics.every(({ records }) => records === 0));
});

interface ImportAnswer {
  readonly parties: number;
  readonly assets: number;
  readonly proofs: number;
  readonly asOf: string;
  readonly notes: readonly { readonly kind: string; readonly ids: readonly string[] }[];
}

const withoutOrder = (answer: ImportAnswer): ImportAnswer => ({
  ...answer,
  notes: answer.notes.map(({ kind, ids }) => ({ kind, ids: ids.toSorted() })),
});

test('registry export, imported into an empty directory, exports the same', async () => {
  const demo = fileURLToPath(new URL('../../demo/files/registry.ndjson', import.meta.url));
  const other = createSandbox();
  try {
    const counts = await sandbox.json<ImportAnswer>('registry', 'import', demo, '--as-of', '2026-01-15T09:00:00Z');
    assert.ok(counts.parties > 5 && counts.assets > 20 && counts.proofs > 0);
    const exported = await sandbox.cli('registry', 'export');
    assert.is(exported.code, 0);
    mkdirSync(other.directory, { recursive: true });
    const file = join(other.directory, 'export.ndjson');
    writeFileSync(file, exported.stdout);
    const imported = await other.json<ImportAnswer>('registry', 'import', file, '--as-of', '2026-01-15T09:00:00Z');
    // An export has assets in the order of their ids, the file of the demo in its own.
    assert.equal(withoutOrder(imported), withoutOrder({ ...counts, asOf: '2026-01-15T09:00:00.000Z' }));
    const again = await other.cli('registry', 'export');
    assert.is(again.stdout, exported.stdout);
    const lines = exported.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly type: string });
    const of = (type: string): number => lines.filter((line) => line.type === type).length;
    assert.equal([of('party'), of('asset'), of('proof')], [counts.parties, counts.assets, counts.proofs]);
  } finally {
    await other.destroy();
  }
});

test('a taken port is reported with the variable to set, and no process stays behind', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const directory = join(sandbox.directory, 'port');
  for (const name of ['ATTESTRY_HTTP_PORT', 'ATTESTRY_SQL_PORT']) {
    const { code, stderr } = await sandbox.spawned({ ATTESTRY_DATA_DIR: directory, [name]: port }, 'up');
    assert.is(code, 1, stderr);
    assert.match(stderr, new RegExp(`port ${port} on 127\\.0\\.0\\.1 is taken; set ${name}`));
  }
  taken.close();
});

/** Lines a process has written so far. */
function linesOf(stream: NodeJS.ReadableStream | null): () => readonly string[] {
  let text = '';
  stream?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  return () => text.split('\n').slice(0, -1);
}

test.run();
