import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evenPieces, watchSource } from '../../../infra/artifacts/pieces.ts';
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

test('an invalid hash never becomes a path', async ({ directory }) => {
  const store = await openArtifactStore(directory);
  for (const name of ['', '../../etc/passwd', abc.toUpperCase(), `${abc}/..`]) {
    assert.instance(await rejection(store.get(name)), TypeError, name);
  }
});

test('damaged or replaced content is detected, and put repairs it', async ({ directory }) => {
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

test('a directory that cannot be created is retryable, like a file that cannot be written', async ({ directory }) => {
  const store = await openArtifactStore(directory);
  await writeFile(join(directory, 'ba'), '');
  assert.instance(await rejection(store.put(Buffer.from('abc'))), RetryableError);
});

test('bytes are stored once, gzipped, under the hash of the raw bytes, without temporary files', async ({
  directory,
}) => {
  const store = await openArtifactStore(directory);
  assert.equal(await store.put(Buffer.from('abc')), { sha256: abc, bytes: 3 });
  await Promise.all([store.put(Buffer.from('abc')), store.put(Buffer.from('abc'))]);
  assert.equal(await readdir(directory), ['ba']);
  assert.equal(await readdir(join(directory, 'ba')), [abc]);
  assert.is(gunzipSync(await readFile(join(directory, 'ba', abc))).toString(), 'abc');
  assert.is(await store.has(abc), true);
});

const pieces = async function* (...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
};

async function readAll(open: () => AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const piece of open()) text += piece.toString();
  return text;
}

test('bytes put piece by piece are the same artifact, read whole or piece by piece, any number of times', async ({
  directory,
}) => {
  const store = await openArtifactStore(directory);
  assert.equal(await store.putPieces(pieces('a', '', 'bc')), { sha256: abc, bytes: 3 });
  assert.equal(await store.put(Buffer.from('abc')), { sha256: abc, bytes: 3 });
  assert.equal(await store.putPieces(pieces('abc')), { sha256: abc, bytes: 3 });
  assert.is((await store.get(abc)).toString(), 'abc');
  assert.equal(await store.read(abc, async (open) => [await readAll(open), await readAll(open)]), ['abc', 'abc']);
  assert.equal(await readdir(directory), ['ba'], 'no leftovers');
  assert.equal(await readdir(join(directory, 'ba')), [abc]);
});

test('a source that fails half-way stores nothing, and its error is rethrown', async ({ directory }) => {
  const store = await openArtifactStore(directory);
  const failing = async function* () {
    yield Buffer.from('a');
    throw new TypeError('the source is gone');
  };
  const error = await rejection(store.putPieces(failing()));
  assert.instance(error, TypeError);
  assert.equal(await readdir(directory), []);
});

test('an error of a reader is not taken for one of the source', async () => {
  for (const whole of [true, false]) {
    const failing = async function* () {
      yield Buffer.from('a');
      if (whole) yield Buffer.from('b');
      else throw new TypeError('the source is gone');
    };
    const watched = watchSource(failing(), () => undefined);
    const stream = Readable.from(watched.pieces);
    const ended = new Promise((resolve) => stream.once('close', resolve));
    stream.once('error', () => undefined);
    stream.once('data', () => {
      if (whole) stream.destroy(new RangeError('the disk is full'));
    });
    await ended;
    assert.is(watched.failure() === null, whole);
  }
});

test('pieces become even, whatever their sizes', async () => {
  const sizes = async (...lengths: readonly number[]): Promise<readonly number[]> => {
    const given = async function* () {
      for (const length of lengths) yield Buffer.alloc(length);
    };
    const found: number[] = [];
    for await (const piece of evenPieces(given(), 4)) found.push(piece.length);
    return found;
  };
  assert.equal(await sizes(), []);
  assert.equal(await sizes(0, 0), []);
  assert.equal(await sizes(1, 2, 1, 5, 0, 12), [4, 4, 4, 4, 4, 1]);
  assert.equal(await sizes(4), [4]);
});

test('damage is detected although the reader stops early, throws, or accepts the bytes', async ({ directory }) => {
  const store = await openArtifactStore(directory);
  await store.put(Buffer.from('abc'));
  const path = join(directory, 'ba', abc);
  const readers: readonly ((open: () => AsyncIterable<Buffer>) => Promise<string>)[] = [
    async () => 'not read at all',
    async (open) => {
      for await (const piece of open()) return piece.toString();
      return '';
    },
    async () => {
      throw new TypeError('what is this?');
    },
    readAll,
  ];
  for (const content of [Buffer.from('not gzip'), gzipSync('abd'), gzipSync('abc').subarray(0, 10), Buffer.alloc(0)]) {
    await writeFile(path, content);
    for (const reader of readers) assert.instance(await rejection(store.read(abc, reader)), RetryableError);
  }
  await rm(path);
  assert.instance(await rejection(store.read(abc, readAll)), RetryableError);
  await store.putPieces(pieces('abc'));
  assert.is(await store.read(abc, readAll), 'abc', 'putting it again repairs it');
  assert.instance(
    await rejection(store.read(abc, readers[2] ?? readAll)),
    TypeError,
    'an error of the reader is rethrown',
  );
});

test('an aborted signal ends the reading of a large artifact', async ({ directory }) => {
  const store = await openArtifactStore(directory);
  const { sha256 } = await store.put(Buffer.alloc(3_000_000, 7));
  const stopping = new AbortController();
  const read = store.read(
    sha256,
    async (open) => {
      for await (const _piece of open()) stopping.abort();
      return 'read to the end';
    },
    stopping.signal,
  );
  assert.instance(await rejection(read), RetryableError);
});

test('another process sees a stored artifact; empty bytes are an artifact', async ({ directory }) => {
  const first = await openArtifactStore(directory);
  const { sha256 } = await first.put(Buffer.alloc(0));
  const second = await openArtifactStore(directory);
  assert.is((await second.get(sha256)).length, 0);
});

test.run();
