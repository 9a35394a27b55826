import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDeferred, pause } from '../../../infra/async/async.ts';
import { createLifecycle, type Lifecycle } from '../../../infra/async/lifecycle.ts';
import { createLogger } from '../../../infra/logger.ts';
import { startVirtualTime, type VirtualTime } from '../../support/virtual-time.ts';

const defaultLimits = { partMs: 60, allMs: 100, leastMs: 10 };

interface Bench {
  readonly lifecycle: Lifecycle;
  /** Events, in order. */
  readonly events: string[];
  readonly logged: string[];
  /** Starts a part that records its start and stop. */
  readonly part: (name: string, over?: { stop?: () => Promise<void>; open?: () => Promise<void> }) => Promise<string>;
}

function bench(limits = defaultLimits): Bench {
  const events: string[] = [];
  const logged: string[] = [];
  const logger = createLogger({ level: 'info', destination: { write: (line) => void logged.push(line) } });
  const lifecycle = createLifecycle(logger, limits);
  return {
    lifecycle,
    events,
    logged,
    part: (name, over = {}) =>
      lifecycle.start(name, async () => {
        await over.open?.();
        events.push(`+${name}`);
        const stop = async (): Promise<void> => {
          events.push(`-${name}`);
          await over.stop?.();
        };
        return { value: name, stop };
      }),
  };
}

const message = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

const never = (): Promise<void> => new Promise(() => undefined);

let time: VirtualTime;
test.before.each(() => {
  time = startVirtualTime();
});
test.after.each(() => time.end());

test('when a part does not start, the parts before it stop in reverse, and its error is thrown', async () => {
  const { lifecycle, events, part } = bench();
  await part('a');
  await part('b');
  assert.is(
    await message(lifecycle.start('c', () => Promise.reject(new Error('the port is taken')))),
    'the port is taken',
  );
  assert.equal(events, ['+a', '+b', '-b', '-a']);
  await time.during(lifecycle.stopping);
});

test('a part that fails to stop, or hangs, does not prevent the others from stopping, and is logged', async () => {
  const { lifecycle, events, logged, part } = bench();
  await part('a');
  await part('fails', { stop: () => Promise.reject(new Error('no')) });
  await part('hangs', { stop: never });
  await part('d');
  await time.during(lifecycle.stop());
  assert.equal(events.slice(4), ['-d', '-hangs', '-fails', '-a']);
  assert.is(logged.length, 2);
  assert.match(logged[0] ?? '', /hangs did not stop within 60 ms/);
  assert.match(logged[1] ?? '', /"part":"fails"/);
});

test('all parts together have a time limit, and each is stopped', async () => {
  const { lifecycle, events, part } = bench({ ...defaultLimits, partMs: 10_000 });
  for (const name of ['a', 'b', 'c', 'd', 'e']) await part(name, { stop: never });
  const started = time.now();
  await time.during(lifecycle.stop());
  assert.ok(time.now() - started < 200, 'less than one part may take alone');
  assert.equal(events.slice(5), ['-e', '-d', '-c', '-b', '-a']);
});

test('a second stop does nothing', async () => {
  const { lifecycle, events, part } = bench();
  await part('a', { stop: () => pause(5) });
  await time.during(Promise.all([lifecycle.stop(), lifecycle.stop()]));
  await time.during(lifecycle.stop());
  assert.equal(events, ['+a', '-a']);
});

test('stop waits for a part that is still opening and stops it first', async () => {
  const { lifecycle, events, part } = bench();
  await part('log');
  const opening = message(part('worker', { open: () => pause(20) }));
  await time.during(lifecycle.stop());
  assert.match(await opening, /worker is not started: the rest is being stopped/);
  assert.equal(events, ['+log', '+worker', '-worker', '-log']);
});

test('parts started at the same time: when one fails, the slower ones are stopped too', async () => {
  const { lifecycle, events, part } = bench();
  await part('log');
  const all = await time.during(
    Promise.allSettled([
      part('slow', { open: () => pause(20) }),
      part('broken', { open: () => Promise.reject(new Error('broken')) }),
    ]),
  );
  await time.during(lifecycle.stop());
  assert.equal(
    all.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(events, ['+log', '+slow', '-slow', '-log']);
});

test('a part that opens after everything was stopped is stopped at once', async () => {
  const { lifecycle, events, part } = bench();
  const opened = createDeferred();
  const late = message(part('late', { open: () => opened.promise }));
  await time.during(lifecycle.stop());
  assert.equal(events, []);
  opened.resolve();
  assert.match(await late, /late is not started/);
  assert.equal(events, ['+late', '-late']);
});

test('no part starts after stop', async () => {
  const { lifecycle, events, part } = bench();
  await time.during(lifecycle.stop());
  assert.match(await message(part('a')), /a is not started/);
  assert.equal(events, []);
});

test.run();
