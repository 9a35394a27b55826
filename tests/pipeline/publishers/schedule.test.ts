import { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pause } from '../../../infra/async/async.ts';
import type { FetchResult } from '../../../infra/fetch/fetch-types.ts';
import type { Feed } from '../../../pipeline/ingest/feed.ts';
import { type FetchAttempt, type ScheduleDeps, startSchedule } from '../../../pipeline/publishers/schedule.ts';
import type { FeedCapture } from '../../../schemas/generated/records.ts';
import { feedOf } from '../ingest/harness.ts';

const hour = 3_600_000;
const base = feedOf('esma-emtwp');
const feed = (id: string, everyMs = hour): Feed => ({
  ...base,
  manifest: { ...base.manifest, id, everyMs, files: [{ name: 'a.csv', url: `https://${id}.example/a.csv` }] },
});

const good: FetchResult = {
  kind: 'ok',
  outcome: 'ok',
  bytes: Buffer.from('a'),
  url: '',
  contentType: 'text/csv',
  etag: null,
  lastModified: null,
};

/** Adds a listener to the signal, as the pause of the service does. */
const pauseUnlessAborted: ScheduleDeps['sleep'] = (milliseconds, signal) => pause(milliseconds, signal);

/** A schedule on a clock that only sleeping moves. It ends after `until` attempts. */
async function run(
  list: readonly Feed[],
  until: number,
  fetch: ScheduleDeps['fetch'],
  over: Partial<ScheduleDeps> = {},
) {
  let now = 0;
  const attempts: FetchAttempt[] = [];
  const captures: FeedCapture[] = [];
  const logged: string[] = [];
  const record = (level: string) => (_fields: unknown, sentence?: string) =>
    void logged.push(`${level}: ${sentence ?? ''}`);
  let end: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  const schedule = startSchedule(list, {
    fetch,
    artifacts: {
      put: async () => ({ sha256: 'aa', bytes: 1 }),
      putPieces: async () => ({ sha256: 'aa', bytes: 1 }),
      get: async () => Buffer.alloc(0),
      read: async (_sha256, use) => use(() => Readable.from([])),
      has: async () => true,
      list: () => Readable.from([]),
      remove: async () => undefined,
      removeLeftovers: async () => 0,
    },
    clock: () => now,
    random: () => 0,
    lastCapture: async (id) => captures.findLast((capture) => capture.feed === id) ?? null,
    append: async (capture) => void captures.push(capture),
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
    logger: { info: record('info'), warn: record('warn'), error: record('error') },
    onAttempt: (attempt) => {
      attempts.push(attempt);
      if (attempts.length >= until) end();
    },
    ...over,
  });
  await done;
  await schedule.stop();
  return { attempts, captures, logged };
}

test('attempts follow the period of the feed', async () => {
  const { attempts, captures } = await run([feed('a')], 3, async () => good);
  assert.equal(
    attempts.slice(0, 3).map(({ at, nextAt, ok }) => [at, nextAt, ok]),
    [
      [0, hour, true],
      [hour, 2 * hour, true],
      [2 * hour, 3 * hour, true],
    ],
  );
  assert.equal(
    captures.slice(0, 3).map(({ asOf }) => asOf),
    [0, hour, 2 * hour],
  );
});

test('a failed attempt is logged, reported and retried sooner, then the period applies again', async () => {
  let calls = 0;
  const { attempts, captures, logged } = await run([feed('a')], 4, async () => {
    calls += 1;
    return calls <= 2 ? { kind: 'failed', outcome: 'http_error', message: 'it answered with status 500.' } : good;
  });
  assert.equal(
    attempts.slice(0, 4).map(({ ok, at, nextAt }) => [ok, nextAt - at]),
    [
      [false, 60_000],
      [false, 120_000],
      [true, hour],
      [true, hour],
    ],
  );
  assert.is(attempts[0]?.message, 'a.csv: it answered with status 500.');
  assert.is(logged.filter((line) => line.startsWith('warn: the source could not be read')).length, 2);
  assert.ok(captures.length >= 2);
});

test('a failing feed waits at most its period', async () => {
  const failing = async (): Promise<FetchResult> => ({ kind: 'failed', outcome: 'gone', message: 'gone.' });
  const { attempts } = await run([feed('a', 200_000)], 6, failing);
  assert.equal(
    attempts.slice(0, 6).map(({ at, nextAt }) => nextAt - at),
    [60_000, 120_000, 200_000, 200_000, 200_000, 200_000],
  );
});

test('an append that throws is a failure of that attempt only', async () => {
  let calls = 0;
  const append = async () => {
    calls += 1;
    if (calls === 1) throw new Error('the log is full');
  };
  const { attempts, logged } = await run([feed('a')], 2, async () => good, { append });
  assert.equal(
    attempts.slice(0, 2).map(({ ok, message }) => [ok, message]),
    [
      [false, 'the log is full'],
      [true, null],
    ],
  );
  assert.ok(logged.includes('error: the capture could not be made'));
});

test('attempts for a feed never overlap, and a slow feed does not delay another', async () => {
  let running = 0;
  let most = 0;
  let quick = 0;
  const slow: { readonly until: number; readonly end: () => void }[] = [];
  const { attempts } = await run([feed('slow'), feed('quick')], 12, async ({ url, signal }) => {
    if (!url.includes('slow')) {
      quick += 1;
      for (const { until, end } of slow) if (quick >= until) end();
      return good;
    }
    running += 1;
    most = Math.max(most, running);
    // As long as three fetches of the other feed take.
    await new Promise<void>((end) => {
      slow.push({ until: quick + 3, end });
      signal?.addEventListener('abort', () => end());
    });
    running -= 1;
    return good;
  });
  assert.is(most, 1);
  assert.ok(
    attempts.filter((attempt) => attempt.feed === 'quick').length >
      attempts.filter((attempt) => attempt.feed === 'slow').length,
  );
});

test('stop aborts a running fetch, without report and without append', async () => {
  const captures: FeedCapture[] = [];
  const attempts: FetchAttempt[] = [];
  let started: () => void = () => undefined;
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  const schedule = startSchedule([feed('a')], {
    fetch: ({ signal }) =>
      new Promise((resolve) => {
        started();
        signal?.addEventListener('abort', () => resolve({ kind: 'failed', outcome: 'net_error', message: 'stopped.' }));
      }),
    artifacts: {
      put: async () => ({ sha256: 'aa', bytes: 1 }),
      putPieces: async () => ({ sha256: 'aa', bytes: 1 }),
      get: async () => Buffer.alloc(0),
      read: async (_sha256, use) => use(() => Readable.from([])),
      has: async () => true,
      list: () => Readable.from([]),
      remove: async () => undefined,
      removeLeftovers: async () => 0,
    },
    clock: () => 0,
    random: () => 0,
    lastCapture: async () => null,
    append: async (capture) => void captures.push(capture),
    sleep: async () => undefined,
    logger: {
      info: assert.unreachable,
      warn: assert.unreachable,
      error: assert.unreachable,
    },
    onAttempt: (attempt) => void attempts.push(attempt),
  });
  await running;
  await schedule.stop();
  assert.equal([captures, attempts], [[], []]);
});

test('jitter spreads the first attempt and the period', async () => {
  const { attempts } = await run([feed('a')], 2, async () => good, { random: () => 0.5 });
  assert.is(attempts[0]?.at, 5_000);
  assert.is((attempts[0]?.nextAt ?? 0) - 5_000, hour * 1.05);
});

const gleif: Feed = { ...feedOf('gleif-lei'), manifest: { ...feedOf('gleif-lei').manifest, everyMs: hour } };
const kept: FetchResult = { ...good, kept: { sha256: 'aa', bytes: 1 } };

test('an LEI that an asset names for the first time is fetched within a minute; one that no asset names any more waits', async () => {
  let asked = 0;
  const named = (): readonly string[] => (asked < 4 ? ['A'] : asked < 12 ? ['A', 'B'] : ['B']);
  const wanted = async (): Promise<readonly string[]> => {
    asked += 1;
    return named();
  };
  const { attempts, captures } = await run([gleif], 3, async () => kept, { wanted });
  assert.equal(
    captures.slice(0, 2).map((capture) => capture.wanted),
    [['A'], ['A', 'B']],
  );
  const [first, second, third] = attempts.map(({ at }) => at);
  assert.ok((second ?? hour) - (first ?? 0) <= 120_000, 'B is new');
  assert.ok((third ?? 0) - (second ?? 0) >= hour, 'A is named no more');
});

test('a source of gigabytes is not fetched while no asset names an LEI', async () => {
  let fetched = 0;
  const fetch = async (): Promise<FetchResult> => {
    fetched += 1;
    return kept;
  };
  const { attempts, captures } = await run([gleif], 2, fetch, { wanted: async () => [] });
  assert.equal([fetched, captures, attempts.every(({ ok }) => ok)], [0, [], true]);
});

test('a feed that another process owns is not fetched; the next owner fetches it when it is due', async () => {
  const period = 100_000;
  const captured: number[] = [];
  let now = 0;
  const { attempts } = await run([feed('a', period)], 1, async () => good, {
    clock: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
    // Another process fetches for some time, and stops a minute after its last attempt.
    isOwned: () => now > 2 * period + 20_000,
    lastCapture: async () => captureAt(2 * period),
    append: async (capture) => void captured.push(capture.asOf),
  });
  assert.is(attempts[0]?.at, captured[0]);
  assert.ok((captured[0] ?? 0) >= 3 * period && (captured[0] ?? 0) < 3 * period + 1_000, String(captured[0]));
});

test('a feed without a capture is fetched as soon as this process owns it', async () => {
  let now = 0;
  const { attempts } = await run([feed('a')], 1, async () => good, {
    clock: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
    isOwned: () => now >= 5_000,
    lastCapture: async () => null,
  });
  assert.is(attempts[0]?.at, 5_000);
});

const captureAt = (asOf: number): FeedCapture => ({
  captureId: 'c',
  feed: 'a',
  asOf,
  obtained: 'fetched',
  force: false,
  artifacts: [],
  wanted: [],
});

test('many feeds wait without a warning about listeners, and end when stopped', async () => {
  const warnings: Error[] = [];
  const warned = (warning: Error): void => void warnings.push(warning);
  process.on('warning', warned);
  const many = Array.from({ length: 20 }, (_, index) => feed(`feed-${index}`));
  const { attempts } = await run(many, many.length, async () => good, { sleep: pauseUnlessAborted });
  process.off('warning', warned);
  assert.is(attempts.length, many.length);
  assert.equal(warnings, []);
});

test.run();
