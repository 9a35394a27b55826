import { clock } from '../../kernel/clock.ts';
import { createOutcomes } from '../../../../api/readmodel/memory/command-outcomes.ts';
import { createTenantSnapshots } from '../../../../api/readmodel/memory/tenants/tenant-snapshot.ts';
import { createVersionTracker } from '../../../../api/readmodel/memory/versions.ts';
import type { ApiCaches } from '../../../../cli/service/api-caches.ts';
import { insertAndNotify } from '../../../../cli/service/tables/insert-and-notify.ts';
import type { ServiceTables } from '../../../../cli/service/tables/service-tables.ts';
import { checkAcknowledgedRows } from '../../invariants/acknowledged-rows.ts';
import { SimulatedProcess, type SimulatedThread } from '../../kernel/process.ts';
import type { MemoryTables } from '../../ports/memory-tables.ts';
import { silentLogger } from '../silent-logger.ts';
import type { AccountsState, Service } from './accounts-state.ts';
import { loseRows } from './lose-rows.ts';
import { startRefill } from './refill.ts';
import { createServiceApi, startVersions, tablesOf } from './service-api.ts';
import { openEngine, registerAssets, runAccountsWorker } from './workers.ts';

/**
 * The service: main thread, a worker with the processors and the sink of accounts, a worker that registers assets. Its parts start
 * in the order of `cli/service/roles.ts`: the API waits for the workers, and for rows that the tables may have lost.
 */
export function startUp(state: AccountsState): void {
  const { simulation, size } = state;
  state.lane = null;
  startService(state, 'up', async (service) => {
    if (size.embedded === 1) service.process.onDeath.push(() => loseRows(state));
    const engine = openEngine();
    const tables = tablesOf(state, true);
    const refill = size.embedded === 1 ? await startRefill(state, engine, ['accounts']) : null;
    const freshness = createVersionTracker({ tables, logger: silentLogger, clock, hasAllWrites: true });
    const outcomes = createOutcomes({ tables, clock, pushed: true, onFound: freshness.tenantsChanged });
    const insert = insertAndNotify(asServiceTables(state.tables), asCaches({ freshness, outcomes }));
    const accounts = service.process.thread('accounts');
    const data = service.process.thread('data');
    const isReady = new Promise<void>((resolve) => {
      simulation.spawn(accounts, 'a thread starts', async () => {
        await runAccountsWorker(state, service.main, accounts, insert);
        simulation.after(simulation.random.delay(0.5), service.main, 'a worker is ready', resolve);
      });
    });
    simulation.spawn(data, 'a thread starts', () => registerAssets(state));
    await isReady;
    await refill?.filled();
    await startVersions(freshness);
    service.api = createServiceApi(state, {
      log: engine.log,
      outcomes,
      tables,
      snapshots: createTenantSnapshots(tables, freshness, clock),
    });
    service.ready = true;
    checkAcknowledgedRows(state);
  });
}

/** A second API process, which learns of all writes from the tables. */
export function startServe(state: AccountsState): void {
  startService(state, 'serve', async (service) => {
    const { log } = openEngine();
    const tables = tablesOf(state, false);
    const freshness = createVersionTracker({ tables, logger: silentLogger, clock, hasAllWrites: false });
    const outcomes = createOutcomes({ tables, clock, pushed: false, onFound: freshness.tenantsChanged });
    await startVersions(freshness);
    service.api = createServiceApi(state, {
      log,
      outcomes,
      tables,
      snapshots: createTenantSnapshots(tables, freshness, clock),
    });
    service.ready = true;
  });
}

const startAgain = { up: startUp, serve: startServe } as const;

function startService(
  state: AccountsState,
  name: keyof typeof startAgain,
  start: (service: Service) => Promise<void>,
): void {
  const { services, simulation } = state;
  const process = new SimulatedProcess(name);
  const main: SimulatedThread = process.thread('main');
  const service: Service = { process, main, ready: false, api: null };
  services[name] = service;
  process.onDeath.push(() => {
    service.ready = false;
    simulation.after(50 + simulation.random.delay(200), null, 'a process is started again', () =>
      startAgain[name](state),
    );
  });
  simulation.spawn(main, 'a process starts', () => start(service));
}

/** The sink of accounts inserts by a port of its own; the world has no other lane. */
const asServiceTables = (tables: MemoryTables) => ({ accounts: tables, sink: tables }) as unknown as ServiceTables;

/** The caches that rows of account topics reach. */
const asCaches = (caches: Pick<ApiCaches, 'freshness' | 'outcomes'>): ApiCaches =>
  ({
    ...caches,
    recent: null,
    registry: { inserted: () => undefined, wake: () => undefined },
    keyIds: { add: () => undefined },
  }) as unknown as ApiCaches;
