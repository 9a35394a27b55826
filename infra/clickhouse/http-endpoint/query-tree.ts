import type { TableRules } from './query-guard.ts';

/** The second check of a query: the engine's own parse of it (`EXPLAIN QUERY TREE`, as plain text). */
export interface TreeRules {
  readonly isCallable: (name: string) => boolean;
  readonly isRefusedFunction: (name: string) => boolean;
  readonly tables: Pick<TableRules, 'readable'>;
}

const tableFunctions: ReadonlySet<string> = new Set(['numbers', 'values']);

/**
 * Why a query must not run, or null. Every table must be readable, every table function must be `numbers` or `values`, and
 * every function must be allowed; a node in an unexpected form is refused. Text inside the query (an alias with a line
 * break) can add lines that look like nodes, which causes more refusals, never fewer.
 */
export const treeRefusal = (tree: string, rules: TreeRules): string | null => {
  for (const line of tree.split('\n')) {
    const refusal = nodeRefusal(line.trim(), rules);
    if (refusal !== null) return refusal;
  }
  return null;
};

const nodeRefusal = (node: string, rules: TreeRules): string | null => {
  if (node.startsWith('TABLE id')) {
    const name = /^TABLE id: \d+(?:, alias: \w+)?, table_name: ([\w.]+)(?:, final: 1)?$/.exec(node)?.[1];
    return name !== undefined && rules.tables.readable.has(name.toLowerCase())
      ? null
      : `${name ?? 'a table of this query'} cannot be read here`;
  }
  if (node.startsWith('TABLE_FUNCTION')) {
    const name = /^TABLE_FUNCTION id: \d+(?:, alias: \w+)?, table_function_name: (\w+)$/.exec(node)?.[1];
    return name !== undefined && tableFunctions.has(name)
      ? null
      : `the table function ${name ?? 'of this query'} is not available here`;
  }
  if (node.startsWith('FUNCTION id')) {
    // An alias or type may contain text that looks like another name: then all of them must be allowed.
    const names = Array.from(node.matchAll(/function_name: (\w+)/g), (match) => match[1]?.toLowerCase() ?? '');
    const refused = names.find((name) => !isKnown(name, rules));
    if (refused !== undefined || names.length === 0)
      return `the function ${refused ?? 'of this query'} is not available here`;
  }
  // Unresolved names occur only as arguments of table functions, which are refused.
  if (node.startsWith('IDENTIFIER id')) return 'a name in this query cannot be resolved to a readable table';
  return null;
};

/** Internal functions of the engine (`__getScalar`) appear in trees; in the text of a query they are refused. */
const isKnown = (name: string, rules: TreeRules): boolean =>
  name.startsWith('__') || (!rules.isRefusedFunction(name) && rules.isCallable(name));
