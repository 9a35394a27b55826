import { RetryableError } from '../../errors.ts';
import { provesDamage } from '../damage.ts';
import { engineCode } from '../engine-errors.ts';
import { sqlString } from '../sql-text.ts';
import type { Tables } from '../tables.ts';

/** A table that has lost rows: the engine cannot read one of its parts. */
export interface BrokenTable {
  /** Without the database. */
  readonly table: string;
  /** Parts that the engine has set aside, by their names below `detached/`. */
  readonly detached: readonly string[];
  /** For people: the first reason. */
  readonly reason: string;
}

interface PartRow {
  readonly table: string;
  readonly name: string;
  /** Seconds since the epoch. */
  readonly written: number;
}

interface DetachedRow {
  readonly table: string;
  readonly name: string;
  readonly reason: string;
}

/** NO_SUCH_DATA_PART of ClickHouse. */
const noSuchPartCode = 232;

const detachedSql = `
SELECT table, name, reason FROM system.detached_parts
WHERE database = 'attestry' AND startsWith(reason, 'broken') ORDER BY table, name`;

const activeSql = `
SELECT table, name, toUnixTimestamp(modification_time) AS written FROM system.parts WHERE database = 'attestry' AND active AND startsWith(table, 'store_')
ORDER BY table, name`;

/**
 * What is read of the parts of our tables: the first row of each; all bytes of those that were written within an hour before the
 * newest one, which a power failure can have damaged, and the first row of the others; or all bytes of all.
 */
export type PartsToRead = 'first rows' | 'recent' | 'all';

/** Seconds. */
const recentSeconds = 3_600;

/**
 * The tables with a part that the engine has set aside as broken or cannot read.
 * @throws RetryableError when the engine cannot answer now, and any other error that does not prove damage
 */
export async function findBrokenTables(
  tables: Pick<Tables, 'query'>,
  parts: PartsToRead,
): Promise<readonly BrokenTable[]> {
  const found = new Map<string, BrokenTable>();
  const active = await tables.query<PartRow>(activeSql);
  const newest = Math.max(...active.map(({ written }) => written));
  const isReadWhole = ({ written }: PartRow): boolean =>
    parts === 'all' || (parts === 'recent' && written >= newest - recentSeconds);
  const checkTable = async (table: string): Promise<void> => {
    for (const part of active.filter((one) => one.table === table)) {
      const reason = await damageOf(tables, part, isReadWhole(part));
      if (reason === null) continue;
      found.set(table, { table, detached: [], reason });
      return;
    }
  };
  await Promise.all([...new Set(active.map(({ table }) => table))].map(checkTable));
  // After the reads: they make the engine load what it has not loaded yet.
  for (const { table, name, reason } of await tables.query<DetachedRow>(detachedSql)) {
    const known = found.get(table);
    found.set(table, {
      table,
      detached: [...(known?.detached ?? []), name],
      reason: known?.reason ?? `${name}: ${reason}`,
    });
  }
  return [...found.values()];
}

interface CheckRow {
  readonly is_passed: number;
  readonly message: string;
}

/** Why a part cannot be read; null when it can. */
async function damageOf(tables: Pick<Tables, 'query'>, part: PartRow, whole: boolean): Promise<string | null> {
  const { table, name } = part;
  const identifiers = Object.freeze({ table: storeName(table), part: sqlString(name) });
  try {
    await tables.query(`SELECT * FROM attestry.${identifiers.table} WHERE _part = {name:String} LIMIT 1`, { name });
    if (!whole) return null;
    const rows = await tables.query<CheckRow>(
      `CHECK TABLE attestry.${identifiers.table} PART ${identifiers.part} SETTINGS check_query_single_value_result = 0`,
    );
    const failed = rows.find(({ is_passed: isPassed }) => isPassed === 0);
    return failed === undefined ? null : `${name}: ${failed.message}`;
  } catch (error) {
    const message = `${name}: ${error instanceof Error ? error.message : String(error)}`;
    if (provesDamage(error)) return message;
    // It was merged since the list was made, so it could be read.
    if (engineCode(error) === noSuchPartCode) return null;
    if (error instanceof RetryableError) throw error;
    throw new Error(`Whether ${identifiers.table} has lost rows is not known: ${message}`, { cause: error });
  }
}

/** Deletes the rows of a table. */
export async function emptyBrokenTable(tables: Pick<Tables, 'command'>, { table }: BrokenTable): Promise<void> {
  const identifiers = Object.freeze({ table: storeName(table) });
  await tables.command(`TRUNCATE TABLE attestry.${identifiers.table}`);
}

/** Deletes the parts that were set aside, so that the table no longer counts as broken. */
export async function dropDetachedParts(tables: Pick<Tables, 'command'>, broken: BrokenTable): Promise<void> {
  const identifiers = Object.freeze({ table: storeName(broken.table) });
  for (const part of broken.detached) {
    if (!/^[\w-]+$/.test(part)) throw new Error(`not the name of a part: ${part}`);
    const name = Object.freeze({ part });
    await tables.command(
      `ALTER TABLE attestry.${identifiers.table} DROP DETACHED PART '${name.part}' SETTINGS allow_drop_detached = 1`,
    );
  }
}

function storeName(table: string): string {
  if (!/^\w+$/.test(table)) throw new Error(`not the name of a table: ${table}`);
  return table;
}
