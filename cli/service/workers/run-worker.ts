import type { MessagePort } from 'node:worker_threads';
import { createDeferred } from '../../../infra/async/async.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { createLogger, type Logger } from '../../../infra/logger.ts';
import { yieldBehind } from '../../../infra/log/yield-behind.ts';
import type { YieldingThread } from '../../../infra/process/thread-priority.ts';
import { createLifecycle } from '../../../infra/async/lifecycle.ts';
import type { ChainHealth } from '../../../pipeline/publishers/chain/chain-health.ts';
import { createOutsideTime } from '../../../pipeline/publishers/ticks/outside-time.ts';
import type { RunningLane } from '../../../pipeline/sink/run-lane.ts';
import type { TopicName } from '../../../schemas/topics.ts';
import type { RunningProcessor, RuntimeDeps } from '../../../pipeline/runtime/role.ts';
import { openEngine } from '../../engine/open-engine.ts';
import { moved } from './moved.ts';
import { countCommits } from './count-commits.ts';
import { createInsertClient } from './insert-client.ts';
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts';
import { writeInHand } from './record-in-hand.ts';

/** Reports the progress in a large file a few times a second. */
function progressReporter(sha256: string, post: (message: FromWorker) => void): (records: number) => void {
  let reportedAt = 0;
  return (records) => {
    const now = Date.now();
    if (now - reportedAt < reportEveryMs) return;
    reportedAt = now;
    post({ type: 'reading', reading: { sha256, records } });
  };
}

const reportEveryMs = 250;

/** A thread whose pulse is away for two minutes hangs. */
const pulseMs = 5_000;

/** Batching delay of the data lane, milliseconds. The accounts lane has none, because a client waits for its rows. */
const sinkLingerMs = 20;

/**
 * Runs the parts of a plan in this thread. Their code is independent of the thread.
 * @param yielding the thread's priority; null if it is always the same
 */
export async function runWorker(port: MessagePort, start: WorkerStart, yielding: YieldingThread | null): Promise<void> {
  const post = (message: FromWorker): void => port.postMessage(message);
  const { config } = loadConfig();
  const logger: Logger = createLogger({
    level: config.logLevel,
    destination: { write: (line) => post({ type: 'log', line }) },
  }).child({ role: start.role });
  const lifecycle = createLifecycle(logger);
  const engine = await lifecycle.start('engine', async () => {
    const value = await openEngine(config, logger, 'service');
    return { value, stop: () => value.close() };
  });
  const counted = countCommits(engine.openStore);
  const pulse = (): void => post({ type: 'pulse', commits: counted.commits() });
  pulse();
  await lifecycle.start('pulse', async () => {
    const value = setInterval(pulse, pulseMs).unref();
    return { value, stop: async () => clearInterval(value) };
  });
  let lane: RunningLane | null = null;
  const inserts = createInsertClient(port, start.lane ?? 'sink');
  const deps: RuntimeDeps = {
    log: yielding === null ? engine.log : yieldBehind(engine.log, yielding),
    codec: engine.codec,
    openStore: counted.openStore,
    logger,
    clock: Date.now,
    random: Math.random,
    onHealth: (health) => post({ type: 'health', health }),
    inHand: writeInHand(start.inHand),
    artifact: (sha256) => engine.artifacts.get(sha256),
    reduceArtifact: async (sha256, reduce, signal) => {
      const reading = {};
      yielding?.begin(reading);
      try {
        return await engine.artifacts.read(sha256, (open) => reduce(open, progressReporter(sha256, post)), signal);
      } finally {
        yielding?.end(reading);
      }
    },
  };
  const rereading = rereadingOf(
    () => lane,
    (error) => post({ type: 'set-back', error }),
  );
  port.on('message', (message: ToWorker) => {
    inserts.onMessage(message);
    if (message.type === 'tables-epoch') lane?.onEngineEpoch(message.epoch);
    if (message.type === 'read-again') rereading.begin(message.topics);
    if (message.type === 'read-on') rereading.readOn();
    if (message.type === 'stop') {
      rereading.readOn();
      lifecycle.stop().then(
        () => post({ type: 'stopped' }),
        () => process.exit(1),
      );
    }
  });
  const crash = (error: unknown): void => {
    logger.fatal({ err: error }, 'a role crashed');
    setImmediate(() => process.exit(1));
  };
  const keep = async (running: RunningProcessor): Promise<void> => {
    await lifecycle.start(running.name, async () => ({ value: running, stop: running.stop }));
    running.done.catch(crash);
  };
  for (const running of await processorsOf(start, deps)) await keep(running);
  const outside = createOutsideTime(Date.now);
  if (start.scheduledFeeds.length > 0) {
    const { startSchedule } = await import('./schedule.ts');
    await lifecycle.start('schedule', async () =>
      startSchedule({ engine, config, logger, feeds: start.scheduledFeeds, post, outside, crash }),
    );
  }
  if (start.chains) {
    const { startChains } = await import('./chains.ts');
    const onHealth = (health: ChainHealth): void => {
      for (const { finalized, state } of health.providers) {
        if (finalized !== null && state === 'used') outside.note(finalized.timestamp * 1000);
      }
      post({ type: 'chainHealth', health });
    };
    for (const running of await startChains({ deps, engine, config, onHealth, onMove: moved(post), crash }))
      await keep(running);
  }
  if (start.ticks) {
    const { startTicks } = await import('./ticks.ts');
    await keep(await startTicks({ engine, config, logger, outside, post }));
  }
  if (start.documents) {
    const { publishDocuments } = await import('./documents.ts');
    await keep(publishDocuments({ engine, config, logger, post }));
  }
  if (start.lane !== null) {
    const { runSinkLane } = await import('../../../pipeline/sink/run-lane.ts');
    const { insert } = inserts;
    const { tablesId, tablesEpoch } = start;
    lane = await runSinkLane(deps, { ...laneOptions[start.lane], insert, tablesId, epoch: tablesEpoch });
    await keep(lane);
  }
  post({ type: 'ready' });
}

/** Carries out `read-again` and waits for `read-on`. */
function rereadingOf(lane: () => RunningLane | null, setBack: (error: string | null) => void) {
  let readOn = createDeferred();
  const carryOut = async (topics: readonly TopicName[]): Promise<void> => {
    const running = lane();
    if (running === null) throw new Error('this worker has no lane yet');
    readOn = createDeferred();
    await running.readAgain(topics, () => {
      setBack(null);
      return readOn.promise;
    });
  };
  return {
    begin: (topics: readonly TopicName[]): void => {
      carryOut(topics).catch((error: unknown) => setBack(String(error)));
    },
    readOn: () => readOn.resolve(),
  };
}

const laneOptions = {
  'accounts-sink': { name: 'accounts-sink', environment: 'accounts', lingerMs: 0 },
  sink: { name: 'sink', environment: 'data', lingerMs: sinkLingerMs },
} as const;

/** Each worker loads only the code that it runs; this saves a third of the start time. */
async function processorsOf(start: WorkerStart, deps: RuntimeDeps): Promise<readonly RunningProcessor[]> {
  const { accounts, data } = start.processors;
  const running: RunningProcessor[] = [];
  if (accounts.length > 0) {
    const { startAccountProcessors } = await import('../../../pipeline/processors/start-accounts.ts');
    running.push(...(await startAccountProcessors(deps, new Set(accounts))));
  }
  if (data.length > 0) {
    const [{ startDataProcessors }, { feeds }] = await Promise.all([
      import('../../../pipeline/processors/start-data.ts'),
      import('../../../pipeline/publishers/feeds.ts'),
    ]);
    running.push(...(await startDataProcessors(deps, feeds, new Set(data))));
  }
  return running;
}
