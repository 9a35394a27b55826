import type { QueryParameters, TableReader } from './reader.ts';

/** Reads one tenant's rows. The only access of requests to the account tables. */
export interface TenantTables {
  readonly query: <R>(sql: string, parameters: QueryParameters) => Promise<readonly R[]>;
}

const binding = '{tenantId:String}';

/** Binds `{tenantId:String}` of every query to the tenant of the key. A query without it is a programming error. */
export const tablesOfTenant = (tables: TableReader, tenantId: string): TenantTables => ({
  query: async <R>(sql: string, parameters: QueryParameters) => {
    if (!sql.includes(binding)) throw new Error('a query on account tables does not name the tenant');
    return tables.query<R>(sql, { ...parameters, tenantId });
  },
});
