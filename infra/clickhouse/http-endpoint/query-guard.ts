import { pathRefusal } from './path-columns.ts';
import { type SqlToken, tokenizeSql } from './sql-tokens.ts';

/** Names that a query may use, in lower case. */
export interface QueryRules {
  /** Whether the word may precede `(`: functions, types and keywords. */
  readonly isCallable: (name: string) => boolean;
  /** Functions that must not appear anywhere, because `arrayMap(f, …)` takes them by bare name. */
  readonly isRefusedFunction: (name: string) => boolean;
  /** Null allows every table. */
  readonly tables: TableRules | null;
}

export interface TableRules {
  readonly databases: ReadonlySet<string>;
  /** Readable tables, as `database.table`. */
  readonly readable: ReadonlySet<string>;
  /** Tables of the current database that may not be read. */
  readonly hidden: ReadonlySet<string>;
}

/** A query that passed the guard, without comments, trailing `;` and FORMAT clause. */
export interface GuardedQuery {
  readonly sql: string;
  readonly format: string | null;
}

type QueryRefusalKind = 'syntax' | 'readonly' | 'access' | 'function' | 'setting';

export interface QueryRefusal {
  readonly kind: QueryRefusalKind;
  readonly message: string;
}

/**
 * Decides by its tokens whether a text is one SELECT over readable tables. It must run before the engine sees the text: even
 * for EXPLAIN the engine evaluates constant expressions and scalar subqueries, so it would read a file, or reveal a secret
 * in an error message.
 */
export const guardQuery = (text: string, rules: QueryRules): GuardedQuery | QueryRefusal => {
  const tokenized = tokenizeSql(text);
  if ('refusal' in tokenized) return refuse('syntax', tokenized.refusal);
  const tokens = withoutTrailingSemicolons(tokenized.tokens);
  const last = tokens.at(-1);
  if (last === undefined) return refuse('syntax', 'the query is empty');
  const refusal =
    statementRefusal(tokens) ??
    clauseRefusal(tokens) ??
    placeholderRefusal(tokens) ??
    functionRefusal(tokens, rules) ??
    (rules.tables === null ? null : (pathsRefusal(tokens) ?? tableRefusal(tokens, rules.tables)));
  if (refusal !== null) return refusal;

  const format = formatClause(tokens);
  const end = format === null ? last.end : format.start;
  return { sql: tokenized.sql.slice(0, end).trim(), format: format?.name ?? null };
};

const refuse = (kind: QueryRefusalKind, message: string): QueryRefusal => ({ kind, message });

const lower = (token: SqlToken | undefined): string => token?.value.toLowerCase() ?? '';

const isSymbol = (token: SqlToken | undefined, value: string): boolean =>
  token?.kind === 'symbol' && token.value === value;

const isWord = (token: SqlToken | undefined): token is SqlToken => token?.kind === 'word';

const isKeyword = (token: SqlToken | undefined, keyword: string): boolean =>
  isWord(token) && !token.quoted && lower(token) === keyword;

const withoutTrailingSemicolons = (tokens: readonly SqlToken[]): readonly SqlToken[] => {
  const last = tokens.findLastIndex((token) => !isSymbol(token, ';'));
  return tokens.slice(0, last + 1);
};

const statementRefusal = (tokens: readonly SqlToken[]): QueryRefusal | null => {
  if (tokens.some((token) => isSymbol(token, ';'))) return refuse('readonly', 'send one statement at a time');
  const first = tokens.find((token) => !isSymbol(token, '('));
  if (isKeyword(first, 'select') || isKeyword(first, 'with')) return null;
  return refuse('readonly', 'only SELECT and WITH … SELECT can be run here');
};

const clauseRefusal = (tokens: readonly SqlToken[]): QueryRefusal | null => {
  for (const [index, token] of tokens.entries()) {
    if (isKeyword(token, 'into') || isKeyword(token, 'outfile')) {
      return refuse('readonly', 'INTO OUTFILE is not available: save the reply on your side');
    }
    if (isKeyword(token, 'settings') && isWord(tokens[index + 1]) && !isQualified(tokens, index)) {
      return refuse('setting', 'a SETTINGS clause is not available: send output settings as URL parameters');
    }
    if (isKeyword(token, 'apply')) return refuse('function', 'APPLY is not available: name the columns');
  }
  return null;
};

/**
 * `SETTINGS flag` sets a flag without `=`, and in a subquery `readonly` stops neither it nor the settings after it. The word
 * is harmless only as the second part of a qualified name, as in `system.settings WHERE`.
 */
const isQualified = (tokens: readonly SqlToken[], index: number): boolean =>
  isSymbol(tokens[index - 1], '.') && isWord(tokens[index - 2]);

/** `{name:Type}` binds a value; `{name:Identifier}` would insert a table name that the guard has not checked. */
const placeholderRefusal = (tokens: readonly SqlToken[]): QueryRefusal | null => {
  for (const [index, token] of tokens.entries()) {
    if (!isSymbol(token, '{')) continue;
    const close = tokens.findIndex((later, at) => at > index && isSymbol(later, '}'));
    const inside = tokens.slice(index + 1, close === -1 ? tokens.length : close);
    if (close === -1 || !isWord(inside[0]) || !isSymbol(inside[1], ':') || !isWord(inside[2])) {
      return refuse('syntax', 'braces can only hold a query parameter, {name:Type}');
    }
    if (inside.some((part) => isWord(part) && lower(part) === 'identifier')) {
      return refuse('access', 'a query parameter cannot be an Identifier: write the name into the query');
    }
  }
  return null;
};

const functionRefusal = (tokens: readonly SqlToken[], rules: QueryRules): QueryRefusal | null => {
  for (const [index, token] of tokens.entries()) {
    if (!isWord(token)) continue;
    const name = lower(token);
    if (rules.isRefusedFunction(name)) return refuse('function', `${token.value} is not available here`);
    if (isSymbol(tokens[index + 1], '(') && !rules.isCallable(name)) {
      return refuse('function', `${token.value}(…) is not a function that can be used here`);
    }
  }
  return null;
};

const pathsRefusal = (tokens: readonly SqlToken[]): QueryRefusal | null => {
  const reason = pathRefusal(tokens);
  return reason === null ? null : refuse('access', reason);
};

const tableRefusal = (tokens: readonly SqlToken[], rules: TableRules): QueryRefusal | null => {
  for (const [index, token] of tokens.entries()) {
    if (!isWord(token)) continue;
    const name = lower(token);
    const next = tokens[index + 2];
    const isDatabase =
      rules.databases.has(name) && isSymbol(tokens[index + 1], '.') && !isSymbol(tokens[index - 1], '.');
    if (isDatabase && !(isWord(next) && rules.readable.has(`${name}.${lower(next)}`))) {
      return refuse('access', `${token.value}.${next?.value ?? ''} cannot be read here`);
    }
    if (rules.hidden.has(name)) return refuse('access', `${token.value} cannot be read here`);
  }
  return null;
};

/** FORMAT can only be the last clause. */
const formatClause = (tokens: readonly SqlToken[]): { readonly name: string; readonly start: number } | null => {
  const keyword = tokens.at(-2);
  const name = tokens.at(-1);
  if (keyword === undefined || !isKeyword(keyword, 'format') || !isWord(name)) return null;
  return { name: name.value, start: keyword.start };
};
