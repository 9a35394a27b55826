/** Parts that have work and do not move, on a clock that the test moves. */
import { Worker } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHealthBoard } from '../../../../../cli/service/health/health-board.ts';
import { boardSources } from '../../../../../cli/service/health/metric-sources.ts';
import { consumerParts, watchedConsumers } from '../../../../../cli/service/health/standstill/consumer-parts.ts';
import { createReportedParts } from '../../../../../cli/service/health/standstill/reported-parts.ts';
import {
  createStandstills,
  type PartAt,
  standsAfterMs,
} from '../../../../../cli/service/health/standstill/standstills.ts';
import { watchStandstills } from '../../../../../cli/service/health/watch-standstills.ts';
import { makeInHand, readInHand, writeInHand } from '../../../../../cli/service/workers/record-in-hand.ts';
import { RetryableError } from '../../../../../infra/errors.ts';
import { consumers } from '../../../../../pipeline/processors/catalogue.ts';
import type { ProcessorStatus } from '../../../../../cli/engine/status.ts';
import { createDeferred } from '../../../../../infra/async/async.ts';

const test = suite<{ time: { now: number } }>('standstills');
test.before.each((context) => {
  context.time = { now: 5_000 };
});

const part = (at: string, waiting: string | null = '3 records wait'): PartAt => ({ part: 'detect', at, waiting });
const names = (standstills: ReturnType<typeof createStandstills>) => standstills.standing().map((one) => one.part);

test('a part with work that has not moved for two minutes stands; one that moves, or has no work, does not', ({
  time,
}) => {
  const standstills = createStandstills(() => time.now);
  standstills.observe([part('7')]);
  time.now += standsAfterMs - 1;
  standstills.observe([part('7')]);
  assert.equal(names(standstills), []);
  time.now += 1;
  assert.equal(standstills.standing(), [{ part: 'detect', forMs: standsAfterMs, waiting: '3 records wait' }]);
  standstills.observe([part('8')]);
  assert.equal(names(standstills), []);
  time.now += standsAfterMs;
  standstills.observe([part('8', null)]);
  assert.equal(names(standstills), []);
});

test('the time counts from when there was work, not from the last move', ({ time }) => {
  const standstills = createStandstills(() => time.now);
  standstills.observe([part('7', null)]);
  time.now += 10 * standsAfterMs;
  standstills.observe([part('7')]);
  assert.equal(names(standstills), []);
  time.now += standsAfterMs;
  assert.equal(names(standstills), ['detect']);
});

test('work that is due later: two minutes from then on', ({ time }) => {
  const standstills = createStandstills(() => time.now);
  standstills.observe([{ ...part('1', 'its fetch is due'), dueInMs: 60_000 }]);
  time.now += standsAfterMs + 59_999;
  assert.equal(names(standstills), []);
  time.now += 1;
  assert.equal(names(standstills), ['detect']);
});

test('a part that is no longer there does not stand', ({ time }) => {
  const standstills = createStandstills(() => time.now);
  standstills.observe([part('7')]);
  standstills.observe([]);
  time.now += standsAfterMs;
  assert.equal(names(standstills), []);
});

const status = (positions: readonly (readonly [position: number, end: number])[]): ProcessorStatus => ({
  name: 'ingest',
  partitions: positions.map(([position, end], partition) => ({
    topic: 'feed.captures',
    partition,
    position,
    end,
    lag: end - position,
  })),
});

test('a processor moves when one of its partitions does, or when a large file is read on', () => {
  const [stands] = consumerParts(
    [
      status([
        [4, 4],
        [9, 12],
      ]),
    ],
    'file/1',
  );
  assert.is(stands?.waiting, '3 records wait, the next in feed.captures 1 from offset 9');
  const others = [
    consumerParts(
      [
        status([
          [4, 5],
          [10, 12],
        ]),
      ],
      'file/1',
    ),
    consumerParts(
      [
        status([
          [4, 4],
          [9, 12],
        ]),
      ],
      'file/2',
    ),
    consumerParts(
      [
        status([
          [4, 4],
          [9, 12],
        ]),
      ],
      'file/1',
      { ingest: 1 },
    ),
  ];
  for (const [other] of others) assert.is.not(other?.at, stands?.at);
  assert.is(consumerParts([status([[4, 4]])], '')[0]?.waiting, null);
});

test('up and serve watch all processors, a role its own, and those that it runs', () => {
  const all = consumers.map(({ name }) => name).sort();
  for (const role of ['up', 'serve'] as const) assert.equal([...watchedConsumers(role, [], consumers)].sort(), all);
  assert.equal([...watchedConsumers('run processors', ['detect', 'sink'], consumers)], ['detect']);
  assert.equal([...watchedConsumers('run publishers', ['chains', 'ticks'], consumers)], ['chains']);
  assert.equal([...watchedConsumers('run sink', ['sink'], consumers)], ['sink']);
  assert.equal([...watchedConsumers('run deliver', [], consumers)], []);
});

test('publishers and readers: at work, due later, ended; a thread by its pulse', ({ time }) => {
  const reported = createReportedParts(
    () => time.now,
    (thread) => (thread === 'data' ? 'observations 2 1234 (detect)' : null),
  );
  reported.moved({ part: 'feed un-sc', dueInMs: 60_000, waiting: 'its fetch is due' });
  reported.moved({ part: 'the document reader', dueInMs: 0, waiting: '1 reading is open' });
  reported.pulse('data');
  reported.pulse('sink');
  const standstills = createStandstills(() => time.now);
  standstills.observe(reported.parts());
  time.now += standsAfterMs;
  reported.pulse('sink');
  standstills.observe(reported.parts());
  assert.equal(
    standstills.standing().map((one) => `${one.part}: ${one.waiting}`),
    [
      'the document reader: 1 reading is open',
      'the data thread: it does not come back from observations 2 1234 (detect)',
    ],
  );
  reported.moved({ part: 'the document reader', dueInMs: null, waiting: '0 readings are open' });
  reported.pulse('data');
  time.now += 60_000;
  standstills.observe(reported.parts());
  assert.equal(names(standstills), ['feed un-sc']);
});

test('a processor that hangs: /readyz, status and metric name it within three minutes', async ({ time }) => {
  const begun = time.now;
  const board = createHealthBoard();
  const standstills = createStandstills(() => time.now);
  board.watchStanding(standstills.standing);
  const found = createDeferred();
  let outages = 1;
  const watch = watchStandstills({
    standstills,
    board,
    read: async () => {
      // Brokers that are away for a moment change nothing.
      if (outages-- > 0) throw new RetryableError('away');
      return consumerParts([status([[0, 1]])], '');
    },
    sleep: async (ms) => {
      if (board.failing().length > 0 || time.now - begun > 10 * standsAfterMs) found.resolve();
      time.now += ms;
    },
  });
  await found.promise;
  await watch.stop();
  assert.ok(time.now - begun <= 3 * 60_000, `after ${time.now - begun} ms`);
  assert.match(board.failing()[0] ?? '', /^ingest has not moved for 2 minutes although it has work: 1 record waits, /);
  const [failing, standing] = await Promise.all(boardSources(board).map(({ read }) => read()));
  assert.equal([failing?.[0]?.value, standing?.[0]?.labels], [1, { part: 'ingest' }]);
  assert.ok((standing?.[0]?.value ?? 0) >= 120);
});

test('the record in hand of a thread that hangs can be read', async () => {
  const shared = makeInHand();
  assert.is(readInHand(shared), null);
  writeInHand(shared)('detect', { topic: 'observations', partition: 2, offset: 1 });
  // It answers nothing from its first message on, until it is terminated.
  const source = `const { parentPort, workerData } = require('node:worker_threads');
    new Float64Array(workerData)[3] = 1234;
    parentPort.postMessage('begun');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`;
  const worker = new Worker(source, { eval: true, workerData: shared });
  const begun = createDeferred();
  worker.once('message', () => begun.resolve());
  await begun.promise;
  assert.is(readInHand(shared), 'observations 2 1234 (detect)');
  await worker.terminate();
  writeInHand(shared)('detect', null);
  assert.is(readInHand(shared), null);
});

test.run();
