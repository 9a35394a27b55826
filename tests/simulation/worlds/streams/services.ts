import { clock } from '../../kernel/clock.ts';
import { randomUUID } from 'node:crypto';
import { createChangeCache } from '../../../../api/readmodel/memory/changes/change-cache.ts';
import { createOutcomes } from '../../../../api/readmodel/memory/command-outcomes.ts';
import { createRecent, type Recent } from '../../../../api/readmodel/memory/recent.ts';
import { createRegistryIndex } from '../../../../api/readmodel/memory/registry/index.ts';
import { createTenantSnapshots } from '../../../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import { createVersionTracker, type VersionTracker } from '../../../../api/readmodel/memory/versions.ts';
import { writeStreamCursor } from '../../../../api/readmodel/resources/stream/cursor.ts';
import { createEventReader, type EventReader } from '../../../../api/readmodel/resources/stream/read-events.ts';
import { shareReads } from '../../../../api/readmodel/resources/stream/share-reads.ts';
import type { StreamDependencies } from '../../../../api/readmodel/resources/stream/tenant-streams.ts';
import { withDeadline } from '../../../../api/readmodel/tables/deadline.ts';
import type { TableReader } from '../../../../api/readmodel/tables/reader.ts';
import { type Deliverer, startDeliverer } from '../../../../api/readmodel/webhooks/deliverer.ts';
import { commandsInserted } from '../../../../cli/service/tables/commands-inserted.ts';
import type { ApiCaches } from '../../../../cli/service/api-caches.ts';
import { insertAndNotify } from '../../../../cli/service/tables/insert-and-notify.ts';
import type { ServiceTables } from '../../../../cli/service/tables/service-tables.ts';
import { SimulatedProcess } from '../../kernel/process.ts';
import { loseRows } from '../accounts/lose-rows.ts';
import { startRefill } from '../accounts/refill.ts';
import { createServiceApi, startVersions, tablesOf } from '../accounts/service-api.ts';
import { openEngine, registerAssets, runAccountsWorker } from '../accounts/workers.ts';
import { partitions } from '../observer.ts';
import { runDataLane } from './data-lane.ts';
import { detectChanges } from './detector.ts';
import { createNotingPost } from './receivers.ts';
import { serveStreams } from './stream-server.ts';
import type { StreamApi, StreamService, StreamsState } from './streams-state.ts';
import { strictLogger } from './strict-logger.ts';

/** The service in the order of `attestry up`: workers, caches, streams and commands, then the sender of webhooks. */
export function startUp(state: StreamsState): void {
  const { simulation } = state;
  state.lane = null;
  state.dataLane = null;
  startService(state, 'up', async (service) => {
    const { process, main } = service;
    if (state.size.embedded === 1) process.onDeath.push(() => loseRows(state));
    const logger = strictLogger(simulation);
    const engine = openEngine();
    const { log } = engine;
    const tables = withDeadline({ ...tablesOf(state, true), commandsInserted: insertedIn(engine) });
    const refill = state.size.embedded === 1 ? await startRefill(state, engine, ['accounts', 'data']) : null;
    const freshness = createVersionTracker({ tables, logger, clock, hasAllWrites: true });
    const outcomes = createOutcomes({ tables, clock, pushed: true, onFound: freshness.tenantsChanged });
    const recent = createRecent(tables);
    const insert = insertAndNotify(asServiceTables(state), asCaches({ freshness, outcomes, recent }));
    const threads = {
      accounts: process.thread('accounts'),
      sink: process.thread('sink'),
      data: process.thread('data'),
    };
    simulation.spawn(threads.accounts, 'a thread starts', () =>
      runAccountsWorker(state, main, threads.accounts, insert),
    );
    simulation.spawn(threads.sink, 'a thread starts', () => runDataLane(state, main, threads.sink, insert));
    simulation.spawn(threads.data, 'a thread starts', () => registerAssets(state));
    simulation.spawn(threads.data, 'a thread starts', () => detectChanges(state));
    await refill?.filled();
    await startVersions(freshness);
    const dependencies = streamDependencies({ tables, freshness, recent, logger });
    const { snapshots } = dependencies;
    const reader = shareReads(createEventReader({ ...dependencies, store: dependencies.changes }));
    service.api = { ...createServiceApi(state, { log, outcomes, tables, snapshots }), placeNow: placeIn(reader) };
    const { append } = service.api;
    const stopping = new AbortController();
    serveStreams(state, service, { ...dependencies, stopping: stopping.signal });
    const deliverer = startDeliverer({
      clock,
      logger,
      tables,
      versions: freshness,
      outcomes,
      snapshots,
      ids: randomUUID,
      random: Math.random,
      reader,
      commands: { send: append },
      post: createNotingPost(state),
      texts: state.texts,
      isOwned: () => true,
      onFinding: (finding) => {
        if (finding !== null) simulation.violate('webhook-messages', finding);
      },
      pollMs: 30_000,
    });
    deliverer.done.catch((error: unknown) => simulation.crash(main, error));
    service.stop = () => stopInOrder(service, deliverer, stopping);
    await insertedUpTo(state, state.observer.endsOf('accounts.events'));
    service.ready = true;
  });
}

async function stopInOrder(service: StreamService, deliverer: Deliverer, stopping: AbortController): Promise<void> {
  service.ready = false;
  service.server = null;
  stopping.abort();
  await deliverer.stop();
}

/** Commands are answered once the sink runs and the tables have what was on the log when the service started. */
async function insertedUpTo(state: StreamsState, ends: readonly number[]): Promise<void> {
  const { simulation, observer } = state;
  const isBehind = (partition: number): boolean =>
    observer.positionOf('accounts-sink', 'accounts.events', partition) < (ends[partition] ?? 0);
  while (state.lane === null || partitions.some(isBehind)) await simulation.pause(20, 'the tables are behind');
}

/** A second API process, which learns of all rows from the tables. */
export function startServe(state: StreamsState): void {
  startService(state, 'serve', async (service) => {
    const logger = strictLogger(state.simulation);
    const engine = openEngine();
    const { log } = engine;
    const tables = withDeadline({ ...tablesOf(state, false), commandsInserted: insertedIn(engine) });
    const freshness = createVersionTracker({ tables, logger, clock, hasAllWrites: false });
    const outcomes = createOutcomes({ tables, clock, pushed: false, onFound: freshness.tenantsChanged });
    await startVersions(freshness);
    const dependencies = streamDependencies({ tables, freshness, recent: null, logger });
    const reader = createEventReader({ ...dependencies, store: dependencies.changes });
    service.api = {
      ...createServiceApi(state, { log, outcomes, tables, snapshots: dependencies.snapshots }),
      placeNow: placeIn(reader),
    };
    const stopping = new AbortController();
    serveStreams(state, service, { ...dependencies, stopping: stopping.signal });
    service.ready = true;
  });
}

const insertedIn = ({ log, openStore }: ReturnType<typeof openEngine>): ReturnType<typeof commandsInserted> => {
  const positionsOf = async (...lane: Parameters<typeof openStore>) => openStore(...lane);
  return commandsInserted({ log, processors: { positionsOf, isRunning: async () => true } });
};

const placeIn =
  ({ now }: Pick<EventReader, 'now'>): StreamApi['placeNow'] =>
  async (tenantId) =>
    writeStreamCursor(await now(tenantId));

const startAgain = { up: startUp, serve: startServe } as const;

function startService(
  state: StreamsState,
  name: keyof typeof startAgain,
  start: (service: StreamService) => Promise<void>,
): void {
  const { services, simulation, clockSetBackAt } = state;
  const process = new SimulatedProcess(name);
  if ((services[name]?.process.clockOffsetMs ?? 0) > state.passedMs) clockSetBackAt.push(simulation.now);
  process.clockOffsetMs = state.passedMs;
  const main = process.thread('main');
  const places = { accepted: new Map<string, number>(), open: new Map<string, number>(), subscriptions: 0 };
  const service: StreamService = { process, main, ready: false, api: null, server: null, places, stop: null };
  services[name] = service;
  process.onDeath.push(() => {
    service.ready = false;
    service.server = null;
    simulation.after(50 + simulation.random.delay(200), null, 'a process is started again', () =>
      startAgain[name](state),
    );
  });
  simulation.spawn(main, 'a process starts', () => start(service));
}

interface Parts {
  readonly tables: TableReader;
  readonly freshness: VersionTracker;
  readonly recent: Recent | null;
  readonly logger: StreamDependencies['logger'];
}

/** No asset has a name here: the registry is empty. */
const streamDependencies = ({ tables, freshness, recent, logger }: Parts): Omit<StreamDependencies, 'stopping'> => ({
  tables,
  recent,
  logger,
  versions: freshness,
  registry: createRegistryIndex() as unknown as StreamDependencies['registry'],
  changes: createChangeCache(tables),
  snapshots: createTenantSnapshots(tables, freshness, clock),
});

const asServiceTables = ({ tables }: StreamsState) => ({ accounts: tables, sink: tables }) as unknown as ServiceTables;

/** The caches that rows reach. */
const asCaches = (caches: Pick<ApiCaches, 'freshness' | 'outcomes' | 'recent'>): ApiCaches =>
  ({
    ...caches,
    registry: { inserted: () => undefined, wake: () => undefined },
    keyIds: { add: () => undefined },
  }) as unknown as ApiCaches;
