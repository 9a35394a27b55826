/** `attestry backup` beside writers, `attestry restore` elsewhere, and what both refuse. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../cli/log/append.ts';
import type { Engine } from '../../../cli/engine/open-engine.ts';
import type { BackedUpFile } from '../../../infra/backup/manifest-shape.ts';
import { takeBackup } from '../../../infra/backup/take-backup.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import type { LogRecord } from '../../../infra/log/log.ts';
import { acquireServiceLock } from '../../../infra/log/service-lock.ts';
import { openTenantKeys } from '../../../infra/tenant-keys/tenant-keys.ts';
import { type TopicName, topicNames } from '../../../schemas/topics.ts';
import { hashOf, sha256Hex } from '../../../schemas/values/hash.ts';
import { reached } from '../../support/reached.ts';
import { samplesOf } from '../../support/sink-rows.ts';
import { attestry, messageOf, openCleanLog } from '../harness.ts';

const root = mkdtempSync(join(tmpdir(), 'attestry-backup-'));
const dataDir = join(root, 'data');
const settings = { ATTESTRY_DATA_DIR: dataDir, ATTESTRY_TOPIC_PARTITIONS: '2', ATTESTRY_LOG_LEVEL: 'silent' };
const configOf = (directory: string) => loadConfig({ ...settings, ATTESTRY_DATA_DIR: directory }).config;
const perTopic = 8;

test.before(async () => {
  Object.assign(process.env, settings);
  await withEngine(dataDir, async (engine) => {
    for (const topic of topicNames) await appendSamples(engine, topic);
    for (let n = 0; n < 5; n += 1) await engine.artifacts.put(Buffer.from(`artifact ${n}`));
  });
  writeFileSync(join(dataDir, 'signing-keys'), 'own:x');
  mkdirSync(join(dataDir, 'tables'));
  writeFileSync(join(dataDir, 'artifacts', 'left.tmp'), 'half');
});
test.after(() => rmSync(root, { recursive: true, force: true }));

async function withEngine<T>(directory: string, use: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openCleanLog(configOf(directory));
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

async function appendSamples<T extends TopicName>(engine: Engine, topic: T): Promise<void> {
  await appendValues(
    engine,
    topic,
    samplesOf(topic, perTopic).map((value) => ({ value, timestamp: 1_000 })),
  );
}

/** Everything on the log, as text, by topic, partition and offset. */
async function dump({ log }: Engine): Promise<ReadonlyMap<string, string>> {
  const records = new Map<string, string>();
  for (const topic of topicNames) {
    for (const { partition, low, end } of await log.ranges(topic)) {
      const page = await log.read({ topic, partition, from: low, maxRecords: end - low });
      for (const record of page) records.set(placeOf(record), textOf(record));
    }
  }
  return records;
}
const placeOf = ({ topic, partition, offset }: LogRecord): string => `${topic}/${partition}/${offset}`;
const textOf = ({ key, value, timestamp }: LogRecord): string =>
  [key?.toString('hex'), value?.toString('hex'), timestamp].join();

const restoreTo = async (from: string, directory: string, ...more: readonly string[]) => {
  process.env['ATTESTRY_DATA_DIR'] = directory;
  try {
    return await attestry('restore', from, ...more, '--json');
  } finally {
    process.env['ATTESTRY_DATA_DIR'] = dataDir;
  }
};

test('earlier records are restored unchanged, and files that do not belong in a backup are not in it', async () => {
  const before = await withEngine(dataDir, dump);
  const to = join(root, 'first');
  const { code, stdout, stderr } = await attestry('backup', to, '--json');
  assert.is(code, 0, stderr);
  const made = JSON.parse(stdout) as { readonly records: number; readonly files: number; readonly logId: string };
  assert.equal([made.records, made.files], [before.size, 2 + 5 + 1]);
  assert.equal(readdirSync(to).sort(), ['artifacts', 'log', 'manifest.json', 'signing-keys']);
  assert.is(statSync(join(to, 'log', 'data', 'data.mdb')).mode & 0o777, 0o600);
  assert.match(stderr, /keys of tenants are never part of it/);

  const target = join(root, 'restored', 'here');
  const restored = await restoreTo(to, target);
  assert.is(restored.code, 0, restored.stderr);
  assert.is((JSON.parse(restored.stdout) as { readonly logId: string }).logId, made.logId);
  await withEngine(target, async (engine) => {
    assert.is(engine.log.logId, made.logId);
    assert.equal([...(await dump(engine))], [...before]);
    const { sha256 } = await engine.artifacts.put(Buffer.from('artifact 3'));
    assert.equal(await engine.artifacts.get(sha256), Buffer.from('artifact 3'));
  });
  assert.equal(existsSync(join(target, 'restoring')), false);
});

test('under load, everything acknowledged before it began is in it, and nothing is torn', async () => {
  await withEngine(dataDir, async (engine) => {
    let stop = false;
    let appended = 0;
    const write = async (topic: 'observations' | 'accounts.commands'): Promise<void> => {
      const records = samplesOf(topic, perTopic).map((value) => ({ value, timestamp: 1_000 }));
      for (; !stop; appended += 1) await appendValues(engine, topic, records);
    };
    const writers = [write('observations'), write('accounts.commands')];
    await reached('both write', () => appended > 1);
    const before = await dump(engine);
    const to = join(root, 'under-load');
    const { code } = await attestry('backup', to);
    stop = true;
    await Promise.all(writers);
    const after = await dump(engine);
    assert.is(code, 0);
    assert.ok(after.size > before.size);
    const target = join(root, 'restored-load');
    assert.is((await restoreTo(to, target)).code, 0);
    const restored = await withEngine(target, dump);
    for (const [place, text] of before) if (after.has(place)) assert.is(restored.get(place), text, place);
    // Appends are atomic; each had this many records.
    for (const topic of ['observations', 'accounts.commands']) {
      assert.is([...restored.keys()].filter((place) => place.startsWith(`${topic}/`)).length % perTopic, 0, topic);
    }
  });
});

test('a backup that ended before its manifest is refused, and so is any other directory', async () => {
  const to = join(root, 'cut-off');
  let readings = 0;
  const cut = takeBackup({
    dataDir,
    to,
    topicPrefix: configOf(dataDir).topicPrefix,
    artifactsElsewhere: null,
    program: '0',
    // The manifest is written last, with the time of the end.
    clock: () => {
      readings += 1;
      if (readings === 2) throw new Error('cut off');
      return 1_000;
    },
  });
  assert.is(await messageOf(cut), 'cut off');
  assert.equal(readdirSync(to).sort(), ['artifacts', 'log', 'signing-keys']);
  const { code, stderr } = await restoreTo(to, join(root, 'from-cut-off'));
  assert.is(code, 2);
  assert.match(stderr, /is no backup, or one that was cut short/);
  assert.is((await restoreTo(dataDir, join(root, 'other'))).code, 2);
});

test('a backup in which a byte differs, a file is missing or the manifest was altered is refused by name', async () => {
  const good = join(root, 'good');
  assert.is((await attestry('backup', good)).code, 0);
  assert.is((await attestry('restore', good, '--check')).code, 0);
  const manifest = JSON.parse(readFileSync(join(good, 'manifest.json'), 'utf8')) as {
    readonly files: readonly { readonly path: string }[];
  };
  const damage: readonly (readonly [string, (directory: string) => void, RegExp])[] = [
    ...manifest.files.map(
      ({ path }) =>
        [
          `byte of ${path}`,
          (directory: string) => {
            const file = join(directory, path);
            const bytes = readFileSync(file);
            bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
            writeFileSync(file, bytes);
          },
          /is not what was backed up: this backup is damaged/,
        ] as const,
    ),
    ['missing', (directory) => rmSync(join(directory, 'log', 'data', 'data.mdb')), /data\.mdb is missing/],
    [
      'manifest',
      (directory) => writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ ...manifest, files: [] })),
      /was altered/,
    ],
    ['no json', (directory) => writeFileSync(join(directory, 'manifest.json'), '{'), /no manifest of a backup/],
  ];
  for (const [index, [name, harm, expected]] of damage.entries()) {
    const bad = join(root, `bad-${index}`);
    cpSync(good, bad, { recursive: true });
    harm(bad);
    const target = join(root, `bad-target-${index}`);
    const { code, stderr } = await restoreTo(bad, target);
    assert.is(code, 2, name);
    assert.match(stderr, expected, name);
    assert.not(existsSync(join(target, 'log')), name);
    assert.is((await attestry('restore', bad, '--check')).code, 2, name);
  }
});

interface StoredManifest extends Readonly<Record<string, unknown>> {
  readonly files: readonly BackedUpFile[];
}

/** Replaces the manifest of a backup by one whose digest is right, as anyone can: the digest has no key. */
function rewriteManifest(
  directory: string,
  change: (manifest: StoredManifest) => Readonly<Record<string, unknown>>,
): void {
  const path = join(directory, 'manifest.json');
  const { digest: _, ...manifest } = JSON.parse(readFileSync(path, 'utf8')) as StoredManifest;
  const changed = change(manifest);
  writeFileSync(path, JSON.stringify({ ...changed, digest: hashOf(changed) }));
}

test('a forged backup writes nothing outside of its shapes: paths, links and lengths are refused by name', async () => {
  const good = join(root, 'good');
  const content = Buffer.from('of another owner');
  const stated = { bytes: content.length, sha256: sha256Hex(content) };
  const name = sha256Hex('artifact 0');
  const stray = (path: string) => (directory: string) => {
    rewriteManifest(directory, (manifest) => ({ ...manifest, files: [...manifest.files, { path, ...stated }] }));
    if (path.includes('..') || path.startsWith('/')) return;
    mkdirSync(join(directory, path, '..'), { recursive: true });
    writeFileSync(join(directory, path), content);
  };
  const linked = (path: string, is: string) => (directory: string) => {
    cpSync(join(directory, path), join(root, is), { recursive: true });
    rmSync(join(directory, path), { recursive: true });
    symlinkSync(join(root, is), join(directory, path));
  };
  writeFileSync(join(root, 'outside'), content);
  const forged: Readonly<Record<string, readonly [(directory: string) => void, RegExp]>> = {
    'a path upwards': [stray('../outside'), /names "\.\.\/outside", which no backup has/],
    'a path from the root': [stray(join(root, 'outside')), /which no backup has/],
    'a path upwards inside': [stray('artifacts/../../outside'), /which no backup has/],
    'an artifact in another folder': [stray(`artifacts/zz/${name}`), /which no backup has/],
    'the lock of a service': [stray('service/lock'), /which no backup has/],
    'keys of tenants': [stray('tenant-keys/t1.key'), /which no backup has/],
    'an escape sequence': [stray('log/\u001b[2Jdata'), /names "log\/\\u001b\[2Jdata"/],
    'a path twice': [
      (directory) =>
        rewriteManifest(directory, (manifest) => ({ ...manifest, files: [...manifest.files, ...manifest.files] })),
      /names "log\/accounts\/data\.mdb" twice/,
    ],
    'a size that is none': [
      (directory) =>
        rewriteManifest(directory, (manifest) => ({
          ...manifest,
          files: manifest.files.map((file) => ({ ...file, bytes: -1 })),
        })),
      /no manifest of a backup/,
    ],
    'no list of files': [
      (directory) => rewriteManifest(directory, (manifest) => ({ ...manifest, files: null })),
      /no manifest of a backup/,
    ],
    'nested too deep': [
      (directory) =>
        writeFileSync(
          join(directory, 'manifest.json'),
          `{"format":"attestry-backup-1","records":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
        ),
      /no manifest of a backup/,
    ],
    'a link to a file': [linked('signing-keys', 'linked-keys'), /signing-keys is a link/],
    'a link to a directory': [linked('log', 'linked-log'), /log is a link/],
    'a manifest that is a link': [linked('manifest.json', 'linked-manifest'), /manifest\.json is a link/],
    'a directory for a file': [
      (directory) => {
        rmSync(join(directory, 'signing-keys'));
        mkdirSync(join(directory, 'signing-keys'));
      },
      /signing-keys is not a file/,
    ],
    'a file that is longer than stated': [
      (directory) => truncateSync(join(directory, 'signing-keys'), 1024 ** 4),
      /signing-keys is not what was backed up/,
    ],
  };
  for (const [what, [forge, expected]] of Object.entries(forged)) {
    const bad = join(root, `forged ${what}`);
    cpSync(good, bad, { recursive: true });
    forge(bad);
    const target = join(root, `of forged ${what}`, 'data');
    const { code, stderr } = await restoreTo(bad, target);
    assert.is(code, 2, `${what}: ${stderr}`);
    assert.match(stderr, expected, what);
    assert.equal(existsSync(target) ? readdirSync(target).filter((one) => one !== 'service') : [], [], what);
    assert.not(existsSync(join(target, '..', 'outside')), what);
    const checked = await attestry('restore', bad, '--check');
    assert.is(checked.code, 2, what);
    assert.match(checked.stderr, expected, what);
  }
});

test('refused: a directory that is not empty, one in use, one inside the data directory, one without a log', async () => {
  const good = join(root, 'good');
  const used = join(root, 'used');
  mkdirSync(used);
  writeFileSync(join(used, 'something'), '');
  assert.match((await attestry('backup', used)).stderr, /is not empty: name a new directory/);
  const { code, stderr } = await attestry('backup', join(used, 'something', 'below'));
  assert.equal([code, stderr.split('\n').length], [2, 2], stderr);
  assert.match(stderr, /below cannot be made a directory \(ENOTDIR\): name another place for the backup/);
  if (existsSync('/proc/self')) {
    // The system's own call for a directory with its parents never returns there.
    assert.match((await attestry('backup', '/proc/none/below')).stderr, /below cannot be made a directory \(ENOENT\)/);
    assert.match(
      (await restoreTo(good, '/proc/none/data')).stderr,
      /cannot be made a directory \(ENOENT\): set ATTESTRY/,
    );
  }
  assert.match((await restoreTo(good, used)).stderr, /is not empty \(something\)/);
  assert.match((await restoreTo(good, dataDir)).stderr, /is not empty/);
  assert.match((await attestry('backup', join(dataDir, 'b'))).stderr, /is in the data directory/);
  process.env['ATTESTRY_DATA_DIR'] = join(root, 'nothing');
  assert.match((await attestry('backup', join(root, 'of-nothing'))).stderr, /holds no log/);
  process.env['ATTESTRY_DATA_DIR'] = dataDir;
  const held = join(root, 'held');
  const lock = await acquireServiceLock(held, 'attestry up');
  assert.match((await restoreTo(good, held)).stderr, /already runs on/);
  await lock.release();
  assert.is((await restoreTo(good, held)).code, 0);
});

test('an interrupted restore is refused by all other commands and can be repeated', async () => {
  const target = join(root, 'cut-short');
  mkdirSync(join(target, 'restoring', 'log'), { recursive: true });
  mkdirSync(join(target, 'artifacts'));
  process.env['ATTESTRY_DATA_DIR'] = target;
  const { code, stderr } = await attestry('topics', 'list');
  process.env['ATTESTRY_DATA_DIR'] = dataDir;
  assert.is(code, 78);
  assert.match(stderr, /a restore into .* was cut short; run attestry restore again/);
  assert.is((await restoreTo(join(root, 'good'), target)).code, 0);
  assert.ok(await withEngine(target, async (engine) => (await dump(engine)).size > 0));
});

test('tenant keys are copied separately, only on request, and never bring an erased key back', async () => {
  const keys = openTenantKeys(join(dataDir, 'tenant-keys'));
  await Promise.all(['t1', 't2'].map((tenantId) => keys.ensure(tenantId)));
  const to = join(root, 'with-keys');
  const apart = join(root, 'keys');
  assert.match((await attestry('backup', to, '--tenant-keys', join(to, 'keys'))).stderr, /is in the backup/);
  const second = join(root, 'with-keys-2');
  const made = await attestry('backup', second, '--tenant-keys', apart, '--json');
  assert.equal((JSON.parse(made.stdout) as { readonly tenantKeys: unknown }).tenantKeys, {
    keys: 2,
    erased: 0,
    conflicts: [],
  });
  assert.not(existsSync(join(second, 'tenant-keys')));
  await keys.erase('t1');
  await attestry('backup', join(root, 'with-keys-3'), '--tenant-keys', apart);
  const target = join(root, 'restored-keys');
  assert.is((await restoreTo(second, target, '--tenant-keys', apart)).code, 0);
  const restored = openTenantKeys(join(target, 'tenant-keys'));
  assert.equal([await restored.read('t1'), await restored.isErased('t1')], [null, true]);
  assert.equal(await restored.read('t2'), await keys.read('t2'));
});

test('a tenant with two keys: backup and restore complete, keep both keys, and report the tenant', async () => {
  const keys = openTenantKeys(join(dataDir, 'tenant-keys'));
  const apart = join(root, 'other-keys');
  const other = await openTenantKeys(apart).ensure('t2');
  await keys.ensure('t3');
  const to = join(root, 'with-two-keys');
  const made = await attestry('backup', to, '--tenant-keys', apart);
  assert.is(made.code, 1);
  assert.match(made.stderr, /1 tenants have one key in .* and another in .*: t2\./);
  assert.equal(await openTenantKeys(apart).read('t2'), other);
  assert.equal(await openTenantKeys(apart).read('t3'), await keys.read('t3'));
  const target = join(root, 'restored-two-keys');
  const shared = join(root, 'shared-keys');
  await openTenantKeys(shared).ensure('t3');
  process.env['ATTESTRY_TENANT_KEYS_DIR'] = shared;
  try {
    const restored = await restoreTo(to, target, '--tenant-keys', apart);
    assert.is(restored.code, 1);
    assert.match(restored.stderr, /another in .*shared-keys: t3\./);
  } finally {
    delete process.env['ATTESTRY_TENANT_KEYS_DIR'];
  }
  assert.equal(await openTenantKeys(shared).read('t2'), other);
  assert.ok(await withEngine(target, async (engine) => (await dump(engine)).size > 0));
});

test.run();
