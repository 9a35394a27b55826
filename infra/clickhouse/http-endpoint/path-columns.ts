import type { SqlToken } from './sql-tokens.ts';

/** Columns of `system.databases` and `system.tables` with directories of the host. */
const pathColumns: ReadonlySet<string> = new Set(['data_path', 'data_paths', 'metadata_path']);
const tablesWithPaths: ReadonlySet<string> = new Set(['databases', 'tables']);

/**
 * Why a query must not run that could read a directory of the host; null if it cannot. It is decided before the engine sees
 * the text, because the engine evaluates scalar subqueries while it parses and shows their values in errors. In a query of
 * the two tables, `*` is available only as `count(*)`, since it stands for these columns, too.
 */
export function pathRefusal(tokens: readonly SqlToken[]): string | null {
  const words = tokens.map(({ kind, value }) => (kind === 'word' ? value.toLowerCase() : null));
  const named = words.find((word) => word !== null && pathColumns.has(word));
  if (named !== undefined && named !== null) return `${named} cannot be read here`;
  if (!words.some((word) => word !== null && tablesWithPaths.has(word))) return null;
  const isSymbol = (at: number, symbol: string): boolean =>
    tokens[at]?.kind === 'symbol' && tokens[at].value === symbol;
  const isCount = (at: number): boolean => isSymbol(at - 1, '(') && words[at - 2] === 'count' && isSymbol(at + 1, ')');
  const isMany = tokens.some(
    (_, at) => (isSymbol(at, '*') && !isCount(at)) || (words[at] === 'columns' && isSymbol(at + 1, '(')),
  );
  return isMany ? '* is not available with system.tables and system.databases: name the columns' : null;
}
