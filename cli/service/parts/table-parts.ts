import { bootId } from '../../../infra/process/boot-id.ts';
import { findBrokenTables } from '../../../infra/clickhouse/upkeep/broken-parts.ts';
import type { Tables } from '../../../infra/clickhouse/tables.ts';
import type { Config } from '../../../infra/config/config.ts';
import type { Lifecycle } from '../../../infra/async/lifecycle.ts';
import { layoutOf, openJobLane, openServerLane, storedTables } from '../../engine/server-lanes.ts';
import { untilReachable } from '../../engine/until-reachable.ts';
import { definePart, nothing } from '../part.ts';
import { awaitTables } from '../tables/await-tables.ts';
import { beginRefill, recordRefilled, type Refill, unfilledFinding } from '../tables/refill.ts';
import { awaitRefill, refuseUnfilled } from '../tables/await-refill.ts';
import { createReadGate } from '../tables/read-gate.ts';
import { watchDamage } from '../tables/repair.ts';
import { boundsOnShards } from '../tables/filled-up-to.ts';
import { commandsInserted } from '../tables/commands-inserted.ts';
import { serverEpoch } from '../tables/server-epoch.ts';
import { serviceReaders } from '../tables/service-readers.ts';
import { bindTables, openHostedTables, openServiceTables } from '../tables/service-tables.ts';

/** Starts the process of the tables, which opens while the log does. It is ended after everything that uses it. */
export const tablesHost = definePart({
  name: 'tables host',
  needs: [],
  gives: ['tablesHost'],
  start: async ({ config, logger, lifecycle, board, hostLimits, signal }) => {
    if (config.clickhouseUrl !== null) return { tablesHost: { opening: null } };
    const opening = await lifecycle.start('tables host', async () => {
      const value = openHostedTables(config, { ...hostLimits, logger, signal });
      // The part that waits for it throws its error.
      value.catch(() => undefined);
      const stop = async (): Promise<void> => {
        const opened = await value.catch(() => null);
        await opened?.close();
      };
      return { value: { promise: value }, stop };
    });
    opening.promise.then(
      ({ finding, spaceFinding }) => {
        board.ask('tables', finding);
        board.ask('disk', spaceFinding);
      },
      () => undefined,
    );
    return { tablesHost: { opening: opening.promise } };
  },
});

/** The tables of `up`: in its host or on a server, created and migrated here. */
export const ownTables = definePart({
  name: 'own tables',
  needs: ['engine', 'tablesHost'],
  gives: ['tables', 'gate', 'readers', 'jobTables'],
  start: async ({ config, clock, lifecycle, stage }, { engine, tablesHost: { opening } }) => {
    stage('tables');
    const gate = createReadGate();
    const tables = await lifecycle.start('tables', async () => {
      const value = await openServiceTables(config, engine.log.logId, opening);
      return { value, stop: value.close };
    });
    const { raw } = tables;
    const api = gate.query(tables.api);
    // The operator's socket stays open: by it other processes see that the service runs.
    const gatedRaw = raw === null ? null : { analyst: gate.raw(raw.analyst), operator: raw.operator };
    return {
      tables: { ...tables, raw: gatedRaw },
      gate,
      readers: serviceReaders(config, engine, { api, accounts: gate.query(tables.accounts) }, clock),
      jobTables: { housekeeping: api, accounts: gate.query(tables.jobs) },
    };
  },
});

/** Tables of which the embedded engine has lost rows. A ClickHouse server repairs its own tables. */
export const brokenTables = definePart({
  name: 'broken tables',
  needs: ['engine', 'logCheck', 'tables'],
  gives: ['refill'],
  start: async ({ logger, board, clock, signal }, { engine, logCheck: { extent }, tables }) => {
    if (tables.raw === null) return { refill: { broken: [], topics: [], unfilled: [] } };
    const parts = extent === null ? 'first rows' : extent === 'newest' ? 'recent' : 'all';
    const found = await untilReachable(() => findBrokenTables(tables.jobs, parts), { logger, signal });
    if (found === null) return null;
    const moment = { boot: bootId(), now: clock() };
    const refill = await untilReachable(() => beginRefill(found, tables.jobs, engine, logger, moment), {
      logger,
      signal,
    });
    if (refill === null) return null;
    board.note('own tables', unfilledFinding(refill));
    if (refill.topics.length > 0) board.note('tables', `are filled again: ${namesOf(refill)}`);
    return { refill };
  },
});

/** For people: what a refill is about. */
const namesOf = ({ broken }: Pick<Refill, 'broken'>): string =>
  broken.length === 0 ? 'newest rows' : broken.map(({ table }) => table).join(', ');

/** The API waits for it: until then its answers would lack rows. */
export const refilledTables = definePart({
  name: 'refilled tables',
  needs: ['engine', 'tablesHost', 'tables', 'gate', 'refill', 'workers'],
  gives: [],
  start: async (
    { board, logger, signal, stage },
    { engine, tablesHost: { opening }, tables, gate, refill, workers },
  ) => {
    let isFilled = true;
    if (refill.topics.length > 0) {
      stage(`tables that lost rows: ${namesOf(refill)}`);
      const end = await awaitRefill(refill, tables.jobs, engine, board.endOf, signal);
      refuseUnfilled(end, refill);
      if (end === 'stopped') return null;
      board.note('tables', null);
      isFilled = end === 'filled';
    }
    const host = await opening;
    if (host === null) return nothing;
    if (isFilled) await untilReachable(() => recordRefilled(engine, { boot: bootId() }), { logger, signal });
    const lanes = workers.allLanes;
    const reported = refill.unfilled;
    const damagedAtStart = refill.broken.length > 0 || reported.length > 0;
    watchDamage({ host, tables: tables.jobs, gate, engine, lanes, board, logger, signal, reported, damagedAtStart });
    return nothing;
  },
});

/** Connections for requests, and for the polls of the caches and of requests that wait for an outcome. */
const requestConnections = 3;
const pollConnections = 2;
/** Keys are looked up in one query at a time. Behind other queries, that lookup would delay all requests. */
const keyConnections = 1;

/** The tables as `serve` reads them: another process owns them. */
export const servedTables = definePart({
  name: 'served tables',
  needs: ['engine'],
  gives: ['readers'],
  start: async ({ config, logger, clock, lifecycle, stage, signal }, { engine }) => {
    stage('tables');
    const bounds = boundsOnShards(config, engine, clock);
    const tables = {
      ...(await openLane(config, lifecycle, 'tables', requestConnections)),
      ...bounds,
      commandsInserted: commandsInserted(engine),
    };
    const newsTables = { ...(await openLane(config, lifecycle, 'tables for caches', pollConnections)), ...bounds };
    const keyTables = await openLane(config, lifecycle, 'tables for keys', keyConnections);
    const exist = await lifecycle.start('wait for tables', async () => ({
      value: await awaitTables({
        tables: newsTables,
        stored: storedTables(config),
        logId: engine.log.logId,
        logger,
        signal,
      }),
      stop: async () => undefined,
    }));
    return exist ? { readers: { tables, newsTables, keyTables, pushed: false } } : null;
  },
});

/** The tables that a sink process fills, once they exist. */
export const sinkTables = definePart({
  name: 'sink tables',
  needs: ['engine'],
  gives: ['sink'],
  start: async ({ config, logger, lifecycle, signal, stage }, { engine: { log } }) => {
    stage('tables');
    const wait = { logger, signal };
    const jobs = openJobLane(config);
    try {
      if (!(await awaitTables({ tables: jobs, stored: storedTables(config), logId: log.logId, ...wait, fills: true })))
        return null;
      const tablesId = await untilReachable(() => bindTables(jobs, log.logId), wait);
      if (tablesId === null) return null;
      const server = { tables: jobs, layout: layoutOf(config), logger };
      const epoch = await untilReachable(() => serverEpoch(server), wait);
      if (epoch === null) return null;
      const lanes = { sink: openServerLane(config, 'sink'), 'accounts-sink': openServerLane(config, 'accounts') };
      for (const [name, lane] of Object.entries(lanes)) {
        await lifecycle.start(`tables of ${name}`, async () => ({ value: lane, stop: lane.close }));
      }
      return { sink: { tablesId, epoch, insert: (lane, table, ...rows) => lanes[lane].insert(table, ...rows) } };
    } finally {
      await jobs.close();
    }
  },
});

const openLane = (
  config: Config,
  lifecycle: Lifecycle,
  name: string,
  connections: number,
): Promise<Pick<Tables, 'query'>> =>
  lifecycle.start(name, async () => {
    const value = openServerLane(config, 'api', connections);
    return { value, stop: value.close };
  });
