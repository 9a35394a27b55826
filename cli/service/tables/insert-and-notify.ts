import type { OutcomeRow } from '../../../api/memory/command-outcomes.ts';
import type { ChangePlace, InsertedChange } from '../../../api/memory/recent-changes.ts';
import type { ApiCaches } from '../api-caches.ts';
import { insertedRows } from './inserted-rows.ts';
import type { ServiceTables } from './service-tables.ts';
import type { WorkerDeps } from '../workers/workers.ts';

/** Larger inserts are read from the tables instead: parsing them here would block requests. Bytes. */
const maxPushedBytes = 1024 * 1024;

/** Inserts the rows of the sink and notifies the API, before the sink continues. */
export const insertAndNotify =
  (
    tables: Pick<ServiceTables, 'accounts' | 'sink'>,
    { freshness, outcomes, recent, registry }: ApiCaches,
  ): WorkerDeps['insert'] =>
  async (lane, table, columns, body) => {
    await (lane === 'accounts-sink' ? tables.accounts : tables.sink).insert(table, columns, body);
    if (table === 'attestry.store_command_outcomes') {
      const rows = insertedRows<OutcomeRow>(columns, body);
      // Before the outcome releases the waiting request: a read that follows must not be answered from the old list.
      freshness.tenantsChanged(rows.map((row) => row.tenant_id));
      outcomes.inserted(rows);
    }
    if (table === 'attestry.store_feed_changes' && body.length <= maxPushedBytes) {
      recent?.inserted(insertedRows<InsertedChange>(columns, body));
    }
    if (table === 'attestry.store_changes') {
      const rows = insertedRows<ChangePlace & { readonly asset_id: string }>(columns, body);
      recent?.shown(rows);
      freshness.changesInserted(rows.map((row) => row.asset_id));
    }
    if (table === 'attestry.store_asset_records') registry.wake();
  };
