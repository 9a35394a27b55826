/** How long tables keep rows whose records stay on the log, milliseconds. */
import { dayMs } from './values/durations.ts';

/** Tries to deliver a webhook. */
export const deliveriesKeptMs = 30 * dayMs;

/** By table: the column with the time of a row, and how long the row is kept. Housekeeping deletes it later. */
export const expiringTables: ReadonlyMap<string, { readonly column: string; readonly keptMs: number }> = new Map([
  ['attestry.store_webhook_deliveries', { column: 'at', keptMs: deliveriesKeptMs }],
]);
