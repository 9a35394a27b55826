import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Assignment, Chunk, ConsumeOptions, Log, LogRecord, NewRecord } from '../../infra/log/log.ts';
import { UsageError } from '../../infra/errors.ts';
import type { OpenStateStore } from '../../infra/state/store.ts';
import { createDeferred } from '../../infra/async/async.ts';
import type { TopicName } from '../../schemas/topics.ts';
import { loaderArguments, moduleUrl } from '../support/module-url.ts';
import { reached } from '../support/reached.ts';
import { fold } from './log-fold.ts';

/** An empty log under test, with at least two partitions a topic. */
export interface LogUnderTest {
  readonly log: Log;
  readonly openStore: OpenStateStore;
}

export interface LogFixture extends LogUnderTest {
  /** Closes the log and opens it again from disk. */
  readonly reopen: () => Promise<LogUnderTest>;
  readonly destroy: () => Promise<void>;
  /** Opens the log without the right to write, where the engine has that. */
  readonly openReader?: () => { readonly log: Log; readonly close: () => Promise<void> };
  /** Environment of a child process in which `log-child.ts` opens the same log. */
  readonly childEnv: Readonly<Record<string, string>>;
  /** Whether compaction and retention are complete when `maintain` resolves; false for an engine with its own schedule. */
  readonly deletesAtOnce: boolean;
  /**
   * Whether an append is atomic, and a commit with its outputs. Without transactions, a killed process may leave the first
   * records of an append, and outputs of an unfinished commit, which is then repeated.
   */
  readonly transactional: boolean;
}

/**
 * Contract of every adapter of the Log and StateStore ports, for consumers with and without a group.
 *
 * @param kills number of processes that are killed while they append, and while they fold
 */
export function logContract(
  name: string,
  open: () => Promise<LogFixture>,
  { group = null, kills = 1 }: { readonly group?: string | null; readonly kills?: number } = {},
): void {
  const consumeAll: ConsumeOptions = {
    topics: ['observations'],
    group,
    maxRecords: 100,
    startAt: async () => 0,
    onChunk: async () => undefined,
  };
  const test = suite(`log contract: ${name}`);
  const check = (title: string, body: (fixture: LogFixture) => Promise<void>): void => {
    test(title, async () => {
      const fixture = await open();
      try {
        await body(fixture);
      } finally {
        await fixture.destroy();
      }
    });
  };

  check('an invalid record is refused before anything is written', async ({ log }) => {
    const bad: readonly NewRecord[] = [
      { ...recordOf('a', 0), timestamp: Number.NaN },
      { ...recordOf('a', 0), timestamp: 1.5 },
      { ...recordOf('a', 0), partition: 99 },
      { ...recordOf('a', 0), topic: 'no.such.topic' as TopicName },
    ];
    for (const record of bad) {
      await rejects(log.append([recordOf('a', 1), record]));
    }
    assert.equal(await valuesOf(log, 'observations'), []);
  });

  check('appends keep their order per key and give consecutive offsets', async ({ log }) => {
    const positions = await log.append(Array.from({ length: 60 }, (_, n) => recordOf(`asset-${n % 7}`, n)));
    await log.append([recordOf('asset-3', 60)]);
    const records = await recordsOf(log, 'observations');
    for (let key = 0; key < 7; key++) {
      const own = records.filter((record) => record.key?.toString() === `asset-${key}`);
      assert.is(new Set(own.map((record) => record.partition)).size, 1, 'one key lives in one partition');
      const numbers = own.map(numberIn);
      assert.equal(
        numbers,
        [...numbers].sort((a, b) => a - b),
      );
    }
    for (const [n, position] of positions.entries()) {
      const [found] = await log.read({ ...position, from: position.offset, maxRecords: 1 });
      assert.is(found?.offset, position.offset);
      assert.is(found === undefined ? -1 : numberIn(found), n);
    }
  });

  check('records are read back unchanged', async ({ log }) => {
    const headers = { 'content-type': Buffer.from('avro'), empty: Buffer.alloc(0), ünïcode: Buffer.from([0, 255]) };
    const key = Buffer.from([0, 1, 254, 255]);
    const timestamp = -86_400_000;
    await log.append([{ topic: 'changes', key, value: Buffer.alloc(0), timestamp, headers, partition: 1 }]);
    const [record] = await log.read({ topic: 'changes', partition: 1, from: 0, maxRecords: 10 });
    assert.equal(record, {
      topic: 'changes',
      partition: 1,
      offset: 0,
      timestamp,
      key,
      value: Buffer.alloc(0),
      headers,
    });
  });

  check('large values', async ({ log }) => {
    const value = Buffer.alloc(900_000, 'abcdefg');
    await log.append([{ ...recordOf('a', 0), value }, recordOf('a', 1)]);
    const records = await recordsOf(log, 'observations');
    assert.ok(records[0]?.value?.equals(value));
    assert.is(records.length, 2);
  });

  check('reading beyond the end, or zero records, returns nothing', async ({ log }) => {
    const [position] = await log.append([recordOf('a', 0)]);
    const partition = position?.partition ?? 0;
    assert.equal(await log.read({ topic: 'observations', partition, from: 1, maxRecords: 10 }), []);
    assert.equal(await log.read({ topic: 'observations', partition, from: 0, maxRecords: 0 }), []);
    assert.equal(await log.append([]), []);
  });

  check('ranges are the low and end offsets of each partition', async ({ log }) => {
    assert.equal(await log.ranges('changes'), emptyRanges(log));
    await log.append([0, 1, 2].map((n) => ({ ...recordOf('a', n), topic: 'changes', partition: 1 })));
    assert.equal((await log.ranges('changes'))[1], { partition: 1, low: 0, end: 3 });
  });

  check('concurrent appends lose and repeat nothing', async ({ log }) => {
    const appends = Array.from({ length: 50 }, (_, n) => log.append([recordOf('a', n), recordOf('b', n)]));
    const positions = (await Promise.all(appends)).flat();
    const places = positions.map(({ partition, offset }) => `${partition}:${offset}`);
    assert.is(new Set(places).size, 100);
    assert.is((await recordsOf(log, 'observations')).length, 100);
  });

  check('one append may write to both environments', async ({ log }) => {
    const command = { ...recordOf('tenant', 1), topic: 'accounts.commands' as const };
    const positions = await log.append([recordOf('a', 0), command, recordOf('a', 2)]);
    assert.equal(
      positions.map(({ topic }) => topic),
      ['observations', 'accounts.commands', 'observations'],
    );
    assert.equal(await valuesOf(log, 'observations'), [0, 2]);
    assert.equal(await valuesOf(log, 'accounts.commands'), [1]);
  });

  check('acknowledged records and the identity survive reopening', async ({ log, reopen }) => {
    await log.append([recordOf('a', 0)]);
    const { logId } = log;
    const again = await reopen();
    assert.is(again.log.logId, logId);
    assert.equal(await valuesOf(again.log, 'observations'), [0]);
    await again.log.append([recordOf('a', 1)]);
    assert.equal(await valuesOf(again.log, 'observations'), [0, 1]);
  });

  check('compaction keeps the newest record of a key', async ({ log, deletesAtOnce }) => {
    const upsert = (key: string, n: number): NewRecord => ({ ...recordOf(key, n), topic: 'asset.records' });
    await log.append([upsert('a', 0), upsert('b', 1), upsert('a', 2)]);
    await log.append([upsert('a', 3), upsert('c', 4)]);
    const ends = (await log.ranges('asset.records')).map(({ end }) => end);
    await log.maintain(Date.UTC(2030, 0, 1));
    const records = await recordsOf(log, 'asset.records');
    const newest = new Map(records.map((record) => [record.key?.toString(), numberIn(record)]));
    assert.equal([...newest].sort(), [
      ['a', 3],
      ['b', 1],
      ['c', 4],
    ]);
    if (deletesAtOnce) assert.is(records.length, 3);
    assert.equal(
      (await log.ranges('asset.records')).map(({ end }) => end),
      ends,
    );
  });

  check('retention deletes old records and offsets are never reused', async ({ log, deletesAtOnce }) => {
    const now = Date.UTC(2026, 0, 1);
    const daysAgo = (days: number, n: number): NewRecord => {
      return { ...recordOf('k', n), topic: 'dead.letters', timestamp: now - days * 86_400_000 };
    };
    const [first] = await log.append([daysAgo(100, 0), daysAgo(91, 1)]);
    const kept = { ...recordOf('k', 0), timestamp: 0 };
    await log.append([kept]);
    await log.maintain(now);
    if (deletesAtOnce) assert.equal(await valuesOf(log, 'dead.letters'), []);
    const [next] = await log.append([daysAgo(0, 2)]);
    assert.is(next?.offset, (first?.offset ?? 0) + 2);
    await log.append([daysAgo(89, 3), daysAgo(95, 4)]);
    await log.maintain(now);
    const left = await valuesOf(log, 'dead.letters');
    for (const young of [2, 3]) assert.ok(left.includes(young), 'what is young enough stays');
    assert.equal(await valuesOf(log, 'observations'), [0], 'a topic that is kept for ever');
  });

  check('a consumer reads existing records, then new ones', async ({ log }) => {
    await log.append([recordOf('a', 0), recordOf('b', 1)]);
    const seen: number[] = [];
    let caughtUp = 0;
    const consumption = log.consume({
      ...consumeAll,
      onChunk: async ({ records }) => void seen.push(...records.map(numberIn)),
      onCaughtUp: async () => {
        caughtUp++;
      },
    });
    await reached('the records', () => seen.length === 2 && caughtUp === 1);
    await log.append([recordOf('a', 2)]);
    await reached('the records', () => seen.length === 3 && caughtUp === 2);
    await consumption.stop();
    await log.append([recordOf('a', 3)]);
    await readByAnother(log, 4);
    assert.equal(seen.sort(), [0, 1, 2]);
  });

  check('a consumer of an empty log is caught up at once', async ({ log }) => {
    let caughtUp = 0;
    const consumption = log.consume({
      ...consumeAll,
      onCaughtUp: async () => {
        caughtUp++;
      },
    });
    await reached('the records', () => caughtUp === 1);
    await consumption.stop();
    await consumption.done;
  });

  check('chunks are bounded, in order, one at a time, and partitions take turns', async ({ log }) => {
    const busy = Array.from({ length: 500 }, (_, n) => ({ ...recordOf('x', n), partition: 0 }));
    await log.append([...busy, { ...recordOf('y', 500), partition: 1 }]);
    const chunks: Chunk[] = [];
    let running = 0;
    const consumption = log.consume({
      ...consumeAll,
      maxRecords: 50,
      onChunk: async (chunk) => {
        assert.is(++running, 1);
        await log.ranges('observations');
        chunks.push(chunk);
        running--;
      },
    });
    await reached('the records', () => chunks.reduce((sum, { records }) => sum + records.length, 0) === 501);
    await consumption.stop();
    assert.ok(chunks.every(({ records }) => records.length > 0 && records.length <= 50));
    assert.ok(
      chunks.findIndex(({ partition }) => partition === 1) <= 1,
      'the small partition did not wait for the big',
    );
    const offsets = chunks
      .filter(({ partition }) => partition === 0)
      .flatMap(({ records }) => records.map((r) => r.offset));
    assert.equal(
      offsets,
      Array.from({ length: 500 }, (_, n) => n),
    );
    assert.ok(chunks.every(({ partition, end }) => end === (partition === 0 ? 500 : 1)));
  });

  check('a consumer starts at the offset of startAt', async ({ log }) => {
    await log.append([0, 1, 2, 3].map((n) => ({ ...recordOf('x', n), partition: 0 })));
    const seen: number[] = [];
    const consumption = log.consume({
      ...consumeAll,
      startAt: async (_, partition) => (partition === 0 ? 2 : 0),
      onChunk: async ({ records }) => void seen.push(...records.map(numberIn)),
    });
    await reached('the records', () => seen.length === 2);
    await consumption.stop();
    assert.equal(seen, [2, 3]);
  });

  check(
    'startAt is called before the first chunk of a partition, and the assignment is owned meanwhile',
    async ({ log }) => {
      await log.append([0, 1, 2, 3].map((n) => ({ ...recordOf('x', n), partition: n % 2 })));
      const given = new Map<number, Assignment>();
      const delivered: number[] = [];
      const options: ConsumeOptions = {
        ...consumeAll,
        startAt: async (_, partition, assignment) => {
          given.set(partition, assignment);
          return 0;
        },
        offsetToCommit: (_, partition) => {
          const isRead = partition < 2 && delivered.length === 4;
          return { offset: isRead ? 2 : 0, metadata: `note of ${partition}` };
        },
        onChunk: async ({ partition, records }) => {
          assert.is(given.get(partition)?.isOwned(), true);
          delivered.push(...records.map(numberIn));
        },
      };
      const first = log.consume(options);
      await reached('the records', () => delivered.length === 4);
      const isShared = group !== null && given.get(0)?.shared === true;
      assert.ok([...given.values()].every(({ shared, retained: kept }) => shared === isShared && !kept));
      assert.equal(
        [...given.values()].map(({ committed }) => committed),
        Array.from({ length: log.partitionsOf('observations') }, () => null),
      );
      await first.stop();
      const before = [...given.values()];
      const second = log.consume(options);
      await reached('the records', () => delivered.length === 8);
      await second.stop();
      const expected = isShared ? { offset: 2, metadata: 'note of 1' } : null;
      assert.equal(given.get(1)?.committed, expected, 'the offset that the previous owner committed');
      assert.ok(!isShared || before.every((assignment) => !assignment.isOwned()), 'given back is given back');
    },
  );

  check('a handler that fails ends the consumption with its error', async ({ log }) => {
    await log.append([0, 1, 2].map((n) => ({ ...recordOf('x', n), partition: 0 })));
    let calls = 0;
    const consumption = log.consume({
      ...consumeAll,
      maxRecords: 1,
      onChunk: async () => {
        calls++;
        throw new Error('the handler failed');
      },
    });
    const error = await rejects(consumption.done);
    assert.is(error.message, 'the handler failed');
    assert.is((await rejects(consumption.stop())).message, 'the handler failed');
    await log.append([recordOf('x', 3)]);
    await readByAnother(log, 4);
    assert.is(calls, 1);
  });

  check('stop waits for the current chunk', async ({ log }) => {
    await log.append([0, 1].map((n) => ({ ...recordOf('x', n), partition: 0 })));
    let finished = 0;
    let started = 0;
    const gate = createDeferred();
    const consumption = log.consume({
      ...consumeAll,
      maxRecords: 1,
      onChunk: async () => {
        started++;
        await gate.promise;
        finished++;
      },
    });
    await reached('the records', () => started === 1);
    let isStopped = false;
    const stopped = consumption.stop().then(() => (isStopped = true));
    await readByAnother(log, 2);
    assert.is(isStopped, false);
    gate.resolve();
    await stopped;
    assert.is(finished, 1);
    assert.is(started, 1);
  });

  check('consumers without a group read independently', async ({ log }) => {
    const seen = { one: 0, two: 0 };
    const start = (who: 'one' | 'two'): ReturnType<Log['consume']> =>
      log.consume({ ...consumeAll, group: null, onChunk: async ({ records }) => void (seen[who] += records.length) });
    const consumptions = [start('one'), start('two')];
    await log.append(Array.from({ length: 20 }, (_, n) => recordOf(`k${n}`, n)));
    await reached('the records', () => seen.one === 20 && seen.two === 20);
    await Promise.all(consumptions.map((consumption) => consumption.stop()));
  });

  check('a commit shows outputs, state and positions together, or nothing', async ({ log, openStore, reopen }) => {
    const store = openStore('folder', 'data');
    const outputs = [{ ...recordOf('a', 1), topic: 'changes' as const }];
    const positions = [{ topic: 'observations', partition: 1, next: 7 }] as const;
    await store.commit({ partition: 1, writes: new Map([['k', Buffer.from('v')]]), positions, outputs });
    const bad = { ...recordOf('a', 2), topic: 'accounts.events' as const };
    await rejects(
      store.commit({
        partition: 1,
        writes: new Map([['k', Buffer.from('w')]]),
        positions: [{ topic: 'observations', partition: 1, next: 9 }],
        outputs: [outputs[0] ?? bad, bad],
      }),
    );
    assert.is(store.get(1, 'k')?.toString(), 'v');
    assert.is(store.position('observations', 1), 7);
    assert.equal(await valuesOf(log, 'changes'), [1]);
    const again = await reopen();
    assert.is(again.openStore('folder', 'data').get(1, 'k')?.toString(), 'v');
    assert.is(again.openStore('folder', 'data').position('observations', 1), 7);
  });

  check('outputs of a commit reach a consumer', async ({ log, openStore }) => {
    const seen: number[] = [];
    const consumption = log.consume({
      ...consumeAll,
      topics: ['accounts.events'],
      onChunk: async ({ records }) => void seen.push(...records.map(numberIn)),
    });
    const outputs = [{ ...recordOf('t', 5), topic: 'accounts.events' as const }];
    await openStore('accounts', 'accounts').commit({ partition: 0, writes: new Map(), positions: [], outputs });
    await reached('the records', () => seen.length === 1);
    await consumption.stop();
  });

  check('kill -9 of a process that appends beside this one: no gap, no loss, no torn append', async (fixture) => {
    const { log, childEnv, transactional } = fixture;
    const seen: LogRecord[] = [];
    const consumption = log.consume({ ...consumeAll, onChunk: async ({ records }) => void seen.push(...records) });
    const reader = fixture.openReader?.();
    let read = 0;
    const onRead: ConsumeOptions['onChunk'] = async ({ records }) => void (read += records.length);
    const reading = reader?.log.consume({ ...consumeAll, onChunk: onRead });
    const acknowledged = new Set<number>();
    const appendOwn = async (first: number): Promise<void> => {
      for (let n = first; n < first + ownAppends; n++) {
        await log.append([recordOf(`own-${n}`, n)]);
        acknowledged.add(n);
      }
    };
    for (let round = 0; round < kills; round++) {
      const first = round * 1_000_000;
      const beside = (): Promise<void> => appendOwn(first + 500_000);
      const acks = await killAfterLines(childEnv, ['append', 'endless', String(first)], 8 + 3 * round, beside);
      for (const line of acks) {
        const [from, last] = line.split(' ').map(Number);
        for (let n = from ?? 0; n <= (last ?? -1); n++) acknowledged.add(n);
      }
    }
    const numbers = (await recordsOf(log, 'observations')).map(numberIn);
    await reached('the records', () => seen.length === numbers.length);
    await consumption.stop();
    if (reader !== undefined) {
      await reached('the records, for a reader that cannot write', () => read === numbers.length);
      await reading?.stop();
      assert.instance(await rejects(reader.log.append([recordOf('a', -1)])), UsageError);
      await reader.close();
    }
    for (let partition = 0; partition < log.partitionsOf('observations'); partition++) {
      const offsets = seen.filter((record) => record.partition === partition).map(({ offset }) => offset);
      assert.equal(
        offsets,
        Array.from({ length: offsets.length }, (_, n) => n),
      );
    }
    const stored = new Set(numbers);
    assert.is(stored.size, numbers.length, 'nothing is there twice');
    assert.ok(acknowledged.size > kills * (ownAppends + 8));
    assert.equal(
      [...acknowledged].filter((n) => !stored.has(n)),
      [],
      'every acknowledged record is in the log',
    );
    const unknown = [...stored].filter((n) => !acknowledged.has(n));
    const torn = unknown.filter((n) => batchOf(n).some((other) => !stored.has(other)));
    if (transactional) assert.equal(torn, [], 'appends are whole');
    await log.append([recordOf('a', -1)]);
  });

  check('kill -9 while folding: outputs, state and positions agree', async (fixture) => {
    const { log, openStore, childEnv, transactional } = fixture;
    const total = 1_500 * kills;
    await log.append(Array.from({ length: total }, (_, n) => recordOf(`asset-${n % 50}`, n)));
    for (let round = 0; round < kills; round++) {
      await killAfterLines(childEnv, ['fold', '20'], 1 + 3 * round);
      await assertFolded(log, openStore, transactional);
    }
    await fold(log, openStore('contract-fold', 'data'), 500);
    assert.is(await assertFolded(log, openStore, transactional), total);
  });

  test.run();
}

/** Every folded input has its output and is counted once in the state; with transactions, there are no other outputs. */
async function assertFolded(log: Log, openStore: OpenStateStore, transactional: boolean): Promise<number> {
  const store = openStore('contract-fold', 'data');
  const outputs = (await recordsOf(log, 'changes')).map(numberIn);
  let folded = 0;
  for (let partition = 0; partition < log.partitionsOf('observations'); partition++) {
    const next = store.position('observations', partition) ?? 0;
    const inputs = await log.read({ topic: 'observations', partition, from: 0, maxRecords: next });
    const own = new Set(inputs.map(numberIn));
    const written = outputs.filter((n) => own.has(n));
    assert.is(Number(store.get(partition, 'count')?.toString() ?? 0), next, 'state agrees with the position');
    assert.is(new Set(written).size, next, 'what was folded has its output');
    if (transactional) assert.is(written.length, next, 'outputs agree with the position');
    folded += next;
  }
  if (transactional) assert.is(outputs.length, folded, 'no output without its input');
  return folded;
}

/** Appends of this process beside a child. */
const ownAppends = 40;

/** Records of one append of the child: numbers with the same quotient are one append. */
export const childBatch = 25;

const batchOf = (n: number): readonly number[] => {
  const first = Math.floor(n / childBatch) * childBatch;
  return Array.from({ length: childBatch }, (_, index) => first + index);
};

/** A record whose value is a number. */
export const recordOf = (key: string, n: number): NewRecord => ({
  topic: 'observations',
  key,
  value: Buffer.from(String(n)),
  timestamp: 1_700_000_000_000 + Math.abs(n),
});

const numberIn = (record: LogRecord): number => Number(record.value?.toString());

async function recordsOf(log: Log, topic: TopicName): Promise<readonly LogRecord[]> {
  const records: LogRecord[] = [];
  for (const { partition, low, end } of await log.ranges(topic)) {
    let from = low;
    while (from < end) {
      const some = await log.read({ topic, partition, from, maxRecords: 1_000 });
      records.push(...some);
      from = (some.at(-1)?.offset ?? end) + 1;
    }
  }
  return records;
}

const valuesOf = async (log: Log, topic: TopicName): Promise<readonly number[]> =>
  (await recordsOf(log, topic)).map(numberIn);

const emptyRanges = (log: Log): readonly unknown[] =>
  Array.from({ length: log.partitionsOf('changes') }, (_, partition) => ({ partition, low: 0, end: 0 }));

async function rejects(work: Promise<unknown>): Promise<Error> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  );
  assert.instance(outcome, Error, 'it was to be refused');
  return outcome as Error;
}

const childFile = fileURLToPath(moduleUrl('tests/contracts/log-child.ts'));

function startChild(childEnv: Readonly<Record<string, string>>, ...args: readonly string[]): ChildProcess {
  const env = { ...process.env, ...childEnv };
  return spawn(process.execPath, [...loaderArguments, childFile, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Runs the child, kills it after so many lines and what this process does from the first of them on, and returns its output. */
async function killAfterLines(
  childEnv: Readonly<Record<string, string>>,
  args: readonly string[],
  count: number,
  beside: () => Promise<void> = async () => undefined,
): Promise<readonly string[]> {
  const child = startChild(childEnv, ...args);
  const messages: string[] = [];
  if (child.stdout === null) throw new Error('the child has no output');
  const lines = createInterface({ input: child.stdout });
  const closed = once(lines, 'close');
  const many = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      messages.push(line);
      if (messages.length === count) resolve();
    });
  });
  await Promise.race([once(lines, 'line'), closed]);
  await Promise.race([Promise.all([many, beside()]), closed]);
  child.kill('SIGKILL');
  await closed;
  return messages;
}

/** Resolves when another consumer has read so many observations. */
async function readByAnother(log: Log, count: number): Promise<void> {
  let read = 0;
  const another = log.consume({
    topics: ['observations'],
    group: null,
    maxRecords: 100,
    startAt: async () => 0,
    onChunk: async ({ records }) => void (read += records.length),
  });
  await reached('all observations', () => read === count);
  await another.stop();
}
