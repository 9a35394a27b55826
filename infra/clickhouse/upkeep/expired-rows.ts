import { deliveriesKeptMs } from '../../../schemas/retention.ts';
import type { Tables } from '../tables.ts';

const expiredSql = `
SELECT count() AS rows FROM attestry.store_webhook_deliveries WHERE at < fromUnixTimestamp64Milli({before:Int64})`;

const deleteSql = `
ALTER TABLE attestry.store_webhook_deliveries DELETE WHERE at < fromUnixTimestamp64Milli({before:Int64})
SETTINGS mutations_sync = 1`;

/** Deletes rows that tables no longer keep; repeatable. `now` in milliseconds. */
export async function deleteExpiredRows(tables: Pick<Tables, 'query'>, now: number): Promise<void> {
  const before = now - deliveriesKeptMs;
  const [found] = await tables.query<{ readonly rows: string }>(expiredSql, { before });
  // A deletion writes parts again, so none is asked for in vain.
  if (Number(found?.rows ?? 0) > 0) await tables.query(deleteSql, { before });
}
