import { UsageError } from '../../errors.ts';
import { boundLogId } from './migrations.ts';
import type { Tables } from '../tables.ts';

/** What the database `attestry` of a server has, before this installation writes anything to it. */
export type TablesOwner =
  | { readonly kind: 'none' }
  /** Tables of this program that no log has filled yet, or what an interrupted deletion left of them. */
  | { readonly kind: 'unbound' }
  | { readonly kind: 'log'; readonly logId: string }
  /** Tables of another program. */
  | { readonly kind: 'foreign'; readonly names: readonly string[] };

/** Reads only; works before the database exists. */
export const ownerOfTables = async (tables: Pick<Tables, 'query'>): Promise<TablesOwner> => {
  const found = await tables.query<{ readonly name: string }>(
    "SELECT name FROM system.tables WHERE database = 'attestry' ORDER BY name",
  );
  const names = found.map(({ name }) => name);
  if (names.length === 0) return { kind: 'none' };
  if (!names.includes('attestry_meta')) {
    return names.some(isOurs) ? { kind: 'unbound' } : { kind: 'foreign', names };
  }
  const logId = await boundLogId(tables);
  return logId === null ? { kind: 'unbound' } : { kind: 'log', logId };
};

const isOurs = (name: string): boolean => name === 'schema_migrations' || name.startsWith('store_');

/** Largest number of tables that an error names. */
const mostNamed = 3;

/**
 * Throws UsageError when the tables belong to another log than `logId`, or to another program. `place` names the server,
 * without user and password.
 */
export const refuseOthersTables = (owner: TablesOwner, logId: string, place: string): void => {
  if (owner.kind === 'foreign') {
    const named = owner.names.slice(0, mostNamed).join(', ');
    throw new UsageError(
      `The database attestry at ${place} has ${owner.names.length} tables of another program (${named}${owner.names.length > mostNamed ? ', …' : ''}), and nothing was changed. Name another ClickHouse server in ATTESTRY_CLICKHOUSE_URL, or move that database away.`,
    );
  }
  if (owner.kind === 'log' && owner.logId !== logId) {
    throw new UsageError(
      `The tables at ${place} were filled from log ${owner.logId}, but this is log ${logId}, and nothing was changed. ` +
        'Name the server of this installation in ATTESTRY_CLICKHOUSE_URL, or the log that the tables belong to. ' +
        `If the other log is given up, \`attestry tables rebuild --of-log ${owner.logId}\` deletes these tables and fills them from this one.`,
    );
  }
};
