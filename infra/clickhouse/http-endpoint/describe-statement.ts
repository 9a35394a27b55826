import type { TableRules } from './query-guard.ts';
import { type SqlToken, tokenizeSql } from './sql-tokens.ts';

/** A statement about tables as the SELECT that answers it, or why it is refused. */
export type TableAnswer =
  | { readonly sql: string; readonly parameters: Readonly<Record<string, string>> }
  | { readonly code: 60 | 62; readonly message: string };

/**
 * `SHOW DATABASES`, `SHOW TABLES`, `DESCRIBE` and `EXISTS`, which clients send before their first query, as a SELECT over the
 * catalogue tables with ClickHouse's names of columns; null for any other statement. The SELECT then passes the guard like
 * one of a client, and the catalogue tables show readable tables only: the engine never sees the statement itself.
 */
export function describeStatement(text: string, rules: Pick<TableRules, 'readable'> | null): TableAnswer | null {
  const tokenized = tokenizeSql(text);
  if ('refusal' in tokenized) return null;
  const reader = createReader(tokenized.tokens);
  if (reader.word('show')) return finished(show(reader), reader, 'SHOW DATABASES or SHOW TABLES [FROM name]');
  if (reader.word('describe') || reader.word('desc')) {
    reader.word('table');
    return finished(describe(reader.table(), rules), reader, 'DESCRIBE [TABLE] name');
  }
  if (!reader.word('exists')) return null;
  return finished(exists(reader), reader, 'EXISTS [TABLE | DATABASE] name');
}

interface TableName {
  readonly database: string;
  readonly table: string;
}

interface Reader {
  /** Passes over a keyword; whether it was there. */
  readonly word: (keyword: string) => boolean;
  /** Passes over a name, quoted or not; null where none is. */
  readonly name: () => string | null;
  readonly table: () => TableName | null;
  /** Passes over `FORMAT name` and semicolons at the end; the clause, or null where something else is left. */
  readonly end: () => string | null;
}

function createReader(tokens: readonly SqlToken[]): Reader {
  let at = 0;
  const isSymbol = (symbol: string): boolean => tokens[at]?.kind === 'symbol' && tokens[at]?.value === symbol;
  const word = (keyword: string): boolean => {
    const token = tokens[at];
    const isThere = token?.kind === 'word' && !token.quoted && token.value.toLowerCase() === keyword;
    if (isThere) at += 1;
    return isThere;
  };
  const name = (): string | null => {
    const token = tokens[at];
    if (token?.kind !== 'word') return null;
    at += 1;
    return token.value;
  };
  return {
    word,
    name,
    table: () => {
      const first = name();
      if (first === null || !isSymbol('.')) return first === null ? null : { database: 'attestry', table: first };
      at += 1;
      const table = name();
      return table === null ? null : { database: first, table };
    },
    end: () => {
      const format = word('format') ? name() : '';
      while (isSymbol(';')) at += 1;
      if (format === null || at < tokens.length) return null;
      return format === '' ? '' : ` FORMAT ${format}`;
    },
  };
}

const finished = (described: TableAnswer | null, reader: Reader, expected: string): TableAnswer => {
  const end = described === null ? null : reader.end();
  if (described === null || end === null) return { code: 62, message: `Syntax error: expected ${expected}.` };
  return 'sql' in described ? { ...described, sql: described.sql + end } : described;
};

function show(reader: Reader): TableAnswer | null {
  if (reader.word('databases')) {
    return { sql: 'SELECT name FROM system.databases ORDER BY name', parameters: {} };
  }
  if (!reader.word('tables')) return null;
  const database = reader.word('from') || reader.word('in') ? reader.name() : 'attestry';
  if (database === null) return null;
  const sql = 'SELECT name FROM system.tables WHERE database = {database:String} ORDER BY name';
  return { sql, parameters: { database } };
}

/** One that may not be read is as unknown as one that does not exist. */
function describe(name: TableName | null, rules: Pick<TableRules, 'readable'> | null): TableAnswer | null {
  if (name === null) return null;
  const { database, table } = name;
  if (rules !== null && !rules.readable.has(`${database}.${table}`)) {
    return { code: 60, message: `Unknown table expression identifier '${database}.${table}'.` };
  }
  const sql =
    "SELECT name, type, default_kind AS default_type, default_expression, comment, compression_codec AS codec_expression, '' AS ttl_expression " +
    'FROM system.columns WHERE database = {database:String} AND table = {table:String} ORDER BY position';
  return { sql, parameters: { database, table } };
}

function exists(reader: Reader): TableAnswer | null {
  if (reader.word('database')) {
    const database = reader.name();
    if (database === null) return null;
    const sql = 'SELECT toUInt8(count() > 0) AS result FROM system.databases WHERE name = {database:String}';
    return { sql, parameters: { database } };
  }
  reader.word('table');
  const name = reader.table();
  if (name === null) return null;
  const { database, table } = name;
  const sql =
    'SELECT toUInt8(count() > 0) AS result FROM system.tables WHERE database = {database:String} AND name = {table:String}';
  return { sql, parameters: { database, table } };
}
