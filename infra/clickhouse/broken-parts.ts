import { RetryableError } from '../errors.ts';
import { provesDamage } from './damage.ts';
import type { Tables } from './tables.ts';

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
}

const detachedSql = `
SELECT table, name, reason FROM system.detached_parts
WHERE database = 'attestry' AND startsWith(reason, 'broken') ORDER BY table, name`;

const activeSql = `
SELECT table, name FROM system.parts WHERE database = 'attestry' AND active AND startsWith(table, 'store_')
ORDER BY table, name`;

/**
 * The tables of which the engine has set parts aside as broken, or cannot read a row of a part. A damage behind the first rows
 * of a part is not found.
 * @throws RetryableError when the engine cannot say now, and any other error that does not prove damage
 */
export async function findBrokenTables(tables: Pick<Tables, 'query'>): Promise<readonly BrokenTable[]> {
  const found = new Map<string, BrokenTable>();
  const active = await tables.query<PartRow>(activeSql);
  const checkTable = async (table: string): Promise<void> => {
    for (const part of active.filter((one) => one.table === table)) {
      const reason = await unreadable(tables, part);
      if (reason === null) continue;
      found.set(table, { table, detached: [], reason });
      return;
    }
  };
  await Promise.all([...new Set(active.map(({ table }) => table))].map(checkTable));
  // After the reads: they make the engine load what it has not loaded yet.
  for (const { table, name, reason } of await tables.query<PartRow & { readonly reason: string }>(detachedSql)) {
    const known = found.get(table);
    found.set(table, {
      table,
      detached: [...(known?.detached ?? []), name],
      reason: known?.reason ?? `${name}: ${reason}`,
    });
  }
  return [...found.values()];
}

/** The damage because of which no row of a part can be read; null when one can. */
async function unreadable(tables: Pick<Tables, 'query'>, { table, name }: PartRow): Promise<string | null> {
  const identifiers = Object.freeze({ table: storeName(table) });
  try {
    await tables.query(`SELECT * FROM attestry.${identifiers.table} WHERE _part = {name:String} LIMIT 1`, { name });
    return null;
  } catch (error) {
    const message = `${name}: ${error instanceof Error ? error.message : String(error)}`;
    if (provesDamage(error)) return message;
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
