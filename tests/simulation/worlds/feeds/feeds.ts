import { clock } from '../../kernel/clock.ts';
import { createGuardedFetch } from '../../../../infra/fetch/guarded-fetch.ts';
import { openEmbeddedEngine } from '../../../../infra/embedded-engine.ts';
import { pause } from '../../../../infra/async/async.ts';
import { recordOf } from '../../../../cli/log/append.ts';
import { lastCaptureOf } from '../../../../cli/feeds/feed-runs.ts';
import type { Engine } from '../../../../cli/engine/open-engine.ts';
import { startDataProcessors } from '../../../../pipeline/processors/start-data.ts';
import { feeds as allFeeds } from '../../../../pipeline/publishers/feeds.ts';
import { startSchedule } from '../../../../pipeline/publishers/schedule.ts';
import type { Feed } from '../../../../pipeline/ingest/feed.ts';
import type { Codec } from '../../../../schemas/codec.ts';
import { sha256Hex } from '../../../../schemas/values/hash.ts';
import { once } from '../../../../schemas/values/once.ts';
import { seriesOf } from '../../../pipeline/ingest/harness.ts';
import { createBodyLimitCheck } from '../../invariants/body-limit.ts';
import { createCaptureCheck } from '../../invariants/captures-have-bytes.ts';
import { createConnectionCheck } from '../../invariants/public-connections.ts';
import { checkRecordsAreTheReplay } from '../../invariants/records-are-the-replay.ts';
import { SimulatedProcess } from '../../kernel/process.ts';
import type { Simulation } from '../../kernel/simulation.ts';
import { useDisk } from '../../ports/disk.ts';
import { artifactFaults, MemoryArtifacts } from '../../ports/memory-artifacts.ts';
import { oncePerInput } from '../../ports/pure/once-per-input.ts';
import { httpServer } from '../../ports/network/http-server.ts';
import { Network, useNetwork } from '../../ports/network/network.ts';
import { fetchFaults } from '../../ports/network/send-with-faults.ts';
import { publisherFaults, PublisherServer } from '../../ports/publisher-server.ts';
import { emptyLog, partitionsOfTopics } from '../empty-log.ts';
import { atRandomTimes, injectDiskFaults } from '../faults-of-processes.ts';
import { observeLog, type Observer, partitions } from '../observer.ts';
import { silentLogger } from '../silent-logger.ts';
import { defineWorld } from '../world.ts';

const register = 'esma-emtwp';
/** Published files of the register, in their order. */
const versions = seriesOf(register).map(({ file }) => file.bytes);

/** In place of a day: the log polls every 10 ms of virtual time. Milliseconds. */
const everyMs = 2_000;
const faultsUntilMs = 20_000;
const livenessMs = 120_000;
/** Larger than any version of the file, and soon exceeded by an endless one. */
const limits = { maximumBytes: 512 * 1024, maximumInflatedBytes: 1024 * 1024, totalTimeoutMs: 10_000 };

interface FeedsState {
  readonly simulation: Simulation;
  readonly codec: Codec;
  readonly artifacts: MemoryArtifacts;
  readonly server: PublisherServer;
  readonly observer: Observer;
  readonly feed: Feed;
  process: SimulatedProcess | null;
}

/** A publisher that fetches a register on its schedule, and the fold that reads its captures, in one process. */
export const feedsWorld = defineWorld({
  what: 'a register changes while its publisher and its fold are killed, and its server hangs, fails and answers late',
  knobs: { changes: [0, 1, 2, 3, 4, 5] },
  faults: {
    ...fetchFaults,
    ...publisherFaults,
    ...artifactFaults,
    'kill-at-commit': { share: 0.4, probability: 0.05 },
    kill: { share: 0.5, times: [1, 2, 3] },
    'disk-full': { share: 0.2, probability: 0.05 },
  },
  run: async (simulation, { changes }) => {
    const state = await createState(simulation);
    const published = new Set<string>();
    const publish = (bytes: Buffer): void => {
      published.add(sha256Hex(bytes));
      state.server.publish(bytes);
    };
    const [first = Buffer.alloc(0)] = versions;
    publish(first);
    for (let change = 0; change < changes; change++) {
      if (!simulation.acts('the register changes')) continue;
      simulation.after(simulation.random.fraction() * faultsUntilMs, null, 'the register changes', () =>
        publish(simulation.random.pick(versions)),
      );
    }
    injectFaults(state, createCaptureCheck(simulation, { ...state, published }));
    start(state);
    await simulation.run(() => false, faultsUntilMs);
    simulation.faults.on = false;
    const end = await simulation.run(() => isCurrent(state), simulation.untilSettled(livenessMs));
    if (end === 'violation') return;
    if (end !== 'done') simulation.violate('liveness', `the published file was not read within ${livenessMs} ms`);
    checkRecordsAreTheReplay(simulation, { ...state, feeds: feedsOf(state) });
  },
});

/** The feed, which parses files with equal bytes once. */
const parsedOnce = once((): Feed => {
  const feed = allFeeds.get(register);
  if (feed?.kind !== 'register') throw new Error(`there is no register ${register}`);
  const parse = oncePerInput(feed.parse, (files) =>
    JSON.stringify(files.map(({ name, bytes }) => [name, sha256Hex(bytes)])),
  );
  return { ...feed, parse };
});

const feedsOf = ({ feed }: FeedsState) => new Map([[register, feed]]);

async function createState(simulation: Simulation): Promise<FeedsState> {
  const { disk, codec } = await emptyLog();
  const feed = parsedOnce();
  useDisk(disk.clone());
  const [first = Buffer.alloc(0)] = versions;
  const server = serve(simulation, feed, new PublisherServer(new URL(urlOf(feed)).pathname, first));
  return {
    simulation,
    codec,
    artifacts: new MemoryArtifacts(),
    server,
    observer: observeLog(simulation),
    feed: { ...feed, manifest: { ...feed.manifest, everyMs, limits } },
    process: null,
  };
}

const urlOf = ({ manifest }: Feed): string => manifest.files[0]?.url ?? '';

/** The server on a network of its own, beside a service at a private address, which no fetch must reach. */
function serve(simulation: Simulation, feed: Feed, server: PublisherServer): PublisherServer {
  const network = new Network();
  network.serve(new URL(urlOf(feed)).hostname, httpServer(server.answer));
  for (const address of ['127.0.0.1', '169.254.169.254']) {
    network.serve(address, httpServer(server.answer), address);
  }
  network.onConnect = createConnectionCheck(simulation);
  network.onEndlessBody = createBodyLimitCheck(simulation, limits.maximumBytes);
  useNetwork(network);
  return server;
}

/** The process; started again after each kill. */
function start(state: FeedsState): void {
  const { simulation, codec, artifacts, feed } = state;
  const { random } = simulation;
  const process = new SimulatedProcess('up');
  const main = process.thread('main');
  state.process = process;
  process.onDeath.push(() => {
    simulation.after(50 + random.delay(200), null, 'a process is started again', () => start(state));
  });
  simulation.spawn(main, 'a process starts', async () => {
    const embedded = openEmbeddedEngine({ directory: 'data', partitions: partitionsOfTopics });
    const { log } = embedded;
    const engine = { log, codec } as Engine;
    const store = artifacts.store;
    const running = await startDataProcessors(
      {
        log,
        codec,
        openStore: embedded.openStore,
        logger: silentLogger,
        clock,
        random: () => random.fraction(),
        onHealth: () => undefined,
        artifact: store.get,
        reduceArtifact: () => Promise.reject(new Error('the register is read in full')),
      },
      feedsOf(state),
      new Set(['ingest']),
    );
    for (const { done } of running) done.catch((error: unknown) => simulation.crash(main, error));
    startSchedule([feed], {
      artifacts: store,
      fetch: createGuardedFetch({ allow: [], userAgent: 'attestry' }),
      clock,
      lastCapture: (id) => lastCaptureOf(engine, id),
      append: async (capture) => {
        await log.append([recordOf(engine, 'feed.captures', capture, clock())]);
      },
      sleep: pause,
      random: () => random.fraction(),
      logger: silentLogger,
    });
  });
}

function injectFaults(state: FeedsState, onCommit: () => void): void {
  const { simulation } = state;
  injectDiskFaults(simulation, onCommit);
  atRandomTimes(simulation, 'kill', faultsUntilMs, () => {
    if (state.process !== null) simulation.kill(state.process);
  });
}

/** Whether the file that is published now was read, and every capture was. */
function isCurrent({ observer, codec, server }: FeedsState): boolean {
  const isRead = partitions.every(
    (partition) =>
      observer.positionOf('ingest', 'feed.captures', partition) === observer.endsOf('feed.captures')[partition],
  );
  if (!isRead) return false;
  const captures = partitions.flatMap((partition) => observer.recordsOf('feed.captures', partition));
  const last = captures.at(-1)?.value ?? null;
  return last !== null && codec.decode('feed.captures', last).artifacts[0]?.sha256 === sha256Hex(server.current);
}
