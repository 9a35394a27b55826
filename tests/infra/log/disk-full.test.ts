/** A log under the shell's file size limit, which LMDB reports like a full disk. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RetryableError } from '../../../infra/errors.ts';
import { openEmbeddedEngine } from '../../../infra/embedded-engine.ts';
import { loaderArguments, moduleUrl } from '../../support/module-url.ts';

const directoryVariable = 'FULL_LOG_DIRECTORY';
const directory = process.env[directoryVariable];

interface AppendOutcome {
  /** Acknowledged records. */
  appended: number;
  readonly errors: { readonly retryable: boolean; readonly message: string }[];
}

/** Appends until it fails, and a few times more. */
async function appendUntilFull(folder: string): Promise<AppendOutcome> {
  const engine = openEmbeddedEngine({ directory: folder, partitions: 1 });
  const store = engine.openStore('p', 'data');
  const outcome: AppendOutcome = { appended: 0, errors: [] };
  const record = { topic: 'feed.runs', key: 'k', value: Buffer.alloc(100_000), timestamp: 0 } as const;
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      outcome.appended += 1;
    } catch (error) {
      outcome.errors.push({ retryable: error instanceof RetryableError, message: String(error) });
    }
  };
  while (outcome.errors.length < 3 && outcome.appended < 200) await attempt(() => engine.log.append([record]));
  await attempt(() => store.commit({ partition: 0, positions: [], writes: new Map(), outputs: [record] }));
  await engine.close();
  return outcome;
}

if (directory !== undefined) {
  process.stdout.write(`${JSON.stringify(await appendUntilFull(directory))}\n`);
} else {
  test('a full disk is a retryable error and does not end the process; acknowledged records exist, others do not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'attestry-full-'));
    try {
      const own = fileURLToPath(moduleUrl('tests/infra/log/disk-full.test.ts'));
      const child = [process.execPath, ...loaderArguments, own];
      const { stdout } = await promisify(execFile)(
        '/bin/sh',
        ['-c', `trap '' XFSZ; ulimit -f 4096; exec "$0" "$@"`, ...child],
        { env: { ...process.env, [directoryVariable]: folder } },
      );
      const { appended, errors } = JSON.parse(stdout) as AppendOutcome;
      assert.ok(appended > 0 && appended < 200, `${appended} appended`);
      assert.is(errors.length, 4);
      for (const { retryable, message } of errors) {
        assert.is(retryable, true, message);
        assert.match(message, folder);
        assert.match(message, /too large|no space|input\/output/i);
      }
      const engine = openEmbeddedEngine({ directory: folder, partitions: 1 });
      assert.equal(await engine.log.ranges('feed.runs'), [{ partition: 0, low: 0, end: appended }]);
      await engine.log.append([{ topic: 'feed.runs', key: 'k', value: Buffer.alloc(100_000), timestamp: 0 }]);
      await engine.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test.run();
}
