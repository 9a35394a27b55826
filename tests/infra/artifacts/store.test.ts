import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openArtifactStore } from '../../../infra/artifacts/store.ts';
import { RetryableError } from '../../../infra/errors.ts';

const test = suite<{ directory: string }>('artifact store');
test.before.each(async (context) => {
  context.directory = await mkdtemp(join(tmpdir(), 'artifacts-'));
});
test.after.each(async ({ directory }) => rm(directory, { recursive: true, force: true }));

/** sha256 of `abc`, FIPS 180-2. */
const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => assert.unreachable('should reject'),
    (error: unknown) => error,
  );
}

test('a missing artifact is retryable and named', async ({ directory }) => {
  const store = await openArtifactStore(directory);
  const error = await rejection(store.get(abc));
  assert.instance(error, RetryableError);
  assert.match((error as Error).message, abc);
  assert.is(await store.has(abc), false);
});

test('a hash that is none never becomes a path', async ({ directory }) => {
  const store = await openArtifactStore(directory);
  for (const name of ['', '../../etc/passwd', abc.toUpperCase(), `${abc}/..`]) {
    assert.instance(await rejection(store.get(name)), TypeError, name);
  }
});

test('damaged and exchanged content is found, and put repairs it', async ({ directory }) => {
  const store = await openArtifactStore(directory);
  await store.put(Buffer.from('abc'));
  const path = join(directory, 'ba', abc);
  for (const content of [Buffer.from('not gzip'), gzipSync('abd'), gzipSync('abc').subarray(0, 10), Buffer.alloc(0)]) {
    await writeFile(path, content);
    assert.instance(await rejection(store.get(abc)), RetryableError);
    await store.put(Buffer.from('abc'));
    assert.is((await store.get(abc)).toString(), 'abc');
  }
});

test('bytes are kept gzipped under the hash of the raw bytes, once, without leftovers', async ({ directory }) => {
  const store = await openArtifactStore(directory);
  assert.equal(await store.put(Buffer.from('abc')), { sha256: abc, bytes: 3 });
  await Promise.all([store.put(Buffer.from('abc')), store.put(Buffer.from('abc'))]);
  assert.equal(await readdir(directory), ['ba']);
  assert.equal(await readdir(join(directory, 'ba')), [abc]);
  assert.is(gunzipSync(await readFile(join(directory, 'ba', abc))).toString(), 'abc');
  assert.is(await store.has(abc), true);
});

test('another process sees what was put; empty bytes are bytes', async ({ directory }) => {
  const first = await openArtifactStore(directory);
  const { sha256 } = await first.put(Buffer.alloc(0));
  const second = await openArtifactStore(directory);
  assert.is((await second.get(sha256)).length, 0);
});

test.run();
