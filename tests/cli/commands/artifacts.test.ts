/** `attestry artifacts`: which artifacts it deletes, which it never deletes, and the copy to another store. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../cli/log/append.ts';
import type { Engine } from '../../../cli/engine/open-engine.ts';
import { pruneArtifacts } from '../../../cli/log/prune-artifacts.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { UsageError } from '../../../infra/errors.ts';
import type { FeedCapture, FeedRun } from '../../../schemas/generated/records.ts';
import { doubleKeys, openS3Double } from '../../support/s3-double.ts';
import { samplesOf } from '../../support/sink-rows.ts';
import { attestry, openCleanLog } from '../harness.ts';

const root = mkdtempSync(join(tmpdir(), 'attestry-artifacts-'));
const settings = { ATTESTRY_DATA_DIR: join(root, 'data'), ATTESTRY_TOPIC_PARTITIONS: '2' };
const { config } = loadConfig(settings);
const stored = new Map<string, string>();
const old = new Date('2020-01-01');
/** Younger than every limit, whenever this runs. */
const fresh = new Date('2100-01-01');
const pathOf = (name: string): string => {
  const sha256 = stored.get(name) ?? '';
  return join(config.dataDir, 'artifacts', sha256.slice(0, 2), sha256);
};
const isThere = (name: string): boolean => existsSync(pathOf(name));

async function withEngine(use: (engine: Engine) => Promise<void>): Promise<void> {
  const engine = await openCleanLog(config);
  try {
    await use(engine);
  } finally {
    await engine.close();
  }
}

/** Stores a file and records a capture of it with that outcome; `null`: not decided yet. */
async function capture(engine: Engine, name: string, status: string | null, at: Date, file = name): Promise<void> {
  const { sha256, bytes } = await engine.artifacts.put(Buffer.from(`content of ${file}`));
  stored.set(file, sha256);
  const [sampleCapture] = samplesOf('feed.captures', 1);
  const [sampleRun] = samplesOf('feed.runs', 1);
  if (sampleCapture === undefined || sampleRun === undefined) throw new Error('no samples');
  const captureId = `capture-${name}`;
  const artifact = { ...sampleCapture.artifacts[0], name, sha256, bytes } as FeedCapture['artifacts'][number];
  const value: FeedCapture = { ...sampleCapture, feed: 'esma-emtwp', captureId, artifacts: [artifact] };
  await appendValues(engine, 'feed.captures', [{ value, timestamp: at.getTime() }]);
  if (status === null) return;
  const run: FeedRun = { ...sampleRun, feed: 'esma-emtwp', captureId, status, sha256 };
  await appendValues(engine, 'feed.runs', [{ value: run, timestamp: at.getTime() }]);
}

test.before(async () => {
  Object.assign(process.env, settings);
  await withEngine(async (engine) => {
    await capture(engine, 'accepted', 'accepted', old);
    await capture(engine, 'rejected', 'rejected', old);
    await capture(engine, 'unchanged', 'unchanged', old);
    await capture(engine, 'unchanged-again', 'unchanged', old, 'accepted');
    await capture(engine, 'appended-twice', 'accepted', old);
    await capture(engine, 'appended-twice', 'unchanged', old);
    await capture(engine, 'rejected-then-accepted', 'rejected', old, 'forced');
    await capture(engine, 'accepted-by-force', 'accepted', old, 'forced');
    await capture(engine, 'rejected-lately', 'rejected', fresh);
    await capture(engine, 'rejected-but-cited', 'rejected', old);
    await capture(engine, 'undecided', null, old);
    await capture(engine, 'last-of-its-feed', 'rejected', old);
    const [observation] = samplesOf('observations', 1);
    if (observation === undefined) throw new Error('no sample');
    const value = { ...observation, sourceHash: `sha256:${stored.get('rejected-but-cited') ?? ''}` };
    await appendValues(engine, 'observations', [{ value, timestamp: 1 }]);
    for (const name of ['orphan', 'new-orphan', 'logo']) {
      stored.set(name, (await engine.artifacts.put(Buffer.from(name))).sha256);
    }
    const [asset] = samplesOf('registry.assets', 1);
    if (asset === undefined) throw new Error('no sample');
    const image = { url: `https://x.test/logo.png#sha256=${stored.get('logo') ?? ''}`, copyrightConfirmed: true };
    await appendValues(engine, 'registry.assets', [{ value: { ...asset, image }, timestamp: 1 }]);
  });
  for (const name of stored.keys()) if (name !== 'new-orphan') utimesSync(pathOf(name), old, old);
  for (const [name, at] of [
    ['a.tmp', old],
    ['b.tmp', fresh],
  ] as const) {
    const path = join(config.dataDir, 'artifacts', name);
    writeFileSync(path, 'half');
    utimesSync(path, at, at);
  }
});
test.after(() => rmSync(root, { recursive: true, force: true }));

const kept = [
  'accepted',
  'appended-twice',
  'forced',
  'rejected-lately',
  'rejected-but-cited',
  'undecided',
  'last-of-its-feed',
  'new-orphan',
  'logo',
];
const goes = ['rejected', 'unchanged', 'orphan'];

test('a log that cannot be read to its end: nothing is deleted', async () => {
  await withEngine(async (engine) => {
    for (const cut of ['feed.captures', 'feed.runs', 'observations', 'registry.assets'] as const) {
      // One record, then none although the range has more; or none at all.
      const read: Engine['log']['read'] = async (request) => {
        const page = await engine.log.read(request);
        return request.topic !== cut ? page : page.filter(({ offset }) => offset === 0 && page.length > 1);
      };
      const options = { before: Date.parse('2025-01-01'), dryRun: false, pruned: () => assert.unreachable(cut) };
      await refuses(pruneArtifacts({ ...engine, log: { ...engine.log, read } }, options), cut);
    }
  });
  assert.ok([...goes, ...kept].every(isThere));
});

async function refuses(pruning: Promise<unknown>, topic: string): Promise<void> {
  try {
    await pruning;
  } catch (error) {
    assert.instance(error, UsageError);
    assert.ok((error as Error).message.includes(`of ${topic} could not be read to its end`), String(error));
    return;
  }
  assert.unreachable(`${topic}: it went on`);
}

test('a dry run lists the candidates and deletes nothing', async () => {
  const { code, stdout, stderr } = await attestry('artifacts', 'prune', '--dry-run', '--json');
  assert.is(code, 0, stderr);
  const { pruned, dryRun } = JSON.parse(stdout) as { readonly pruned: number; readonly dryRun: boolean };
  assert.equal([pruned, dryRun], [goes.length, true]);
  for (const name of goes) assert.ok(stderr.includes(stored.get(name) ?? '?'), name);
  assert.match(stderr, /rejected run of esma-emtwp/);
  assert.ok([...goes, ...kept].every(isThere));
  assert.is(readdirSync(join(config.dataDir, 'artifacts')).filter((name) => name.endsWith('.tmp')).length, 2);
});

test('unreferenced artifacts and the files of killed writers are deleted; everything else stays', async () => {
  const { code, stdout } = await attestry('artifacts', 'prune', '--json');
  assert.is(code, 0);
  const { pruned, leftovers } = JSON.parse(stdout) as { readonly pruned: number; readonly leftovers: number };
  assert.equal([pruned, leftovers], [goes.length, 1]);
  assert.equal([...stored.keys()].filter(isThere).sort(), kept.toSorted());
  assert.ok(existsSync(join(config.dataDir, 'artifacts', 'b.tmp')));
  assert.is(
    (JSON.parse((await attestry('artifacts', 'prune', '--json')).stdout) as { readonly pruned: number }).pruned,
    0,
  );
});

test('bytes stored again count as new, because a record is about to name them', async () => {
  await withEngine(async (engine) => {
    stored.set('orphan', (await engine.artifacts.put(Buffer.from('orphan'))).sha256);
    utimesSync(pathOf('orphan'), old, old);
    await engine.artifacts.put(Buffer.from('orphan'));
  });
  await attestry('artifacts', 'prune');
  assert.ok(isThere('orphan'));
  assert.is((await attestry('artifacts', 'prune', '--older-than', '2h')).code, 2);
});

test('a record that cannot be decoded still protects the artifacts it names', async () => {
  await withEngine(async (engine) => {
    stored.set('named', (await engine.artifacts.put(Buffer.from('named'))).sha256);
    utimesSync(pathOf('named'), old, old);
    const value = Buffer.from(`0beside hashes stand digits 0${stored.get('named') ?? ''}7f`);
    await engine.log.append([{ topic: 'changes', key: 'k', value, timestamp: 1 }]);
  });
  await attestry('artifacts', 'prune');
  assert.ok(isThere('named'));
});

test('copied to a bucket, each under its hash; damaged artifacts are not copied', async () => {
  const double = await openS3Double('bucket');
  const bucket = {
    ATTESTRY_ARTIFACTS_URL: 's3://bucket/a',
    ATTESTRY_S3_ENDPOINT: double.endpoint,
    ATTESTRY_S3_ACCESS_KEY_ID: doubleKeys.accessKeyId,
    ATTESTRY_S3_SECRET_ACCESS_KEY: doubleKeys.secretAccessKey,
  };
  const from = join(config.dataDir, 'artifacts');
  assert.match(
    (await attestry('artifacts', 'copy', '--from', from)).stderr,
    /set ATTESTRY_ARTIFACTS_URL to the target/,
  );
  Object.assign(process.env, bucket);
  try {
    const copied = JSON.parse((await attestry('artifacts', 'copy', '--from', from, '--json')).stdout) as object;
    assert.equal(copied, { to: 's3://bucket/a', copied: double.objects.size, present: 0 });
    assert.ok(double.objects.size >= kept.length);
    const again = JSON.parse((await attestry('artifacts', 'copy', '--from', from, '--json')).stdout) as object;
    assert.equal(again, { to: 's3://bucket/a', copied: 0, present: double.objects.size });
    mkdirSync(join(root, 'damaged', 'ab'), { recursive: true });
    writeFileSync(join(root, 'damaged', 'ab', 'ab'.repeat(32)), 'no gzip');
    const damaged = await attestry('artifacts', 'copy', '--from', join(root, 'damaged'));
    assert.is(damaged.code, 1);
    assert.match(damaged.stderr, /is damaged/);
  } finally {
    for (const name of Object.keys(bucket)) Reflect.deleteProperty(process.env, name);
    await double.close();
  }
});

test.run();
