import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { open } from 'lmdb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../../infra/errors.ts';
import { acquireServiceLock, type ServiceLock } from '../../../infra/log/service-lock.ts';
import { built } from '../../support/built.ts';
import { exited } from '../../support/exited.ts';
import { heard } from '../../support/heard.ts';

const test = suite<{ directory: string }>('service lock');
test.before.each((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'attestry-lock-'));
});
test.after.each(({ directory }) => rmSync(directory, { recursive: true, force: true }));

const refusal = async (directory: string): Promise<Error> => {
  const outcome = await acquireServiceLock(directory, 'second').catch((error: unknown) => error);
  assert.instance(outcome, UsageError);
  return outcome as Error;
};

/** The lock that one of eight services gets; the others are refused. */
async function onlyLockOf(directory: string): Promise<ServiceLock> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => acquireServiceLock(directory, `service ${n}`)),
  );
  const locks = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const [lock] = locks;
  if (lock === undefined || locks.length > 1) throw new Error(`${locks.length} services got the lock`);
  return lock;
}

const module = built('infra/log/service-lock');

/** Acquires the lock in a child process, prints a line and stays alive. */
async function holdElsewhere(directory: string): Promise<ChildProcessByStdio<Writable, Readable, null>> {
  const script = `
    const { acquireServiceLock } = await import(${JSON.stringify(module)});
    await acquireServiceLock(${JSON.stringify(directory)}, 'attestry up');
    console.log('held');
    process.stdin.resume();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await heard(child, 'stdout', 'held');
  return child;
}

test('a released lock can be acquired again', async ({ directory }) => {
  const first = await acquireServiceLock(directory, 'first');
  await refusal(directory);
  await first.release();
  const second = await acquireServiceLock(directory, 'second');
  await first.release();
  await refusal(directory);
  await second.release();
});

const openHolder = (directory: string) =>
  open<Record<string, unknown>, string>({
    path: join(directory, 'service'),
    encoding: 'json',
    overlappingSync: false,
    noSubdir: false,
  });

/** Writes another holder record over the one of the current holder. */
async function forge(directory: string, difference: object): Promise<void> {
  const root = openHolder(directory);
  await root.put('holder', { ...root.get('holder'), ...difference });
  await root.close();
}

test('a holder in another process is named, also one in another PID namespace; of many that find it killed, one replaces it', async ({
  directory,
}) => {
  const child = await holdElsewhere(directory);
  const { message } = await refusal(directory);
  for (const part of [directory, `process ${child.pid}`, 'attestry up', ' since 20']) {
    assert.ok(message.includes(part), `${message} names ${part}`);
  }
  // Its pid and boot mean nothing here.
  await forge(directory, { pid: 2 ** 22 + 1, processStart: '1', boot: 'another kernel' });
  await refusal(directory);
  child.kill('SIGSTOP');
  await refusal(directory);
  child.kill('SIGKILL');
  await exited(child);
  const lock = await onlyLockOf(directory);
  assert.equal(socketsIn(directory).length, 1, 'the socket of the killed holder is deleted');
  await lock.release();
  assert.equal(socketsIn(directory), []);
});

const socketsIn = (directory: string): readonly string[] =>
  readdirSync(join(directory, 'service')).filter((name) => name.endsWith('.sock'));

test('a directory whose path is longer than that of a socket may be is locked like any other', async ({
  directory,
}) => {
  const long = join(directory, 'a'.repeat(100), 'b'.repeat(100));
  mkdirSync(long, { recursive: true });
  const warnings: string[] = [];
  const lock = await acquireServiceLock(long, 'first', (sentence) => warnings.push(sentence));
  assert.equal(socketsIn(long).length, 1);
  assert.equal(warnings, []);
  await forge(long, { pid: 2 ** 22 + 1, processStart: '1' });
  await refusal(long);
  await lock.release();
  assert.equal(socketsIn(long), []);
});

const withoutSocket: readonly (readonly [string, object, boolean])[] = [
  ['its process runs', {}, true],
  ['a pid that now belongs to another process', { processStart: '1' }, false],
  ['a run of the machine before the last restart', { boot: 'another boot' }, false],
  ['a pid that is free', { pid: 2 ** 22 + 1, processStart: '1' }, false],
];
for (const [title, difference, alive] of withoutSocket) {
  test(`a holder on a file system without sockets: ${title}`, async ({ directory }) => {
    const old = await acquireServiceLock(directory, 'old');
    await forge(directory, { ...difference, listens: false });
    if (alive) {
      await refusal(directory);
      await old.release();
      return;
    }
    const lock = await acquireServiceLock(directory, 'new');
    await old.release();
    await refusal(directory);
    await lock.release();
  });
}

test('only one of many concurrent services acquires the lock', async ({ directory }) => {
  await onlyLockOf(directory);
});

test.run();
