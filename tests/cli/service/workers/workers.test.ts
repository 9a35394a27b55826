import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../../cli/log/append.ts';
import type { Engine } from '../../../../cli/engine/open-engine.ts';
import type { FromWorker } from '../../../../cli/service/workers/messages.ts';
import { plansOfAll } from '../../../../cli/service/workers/plans.ts';
import { createHealthBoard } from '../../../../cli/service/health/health-board.ts';
import { makeInHand } from '../../../../cli/service/workers/record-in-hand.ts';
import type * as RoleWorkers from '../../../../cli/service/workers/role-workers.ts';
import type * as Workers from '../../../../cli/service/workers/workers.ts';
import { createLifecycle } from '../../../../infra/async/lifecycle.ts';
import { loadConfig } from '../../../../infra/config/config.ts';
import type * as Errors from '../../../../infra/errors.ts';
import { run } from '../../../pipeline/runtime/harness.ts';
import { built } from '../../../support/built.ts';
import { reached } from '../../../support/reached.ts';
import { startVirtualTime } from '../../../support/virtual-time.ts';
import { messageOf, openCleanLog, silent } from '../../harness.ts';

// Threads run the built program, because they have no TypeScript loader.
const { startWorker } = (await import(built('cli/service/workers/workers'))) as typeof Workers;
const { startRoleWorkers } = (await import(built('cli/service/workers/role-workers'))) as typeof RoleWorkers;
const { RetryableError } = (await import(built('infra/errors'))) as typeof Errors;

const directory = mkdtempSync(join(tmpdir(), 'attestry-workers-'));
let engine: Engine;

// The threads read the configuration themselves.
process.env['ATTESTRY_DATA_DIR'] = directory;
process.env['ATTESTRY_TOPIC_PARTITIONS'] = '2';
process.env['ATTESTRY_LOG_LEVEL'] = 'info';

test.before(async () => {
  engine = await openCleanLog(loadConfig().config);
});
test.after(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

interface SeenEffects {
  readonly deps: Workers.WorkerDeps;
  readonly inserts: { readonly table: string; readonly text: string }[];
  readonly messages: FromWorker[];
  /** Roles that sent a pulse. */
  readonly pulses: Set<string>;
  readonly deaths: string[];
  readonly lines: string[];
}

function seen(fault: (table: string) => Promise<void> | void = () => undefined): SeenEffects {
  const inserts: { readonly table: string; readonly text: string }[] = [];
  const messages: FromWorker[] = [];
  const pulses = new Set<string>();
  const deaths: string[] = [];
  const lines: string[] = [];
  return {
    inserts,
    messages,
    pulses,
    deaths,
    lines,
    deps: {
      logger: silent,
      writeLog: (line) => void lines.push(line),
      insert: async (_, table, __, body) => {
        await fault(table);
        inserts.push({ table, text: body.toString('utf8') });
      },
      onMessage: (role, message) => {
        messages.push(message);
        if (message.type === 'pulse') pulses.add(role);
      },
      onDeath: (role, reason) => void deaths.push(`${role}: ${reason}`),
    },
  };
}

const start = (from: SeenEffects, role: string) => {
  const plan = plansOfAll([]).find((one) => one.role === role);
  assert.ok(plan, role);
  return startWorker(from.deps, {
    ...plan,
    tablesId: `tables-${Math.random()}`,
    tablesEpoch: null,
    inHand: makeInHand(),
  });
};

test('a role with a wrong configuration does not start, and reports why', async () => {
  process.env['ATTESTRY_LOG_LEVEL'] = 'loud';
  const from = seen();
  const failure = await messageOf(start(from, 'data'));
  process.env['ATTESTRY_LOG_LEVEL'] = 'info';
  assert.match(failure, /the data role did not start: .*ATTESTRY_LOG_LEVEL/s);
});

test('the sink of a thread inserts through the main thread; a retryable failure is repeated, and a stop has a limit', async () => {
  let inserts = 0;
  const from = seen(() => {
    inserts += 1;
    if (inserts === 1) throw new RetryableError('the tables are busy');
    return inserts > 2 ? new Promise<void>(() => undefined) : undefined;
  });
  const append = (captureId: string) =>
    appendValues(engine, 'feed.runs', [{ value: run(captureId, 'f', 7), timestamp: 1_700_000_000_000 }]);
  const worker = await start(from, 'sink');
  await append('c1');
  await reached('the row is inserted', () => from.inserts.length > 0);
  assert.is(from.inserts[0]?.table, 'attestry.store_feed_runs');
  assert.match(from.inserts[0]?.text ?? '', /"c1"/);
  const states = from.messages.map((message) => (message.type === 'health' ? message.health.state : message.type));
  assert.ok(states.includes('retrying'));
  await reached('it is running again', () => {
    const last = from.messages.filter(({ type }) => type === 'health').at(-1);
    return last?.type === 'health' && last.health.state === 'running';
  });
  assert.match(from.lines.join(''), /trying again/);

  await append('c2');
  await reached('the insert that never ends', () => inserts > 2);
  const time = startVirtualTime();
  try {
    let isStopped = false;
    const stopping = worker.stop().then(() => (isStopped = true));
    await time.advance(5_999);
    assert.is(isStopped, false);
    await time.advance(1);
    await stopping;
  } finally {
    time.end();
  }
  assert.equal(from.deaths, [], 'a stop is no death');
});

/** The lanes of `up` in the background, which insert nothing. */
async function startLanes() {
  const from = seen();
  const lifecycle = createLifecycle(silent);
  const ready: string[] = [];
  const workers = await startRoleWorkers({
    ...from.deps,
    lifecycle,
    board: createHealthBoard(),
    plans: plansOfAll([]).filter(({ lane }) => lane !== null),
    isLater: ({ background }) => background,
    inBackground: true,
    sink: { tablesId: `tables-${Math.random()}`, epoch: null, insert: async () => undefined },
    onReady: (role) => void ready.push(role),
  });
  return { from, lifecycle, ready, workers };
}

test('workers in the background are begun and not awaited; those for later come after them', async () => {
  const { from, lifecycle, ready, workers } = await startLanes();
  assert.equal([workers.isReady('accounts'), workers.lanes.length], [false, 0]);
  await workers.startLater();
  assert.equal(ready, ['accounts', 'sink']);
  assert.equal([workers.isReady('accounts'), (await workers.allLanes()).length], [true, 2]);
  await lifecycle.stop();
  assert.equal(from.deaths, []);
});

test('a repair before the API answers starts the lanes that it needs, once: the API waits for the repair', async () => {
  const { from, lifecycle, ready, workers } = await startLanes();
  const lanes = await workers.allLanes();
  assert.equal(lanes.map(({ lane }) => lane).sort(), ['accounts-sink', 'sink']);
  await workers.startLater();
  assert.equal(ready, ['accounts', 'sink']);
  await lifecycle.stop();
  assert.equal(from.deaths, []);
});

test('all roles start together on one directory, each with a pulse, and stop', async () => {
  const from = seen();
  const workers = await Promise.all([start(from, 'data'), start(from, 'accounts')]);
  const running = from.messages.flatMap((message) =>
    message.type === 'health' && message.health.state === 'running' ? [message.health.processor] : [],
  );
  assert.equal([...new Set(running)].sort(), [
    'accounts',
    'accounts-sink',
    'attribute',
    'chains',
    'declare',
    'detect',
    'disclose',
    'ingest',
    'intake',
    'oblige',
    'reconcile',
    'screen',
  ]);
  await Promise.all(workers.map((worker) => worker.stop()));
  assert.equal(from.deaths, []);
  // By its pulse a thread that hangs is noticed.
  assert.equal([...from.pulses].sort(), ['accounts', 'data']);
});

test.run();
