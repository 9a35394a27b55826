import { appendErasure, isErasureAppended } from '../../accounts/erase-tenant.ts';
import { tenantKeysOf } from '../../accounts/tenant-keys.ts';
import { openServerLane } from '../../engine/server-lanes.ts';
import { startErasing } from '../jobs/erase-tenants.ts';
import { startHousekeeping } from '../jobs/housekeeping.ts';
import { definePart, nothing } from '../part.ts';

/** The lane of the jobs in a sink process. The jobs are idempotent, so several sinks may run them. */
export const jobTables = definePart({
  name: 'job tables',
  needs: [],
  gives: ['jobTables'],
  start: async ({ config, lifecycle }) => {
    const tables = openServerLane(config, 'accounts', 1);
    await lifecycle.start('tables of housekeeping', async () => ({ value: tables, stop: tables.close }));
    return { jobTables: { housekeeping: tables, accounts: tables } };
  },
});

export const housekeeping = definePart({
  name: 'housekeeping',
  needs: ['engine', 'jobTables'],
  gives: [],
  start: async ({ logger, clock, lifecycle, board }, { engine, jobTables: { housekeeping: tables } }) => {
    await lifecycle.start('housekeeping', async () => {
      const value = startHousekeeping({ log: engine.log, tables, board, logger, clock });
      return { value, stop: value.stop };
    });
    return nothing;
  },
});

export const erasing = definePart({
  name: 'erasing',
  needs: ['engine', 'jobTables'],
  gives: [],
  start: async ({ config, logger, clock, lifecycle }, { engine, jobTables: { accounts: tables } }) => {
    await lifecycle.start('erasing', async () => {
      const value = startErasing({
        keys: tenantKeysOf(config),
        tables,
        isEndAppended: (tenantId) => isErasureAppended(engine, tenantId),
        end: (tenantId) => appendErasure(engine, tenantId, clock()),
        logger,
      });
      return { value, stop: value.stop };
    });
    return nothing;
  },
});
