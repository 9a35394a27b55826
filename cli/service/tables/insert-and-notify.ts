import type { OutcomeRow } from '../../../api/readmodel/memory/command-outcomes.ts';
import type { InsertedChange, ShownRow } from '../../../api/readmodel/memory/changes/recent-changes.ts';
import type { RowPlace } from '../../../api/readmodel/memory/recent-rows.ts';
import type { InsertedRecord } from '../../../api/readmodel/memory/registry/row.ts';
import type { InsertedVerdict } from '../../../api/readmodel/memory/verdicts/recent-notices.ts';
import { historyOf } from '../../../pipeline/sink/row-mapping.ts';
import { apiKeyRow, commandOutcomeRow } from '../../../pipeline/sink/rows/accounts.ts';
import { assetRecordRow } from '../../../pipeline/sink/rows/assets.ts';
import { changeRow, feedChangeRow } from '../../../pipeline/sink/rows/changes.ts';
import { verdictRow } from '../../../pipeline/sink/rows/facts.ts';
import { assetRow, partyRow } from '../../../pipeline/sink/rows/registry.ts';
import type { ApiCaches } from '../api-caches.ts';
import type { WorkerDeps } from '../workers/workers.ts';
import { insertedRows } from './inserted-rows.ts';
import type { ServiceTables } from './service-tables.ts';

/** Larger inserts are read from the tables instead: parsing them here would block requests. Bytes. */
const maxPushedBytes = 1024 * 1024;

interface ShownChange extends ShownRow {
  readonly asset_id: string;
}

interface ShownVerdict extends RowPlace {
  readonly asset_id: string;
}

interface KeyRow {
  readonly key_id: string;
}

/** Passes the rows of one insert to the caches. */
type Notify = (columns: readonly string[], body: Buffer) => void;

/** What the caches are notified of, by table. The sink's mappings name the tables, so a rename reaches both. */
function notificationsOf({ freshness, outcomes, recent, registry, keyIds }: ApiCaches): ReadonlyMap<string, Notify> {
  return new Map<string, Notify>([
    [
      commandOutcomeRow.table,
      (columns, body) => {
        const rows = insertedRows<OutcomeRow>(columns, body);
        // Before the outcome releases the waiting request: a read that follows must not be answered from the old list.
        freshness.tenantsChanged(rows.map((row) => row.tenant_id));
        outcomes.inserted(rows);
      },
    ],
    [
      feedChangeRow.table,
      (columns, body) => {
        if (body.length <= maxPushedBytes) recent?.changes.inserted(insertedRows<InsertedChange>(columns, body));
      },
    ],
    [
      changeRow.table,
      (columns, body) => {
        const rows = insertedRows<ShownChange>(columns, body);
        recent?.changes.shown(rows);
        freshness.changesInserted(rows.map((row) => row.asset_id));
      },
    ],
    [
      historyOf(verdictRow.table),
      (columns, body) => {
        if (body.length <= maxPushedBytes) recent?.notices.inserted(insertedRows<InsertedVerdict>(columns, body));
      },
    ],
    [
      verdictRow.table,
      (columns, body) => {
        const rows = insertedRows<ShownVerdict>(columns, body);
        recent?.notices.shown(rows);
        freshness.changesInserted(rows.map((row) => row.asset_id));
      },
    ],
    [
      assetRecordRow.table,
      (columns, body) => {
        if (body.length <= maxPushedBytes) registry.inserted(insertedRows<InsertedRecord>(columns, body));
        else registry.wake();
      },
    ],
    ...[assetRow.table, partyRow.table].map((table) => [table, () => freshness.declarationsInserted()] as const),
    [
      apiKeyRow.table,
      (columns, body) => {
        for (const row of insertedRows<KeyRow>(columns, body)) keyIds.add(row.key_id);
      },
    ],
  ]);
}

/** Inserts the rows of the sink and notifies the API, before the sink continues. */
export function insertAndNotify(
  tables: Pick<ServiceTables, 'accounts' | 'sink'>,
  caches: ApiCaches,
): WorkerDeps['insert'] {
  const notifications = notificationsOf(caches);
  return async (lane, table, columns, body) => {
    const insert = async (): Promise<void> => {
      await (lane === 'accounts-sink' ? tables.accounts : tables.sink).insert(table, columns, body);
      notifications.get(table)?.(columns, body);
    };
    if (table !== commandOutcomeRow.table) return insert();
    // Other processes find the outcome as soon as it is readable, and answer the tenant before this process is notified.
    const tenants = insertedRows<OutcomeRow>(columns, body).map((row) => row.tenant_id);
    return caches.freshness.whileWriting(tenants, insert);
  };
}
