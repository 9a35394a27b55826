// rule: the same observations give the same bytes, also tests/process/first-run.test.ts, tests/pipeline/changes/properties.test.ts, tests/pipeline/runtime/run-fold.test.ts, sim accounts/fold-replay
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogRecord } from '../../infra/log/log.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { authorityLine, registryLines, writeLines } from '../support/demo-world.ts';
import { fixturePath } from '../support/fixture-path.ts';
import { rawRecords, withEngine } from '../support/raw-log.ts';
import { createSandbox, type Sandbox } from '../support/service.ts';

const folded = ['changes', 'asset.records', 'asset.subjects'] as const satisfies readonly TopicName[];

/** The first is processed in one go, the second step by step; the others get the first one's observations. */
const [atOnce, stepwise, refolded, trickled] = [createSandbox(), createSandbox(), createSandbox(), createSandbox()];
const sandboxes = [atOnce, stepwise, refolded, trickled];

const world = {
  assets: 4,
  wallets: ['eip155:1:0x01e2919679362dfbc9ee1644ba9c6da6d6245bb1'],
  lei: '969500OYUDADGZKCR583',
};
const [issuer = '', ...assetLines] = registryLines(world);
const revoked = JSON.stringify({
  ...(JSON.parse(issuer) as object),
  kyi: { status: 'revoked', at: '2026-09-01T00:00:00Z' },
});
const readings = Array.from({ length: 8 }, (_, index) =>
  authorityLine(index % 4, Math.floor(index / 4), Date.parse('2026-03-01T00:00:00Z') + index * 60_000),
);
const snapshots = [
  ['ofac-addresses', 'ETH-2022-09-03.json', '2022-09-03'],
  ['ofac-addresses', 'ETH-2022-11-09.json', '2022-11-09'],
  ['esma-emtwp', 'EMTWP-20260209.csv', '2026-02-09'],
  ['esma-emtwp', 'EMTWP-20260821.csv', '2026-08-21'],
] as const;

const importLines = (sandbox: Sandbox, asOf: string, lines: readonly string[]): Promise<unknown> =>
  sandbox.json('registry', 'import', writeLines(sandbox.directory, 'registry.ndjson', lines), '--as-of', asOf);
const observe = (sandbox: Sandbox, lines: readonly string[]): Promise<unknown> =>
  sandbox.json('observe', writeLines(sandbox.directory, 'observations.ndjson', lines));
const idle = (sandbox: Sandbox): Promise<unknown> => sandbox.idle();

const recordsOf = (sandbox: Sandbox, topic: TopicName): Promise<readonly LogRecord[]> =>
  withEngine(sandbox.directory, (engine) => rawRecords(engine, topic));

/** A record with its position on the log. */
const placed = ({ partition, offset, timestamp, key, value }: LogRecord): string =>
  [partition, offset, timestamp, key?.toString('utf8'), value?.toString('base64')].join(' ');

/** A record without its position. */
const content = ({ timestamp, key, value }: LogRecord): string =>
  [timestamp, key?.toString('utf8'), value?.toString('base64')].join(' ');

test.before(async () => {
  const service = await atOnce.up();
  await importLines(atOnce, '2022-01-01', [issuer, ...assetLines]);
  await idle(atOnce);
  for (const [feed, file, asOf] of snapshots) {
    await atOnce.json('feeds', 'run', feed, '--file', fixturePath(feed, file), '--as-of', asOf);
  }
  await observe(atOnce, readings);
  await idle(atOnce);
  await importLines(atOnce, '2026-09-01', [revoked]);
  await idle(atOnce);
  // From here on only its log is read.
  await service.end('SIGTERM');
});
test.after(async () => {
  await Promise.all(sandboxes.map((sandbox) => sandbox.destroy()));
});

test('the observations of one log, appended at once to another, give byte-identical outputs in every partition', async () => {
  await refolded.json('topics', 'apply');
  const observations = await recordsOf(atOnce, 'observations');
  assert.ok(observations.length > 20);
  await withEngine(refolded.directory, async ({ log }) => {
    await log.append(observations.map(toAppend));
  });
  await refolded.up();
  await idle(refolded);
  await assertSameFold(refolded);
});

test('so do observations that arrive one by one while the service runs', async () => {
  const service = await trickled.up();
  // Control records have no key: the service has begun the day by itself.
  const observations = (await recordsOf(atOnce, 'observations')).filter(({ key }) => (key?.length ?? 0) > 0);
  await withEngine(trickled.directory, async ({ log }) => {
    for (const record of observations) await log.append([toAppend(record)]);
  });
  await idle(trickled);
  await service.end('SIGTERM');
  await assertSameFold(trickled);
});

test('the same files, read in parts and step by step, lead to the same changes and records', async () => {
  await stepwise.up();
  await importLines(stepwise, '2022-01-01', [issuer, ...assetLines.slice(0, 1)]);
  await importLines(stepwise, '2022-01-01', assetLines.slice(1));
  await idle(stepwise);
  for (const [feed, file, asOf] of snapshots) {
    await stepwise.json('feeds', 'run', feed, '--file', fixturePath(feed, file), '--as-of', asOf);
    if (feed === 'esma-emtwp') await idle(stepwise);
  }
  await observe(stepwise, readings.slice(0, 5));
  await observe(stepwise, readings.slice(5));
  await importLines(stepwise, '2026-09-01', [revoked]);
  await idle(stepwise);
  const inAnyOrder = async (sandbox: Sandbox, topic: TopicName): Promise<readonly string[]> =>
    (await recordsOf(sandbox, topic)).map(content).sort();
  for (const topic of ['observations', 'changes', 'registry.assets', 'sanctions.entries', 'register.rows'] as const) {
    assert.equal(await inAnyOrder(stepwise, topic), await inAnyOrder(atOnce, topic), topic);
  }
  const feed = async (sandbox: Sandbox): Promise<readonly unknown[]> =>
    (await sandbox.lines<{ readonly value: { readonly id: string } }>('topics', 'tail', 'changes'))
      .map(({ value }) => value)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  const changes = await feed(atOnce);
  assert.equal(await feed(stepwise), changes);
  const categories = new Set(changes.map((change) => (change as { readonly category: string }).category));
  assert.equal([...categories].sort(), ['party_edge', 'register', 'sanctions']);
});

test('verify and replay agree, also where the records came from elsewhere', async () => {
  for (const sandbox of [refolded, stepwise]) {
    const report = await sandbox.json<Readonly<Record<string, unknown>>>('verify');
    assert.equal([report['lost'], report['duplicate'], report['differing']], [0, 0, 0], JSON.stringify(report));
  }
  const replay = await stepwise.lines<{ readonly compared: number; readonly differing: number }>(
    ...['replay', 'detect', '--compare'],
  );
  assert.is(replay.at(-1)?.differing, 0);
});

const toAppend = ({ topic, partition, timestamp, key, value }: LogRecord) => ({
  topic,
  partition,
  timestamp,
  key: key ?? '',
  value: value ?? Buffer.alloc(0),
});

async function assertSameFold(sandbox: Sandbox): Promise<void> {
  for (const topic of folded) {
    const [expected, actual] = [await recordsOf(atOnce, topic), await recordsOf(sandbox, topic)];
    assert.ok(expected.length > 0, topic);
    assert.equal(actual.map(placed), expected.map(placed), topic);
  }
}

test.run();
