import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ArtifactStore } from '../../infra/artifacts/store.ts';
import { RetryableError } from '../../infra/errors.ts';

/** A store under test, and ways to damage its contents. */
export interface StoreUnderTest {
  readonly store: ArtifactStore;
  /** Replaces the stored bytes of an artifact. */
  readonly damage: (sha256: string, stored: Buffer) => Promise<void>;
  readonly close: () => Promise<void>;
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
const piecesOf = async function* (...pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
};
const contentOf = (store: ArtifactStore, sha256: string): Promise<Buffer> =>
  store.read(sha256, async (open) => {
    const pieces: Buffer[] = [];
    for await (const piece of open()) pieces.push(piece);
    return Buffer.concat(pieces);
  });

/** The time that a file has which is written now, milliseconds since 1970: stores have theirs from the same clock. */
function timeOfFiles(): number {
  const directory = mkdtempSync(join(tmpdir(), 'artifact-time-'));
  const { mtimeMs } = statSync(directory);
  rmSync(directory, { recursive: true });
  return mtimeMs;
}

/** Contract of every artifact store. */
export function testArtifacts(name: string, open: () => Promise<StoreUnderTest>): void {
  const test = suite<{ tested: StoreUnderTest }>(name);
  test.before.each(async (context) => {
    context.tested = await open();
  });
  test.after.each(async ({ tested }) => tested.close());

  test('bytes are read back by their hash, whole and in pieces', async ({ tested: { store } }) => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('abc'), Buffer.alloc(300_000, 'x')]) {
      const stored = await store.put(bytes);
      assert.equal(stored, { sha256: hashOf(bytes), bytes: bytes.length });
      assert.equal(await store.put(bytes), stored);
      assert.is(await store.has(stored.sha256), true);
      assert.equal(await store.get(stored.sha256), bytes);
      assert.equal(await contentOf(store, stored.sha256), bytes);
    }
  });

  test('bytes put in pieces become the same artifact as bytes put whole', async ({ tested: { store } }) => {
    const pieces = [Buffer.from('a'), Buffer.alloc(200_000, 'b'), Buffer.from('c')];
    const stored = await store.putPieces(piecesOf(...pieces));
    assert.is(stored.sha256, hashOf(Buffer.concat(pieces)));
    assert.equal(await store.get(stored.sha256), Buffer.concat(pieces));
    assert.equal(await store.put(Buffer.concat(pieces)), stored);
  });

  test('a failed source stores nothing', async ({ tested: { store } }) => {
    const failing = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('half');
      throw new RangeError('gone');
    };
    assert.instance(await rejection(store.putPieces(failing())), RangeError);
    for await (const artifact of store.list()) assert.unreachable(artifact.sha256);
  });

  test('a missing or damaged artifact is a retryable error that names it', async ({ tested: { store, damage } }) => {
    const bytes = Buffer.from('abc');
    const sha256 = hashOf(bytes);
    const refused = async (): Promise<void> => {
      for (const asking of [() => store.get(sha256), () => contentOf(store, sha256)]) {
        const error = await rejection(asking());
        assert.instance(error, RetryableError);
        assert.match((error as Error).message, sha256);
      }
    };
    assert.is(await store.has(sha256), false);
    await refused();
    await store.put(bytes);
    for (const stored of [Buffer.from('not gzip'), Buffer.alloc(0)]) {
      await damage(sha256, stored);
      await refused();
    }
  });

  test('an invalid hash is refused', async ({ tested: { store } }) => {
    for (const bad of ['', '../etc/passwd', 'A'.repeat(64)]) {
      for (const asking of [() => store.get(bad), () => store.has(bad), () => store.remove(bad)]) {
        assert.instance(await rejection(asking()), TypeError, bad);
      }
    }
  });

  test('artifacts are listed with size and time, and no longer after they are removed', async ({
    tested: { store },
  }) => {
    const before = timeOfFiles() - 2_000;
    const hashes = new Set<string>();
    for (let n = 0; n < 5; n += 1) hashes.add((await store.put(Buffer.from(`artifact ${n}`))).sha256);
    const listed = new Set<string>();
    for await (const { sha256, storedBytes, storedAt } of store.list()) {
      assert.ok(storedBytes > 0 && storedAt >= before && storedAt <= timeOfFiles() + 2_000);
      listed.add(sha256);
    }
    assert.equal([...listed].sort(), [...hashes].sort());
    const [first = ''] = hashes;
    await store.remove(first);
    await store.remove(first);
    assert.is(await store.has(first), false);
    assert.is(await store.removeLeftovers(timeOfFiles()), 0);
  });

  test.run();
}
