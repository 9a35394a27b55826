import { sqlString } from '../sql-text.ts';
import type { RawQueries, RawReply, ReadOnlySession } from '../tables.ts';
import { describeStatement } from './describe-statement.ts';
import { type ClickHouseError, clickhouseError } from './errors.ts';
import type { EngineCatalogue } from './functions.ts';
import { guardQuery, type QueryRefusal, type TableRules } from './query-guard.ts';
import { treeRefusal } from './query-tree.ts';
import type { SqlRequest } from './request.ts';
import { analystLimits, operatorLimits, querySettings } from './settings.ts';

export interface QueryAccess {
  readonly queries: RawQueries;
  readonly catalogue: EngineCatalogue;
  /** Null allows every table. */
  readonly tables: TableRules | null;
  readonly allowedViews: readonly string[];
}

export interface QueryOutcome extends RawReply {
  /** Output format of the bytes. */
  readonly format: string;
}

/** Readable tables of database `system`. */
const readableSystemTables = ['columns', 'databases', 'functions', 'numbers', 'one', 'settings', 'tables'] as const;

/** Checks a query, first its text, then the engine's parse of it, and runs it. */
export const runQuery = async (request: SqlRequest, access: QueryAccess): Promise<QueryOutcome | ClickHouseError> => {
  const { catalogue, tables } = access;
  const settings = querySettings(request.settings, tables === null ? operatorLimits : analystLimits);
  if (isRefused(settings)) return settings;
  const described = describeStatement(request.sql, tables);
  if (described !== null && 'code' in described) return clickhouseError(described.code, described.message);
  const guarded = guardQuery(described?.sql ?? request.sql, { ...catalogue, tables });
  if ('kind' in guarded) return refusalError(guarded);
  const wanted = guarded.format ?? request.defaultFormat;
  const format = catalogue.formats.get(wanted.toLowerCase());
  if (format === undefined) return clickhouseError(73, `Unknown format ${wanted}.`);

  const filtered = tables === null ? settings : { ...settings, additional_table_filters: catalogueFilters(access) };
  const parameters = described?.parameters ?? request.parameters;
  return access.queries.withSession({ settings: filtered, parameters }, async (session) => {
    if (tables !== null) {
      const refusal = treeRefusal(await readText(session, 'EXPLAIN QUERY TREE ' + guarded.sql), {
        ...catalogue,
        tables,
      });
      if (refusal !== null) return clickhouseError(497, `Not enough privileges: ${refusal}.`);
    }
    const reply = await session.run(`${guarded.sql}\nFORMAT ${format}`, format);
    return { ...reply, format };
  });
};

const isRefused = (value: Readonly<Record<string, string>> | ClickHouseError): value is ClickHouseError =>
  value['error'] === true;

const refusalError = ({ kind, message }: QueryRefusal): ClickHouseError => {
  switch (kind) {
    case 'syntax':
      return clickhouseError(62, `Syntax error: ${message}.`);
    case 'readonly':
    case 'setting':
      return clickhouseError(164, `Cannot execute query in readonly mode: ${message}.`);
    case 'function':
      return clickhouseError(446, `Function is not allowed: ${message}.`);
    case 'access':
      return clickhouseError(497, `Not enough privileges: ${message}.`);
  }
};

/** What may be read of the tables there are. Migrations, which add some, are done before there is an endpoint. */
export const readTableRules = async (queries: RawQueries, allowedViews: readonly string[]): Promise<TableRules> =>
  queries.withSession({ settings: {}, parameters: {} }, async (session) => {
    const lines = async (sql: string): Promise<readonly string[]> =>
      (await readText(session, sql)).trimEnd().split('\n');
    const tables = await lines("SELECT lower(name) FROM system.tables WHERE database = 'attestry'");
    const databases = await lines('SELECT lower(name) FROM system.databases');
    const views = new Set(allowedViews.map((name) => name.toLowerCase()));
    return {
      databases: new Set([...databases, '_temporary_and_external_tables']),
      readable: new Set([
        ...[...views].map((name) => `attestry.${name}`),
        ...readableSystemTables.map((name) => `system.${name}`),
      ]),
      hidden: new Set(tables.filter((name) => !views.has(name))),
    };
  });

/** Row filters that make the catalogue tables show readable tables only. */
const catalogueFilters = ({ allowedViews }: Pick<QueryAccess, 'allowedViews'>): string => {
  const isShown = (column: string): string =>
    `(database = 'attestry' AND ${column} IN ${tuple(allowedViews)}) OR (database = 'system' AND ${column} IN ${tuple(readableSystemTables)})`;
  const filters = {
    'system.columns': isShown('table'),
    'system.databases': "name IN ('attestry', 'system')",
    'system.tables': isShown('name'),
  };
  const entries = Object.entries(filters).map(([table, filter]) => `${sqlString(table)}: ${sqlString(filter)}`);
  return `{${entries.join(', ')}}`;
};

const tuple = (names: readonly string[]): string => `(${['', ...names].map(sqlString).join(', ')})`;

const readText = async (session: ReadOnlySession, sql: string): Promise<string> =>
  Buffer.from((await session.run(sql, 'TSVRaw')).bytes).toString('utf8');
