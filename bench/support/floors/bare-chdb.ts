/** The cost of the in-process ClickHouse alone: time to open it, memory, one-row inserts. */
import { join } from 'node:path';
import { Session } from 'chdb';
import { migrate } from '../../../infra/clickhouse/migrate/migrations.ts';
import { openTables } from '../../../infra/clickhouse/open-tables.ts';
import { encodeRows } from '../../../pipeline/sink/encode.ts';
import { commandOutcomeRow, watchItemRow } from '../../../pipeline/sink/rows/accounts.ts';
import type { AccountEvent } from '../../../schemas/generated/records.ts';
import { latencies } from '../load/client.ts';

/** Milliseconds of two sequential inserts, a row of a watched item and a row of an outcome; repeated. */
export async function twoInserts(folder: string, times: number): Promise<readonly number[]> {
  const directory = join(folder, 'bare-tables');
  const tables = await openTables({ directory });
  await migrate({ tables: tables.sink, layout: { kind: 'single' }, now: Date.now });
  // The process that has the tables locks them.
  await tables.close();
  const session = new Session(join(directory, 'data'));
  const took = await latencies(
    Array.from({ length: times }, (_, index) => index),
    1,
    async (index) => {
      for (const { table, columns, rowsOf } of [watchItemRow, commandOutcomeRow]) {
        const values = encodeRows(rowsOf(eventOf(index), { partition: 0, offset: index, timestamp: Date.now() }));
        await session.insert({ table, columns, values, format: 'JSONCompactEachRow' });
      }
    },
  );
  session.close();
  return took;
}

function eventOf(index: number): AccountEvent {
  const item = {
    itemId: `item-${index}`,
    assetId: `asset-${index}`,
    state: 'ready',
    stateReason: null,
    intakeStatus: null,
    monitoringEnabled: true,
    note: null,
    addedAt: index,
    currentAddAt: index,
    currentAddSeq: index,
  };
  return {
    eventId: `event-${index}`,
    tenantId: 'tenant',
    seq: index,
    commandId: `command-${index}`,
    inputPosition: index,
    type: 'watch.added',
    at: index,
    actor: 'key:bench',
    item,
    intervals: [],
    key: null,
    tenant: null,
    notice: null,
    session: null,
    marks: null,
    webhook: null,
    request: null,
    outcome: { status: 'accepted', code: null, message: null, limit: 50, used: 1, item },
  };
}
