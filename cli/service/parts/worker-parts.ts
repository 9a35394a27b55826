import { layoutOf } from '../../engine/server-lanes.ts';
import { untilReachable } from '../../engine/until-reachable.ts';
import { watchTablesOwner } from '../health/watch-tables-owner.ts';
import { definePart, nothing } from '../part.ts';
import { nameOfRole } from '../roles.ts';
import { untilInserted } from '../tables/await-refill.ts';
import { insertAndNotify } from '../tables/insert-and-notify.ts';
import { acknowledging, lackEvents } from '../tables/lacking-events.ts';
import { serverEpoch, startServerWatch } from '../tables/server-epoch.ts';
import { plansOf, plansOfAll } from '../workers/plans.ts';
import { startRoleWorkers } from '../workers/role-workers.ts';

/** The sink of `up`: it pushes the inserted rows to the API's caches. */
export const pushingSink = definePart({
  name: 'pushing sink',
  needs: ['tables', 'caches'],
  gives: ['sink'],
  start: async ({ config, logger, stage }, { tables, caches }) => {
    stage('processors');
    const server = { tables: tables.accounts, layout: layoutOf(config), logger };
    const epoch = config.clickhouseUrl === null ? null : await serverEpoch(server);
    return { sink: { tablesId: tables.tablesId, epoch, insert: insertAndNotify(tables, caches) } };
  },
});

const asOfLastEnd = 'the tables that it fills are as of the last end of the service';

/** Publishers, processors and sink lanes, in threads. Those without a sink lane need no tables. */
export const workers = definePart({
  name: 'workers',
  needs: ['engine'],
  gives: ['workers'],
  start: async (process, { engine, sink, refill }) => {
    const { role, chosen, board, stage, onDeath } = process;
    if (role === 'up') {
      const plans = plansOfAll(chosen);
      for (const { role: thread, lane } of plans) board.starting(thread, lane === null ? undefined : asOfLastEnd);
      // Tables on a server, and those that are filled again, need all lanes at once, and before anything is read.
      const areFilled = process.config.clickhouseUrl === null && refill?.topics.length === 0;
      const lacks = sink !== undefined && (await lackEvents(engine, sink));
      const onUpDeath = (name: string, reason: string): void => onDeath(`the ${name} role ended: ${reason}`);
      const running = await startRoleWorkers({
        ...process,
        plans,
        isLater: (plan) => plan.background && areFilled,
        inBackground: areFilled && !lacks,
        sink,
        onReady: board.started,
        onDeath: onUpDeath,
      });
      if (lacks) {
        stage('accounts');
        const inserted = () => untilInserted([acknowledging], engine, board.endOf, process.signal);
        const end = await untilReachable(inserted, process);
        if (end === null || end === 'stopped') return null;
      }
      return { workers: running };
    }
    if (role === 'serve') throw new Error('attestry serve has no workers');
    const name = nameOfRole(role);
    stage(name);
    const running = await startRoleWorkers({
      ...process,
      plans: plansOf(name, chosen),
      sink,
      onReady: () => undefined,
      onDeath: (worker, reason) => onDeath(`${worker} ended: ${reason}`),
    });
    board.started(name);
    return { workers: running };
  },
});

/**
 * The threads that no client waits for. Loading their code takes most of the processor time of a start, so it comes after the
 * API answers.
 */
export const backgroundWorkers = definePart({
  name: 'background workers',
  needs: ['workers'],
  gives: [],
  start: async (_, { workers: { startLater } }) => {
    await startLater();
    return nothing;
  },
});

/** Notices restarts of the server of the tables, and that it has other tables; tables in this process have no server. */
export const tableServerWatch = definePart({
  name: 'table server watch',
  needs: ['engine', 'sink', 'jobTables', 'workers'],
  gives: [],
  start: async ({ config, logger, lifecycle, onDeath }, { engine, sink, jobTables, workers: { lanes } }) => {
    if (sink.epoch === null) return nothing;
    await startServerWatch(config, logger, lifecycle, jobTables.accounts, lanes);
    await lifecycle.start('watch of the owner of the tables', async () => {
      const { logId } = engine.log;
      const value = watchTablesOwner({ tables: jobTables.accounts, logId, tablesId: sink.tablesId, onDeath });
      return { value, stop: value.stop };
    });
    return nothing;
  },
});
