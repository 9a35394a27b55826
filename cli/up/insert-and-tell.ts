import type { OutcomeRow } from '../../api/outcomes.ts';
import type { ChangePlace, InsertedChange } from '../../api/recent-changes.ts';
import type { ApiCaches } from '../serve/start-api.ts';
import { insertedRows } from './inserted-rows.ts';
import type { ServiceTables } from './service-tables.ts';
import type { WorkerDeps } from './workers.ts';

/** More at once is read from the tables: to keep it for a moment would hold up everybody else. Bytes. */
const mostKept = 1024 * 1024;

/** Inserts what the sink hands over, then tells the API of it, before the sink goes on. */
export const insertAndTell =
  (
    tables: Pick<ServiceTables, 'accounts' | 'sink'>,
    { freshness, outcomes, recent, registry }: ApiCaches,
  ): WorkerDeps['insert'] =>
  async (lane, table, columns, body) => {
    await (lane === 'accounts-sink' ? tables.accounts : tables.sink).insert(table, columns, body);
    if (table === 'attestry.store_command_outcomes') {
      const rows = insertedRows<OutcomeRow>(columns, body);
      // Before whoever waits is answered: a read that follows must not be told of an unchanged list.
      freshness.tenantsChanged(rows.map((row) => row.tenant_id));
      outcomes.inserted(rows);
    }
    if (table === 'attestry.store_feed_changes' && body.length <= mostKept) {
      recent?.inserted(insertedRows<InsertedChange>(columns, body));
    }
    if (table === 'attestry.store_changes') {
      const rows = insertedRows<ChangePlace & { readonly asset_id: string }>(columns, body);
      recent?.shown(rows);
      freshness.changesInserted(rows.map((row) => row.asset_id));
    }
    if (table === 'attestry.store_asset_records') registry.wake();
  };
