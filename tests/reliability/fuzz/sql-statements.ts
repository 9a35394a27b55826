/** Statements of analysts and of attackers, made by splicing tokens of kept ones. */
import fc from 'fast-check';
import { queries } from '../../infra/clickhouse/analyst-queries.ts';
import { escapes } from '../../infra/clickhouse/escape-attempts.ts';

const kept: readonly string[] = [...queries.map(([sql]) => sql), ...escapes.map(([, , sql]) => sql)];

/** What an attacker tries to place: hidden tables, files, the network, other statements, settings. */
const fragments: readonly string[] = [
  ...[
    'attestry.store_hidden',
    'store_hidden',
    '`store_hidden`',
    '"attestry"."store_hidden"',
    'hidden_view',
    'Store_Hidden',
  ],
  ...[
    'attestry.store_api_keys',
    'api_keys_view',
    'system.processes',
    'system.query_log',
    'system.tables',
    'system.columns',
  ],
  ...[
    'system.databases',
    'information_schema.tables',
    'INFORMATION_SCHEMA.COLUMNS',
    'default.x',
    '_temporary_and_external_tables.x',
  ],
  ...[
    "file('%FILE%', 'LineAsString')",
    "file('%FILE%')",
    'file',
    "url('%URL%', 'CSV', 'a String')",
    'url',
    "remote('127.0.0.1', attestry.store_hidden)",
  ],
  ...[
    "merge('attestry', '.*')",
    "merge('.*')",
    'loop(store_hidden)',
    'view(SELECT * FROM store_hidden)',
    "viewIfPermitted(SELECT 1 ELSE null('a UInt8'))",
  ],
  ...[
    "cluster('default', attestry, store_hidden)",
    "dictGet('d', 'a', 1)",
    "joinGet('store_hidden', 'secret_hash', 'a')",
    "hasColumnInTable('attestry', 'store_hidden', 'id')",
  ],
  ...[
    'generateRandom()',
    "format(CSV, '1')",
    "fuzzJSON('{}')",
    "null('a UInt8')",
    "executable('sh', 'TSV', 'a String')",
    "s3('%URL%')",
    'zeros(10)',
    'numbers(10)',
    'one()',
  ],
  ...[
    "INTO OUTFILE '%OUT%'",
    'SETTINGS readonly = 0',
    'SETTINGS max_memory_usage = 0, max_execution_time = 0',
    'FORMAT Null',
    'FORMAT JSON',
    'FORMAT Native',
  ],
  ...[
    '; DROP TABLE attestry.store_changes',
    '; SELECT 2',
    'UNION ALL SELECT * FROM store_hidden',
    'UNION ALL SELECT secret_hash FROM attestry.store_hidden',
    'INTERSECT SELECT 1',
  ],
  ...[
    'IN store_hidden',
    'NOT IN attestry.store_hidden',
    'GLOBAL IN store_hidden',
    'IN (SELECT secret_hash FROM store_hidden)',
    'EXISTS (SELECT 1 FROM store_hidden)',
  ],
  ...[
    '(SELECT any(secret_hash) FROM store_hidden)',
    '(SELECT count() FROM store_hidden)',
    '(SELECT 1)',
    'JOIN store_hidden ON 1',
    ', store_hidden',
    'CROSS JOIN hidden_view',
    'PASTE JOIN store_hidden',
  ],
  ...[
    'WITH x AS (SELECT * FROM store_hidden)',
    'WITH RECURSIVE x AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM x)',
    'WITH (SELECT 1) AS store_hidden',
    'FROM',
    'SELECT',
    'WHERE',
    'EXPLAIN',
    'DESCRIBE',
    'SHOW',
  ],
  ...[
    '{t:Identifier}',
    '{t:String}',
    '{t:UInt8}',
    '{',
    '}',
    '(',
    ')',
    '()',
    '[',
    ']',
    ',',
    '.',
    '.*',
    '*',
    '@',
    '@@version',
    '$$',
    '$a$ x $a$',
    '?',
    ':',
    '::',
    '->',
    '||',
    '\\',
  ],
  ...[
    '/*',
    '*/',
    '/**/',
    '/* x */',
    '--',
    '-- \n',
    '#!',
    '# x\n',
    '//',
    '\n',
    '\t',
    '\u000b',
    '\u000c',
    '\u00a0',
    '\u2003',
    '\ufeff',
    '\u2212',
    '\u2018',
    '\u201c',
    '\u201d',
    "'",
    '"',
    '`',
    "''",
    "\\'",
    '\\x27',
    "x'41'",
    "b'1'",
  ],
  ...[
    'APPLY',
    'APPLY(upper)',
    "COLUMNS('.*')",
    'EXCEPT (id)',
    'REPLACE (1 AS id)',
    'ARRAY JOIN',
    'LIMIT 1',
    'LIMIT 0',
    'ORDER BY ALL',
    'GROUP BY ALL',
    'FINAL',
    'SAMPLE 1',
    'PREWHERE 1',
    'QUALIFY 1',
    'WINDOW w AS ()',
  ],
  ...[
    'sleep(1)',
    'sleepEachRow(1)',
    'hostName()',
    "getSetting('max_threads')",
    "getServerSetting('path')",
    'currentUser()',
    'version()',
    'throwIf(1)',
    'addressToLine(1)',
    'evalMLMethod(1)',
    'identity(1)',
    'ignore(1)',
    'materialize(1)',
  ],
  ...[
    'arrayMap(x -> x, [1])',
    "arrayMap(file, ['%FILE%'])",
    'toTypeName(1)',
    'CAST(1 AS String)',
    "CAST('a', 'Enum8(''a'' = 1)')",
    'INTERVAL 1 DAY',
    'EXTRACT(YEAR FROM now())',
    'CASE WHEN 1 THEN 2 END',
    'NULL',
    'inf',
    '-1',
    '1e10',
    '0x',
    '1.5',
  ],
];

export interface Splice {
  readonly op: 'insert' | 'replace' | 'delete' | 'swap' | 'wrap' | 'quote';
  readonly at: number;
  readonly from: number;
  readonly fragment: string;
  /** Statement that `swap` takes tokens of. */
  readonly other: string;
}

const splices: fc.Arbitrary<readonly Splice[]> = fc.array(
  fc.record({
    op: fc.constantFrom(
      'insert' as const,
      'insert' as const,
      'replace' as const,
      'replace' as const,
      'delete' as const,
      'swap' as const,
      'wrap' as const,
      'quote' as const,
    ),
    at: fc.nat(),
    from: fc.nat(),
    fragment: fc.constantFrom(...fragments),
    other: fc.constantFrom(...kept),
  }),
  { maxLength: 3 },
);

export const statements: fc.Arbitrary<string> = fc
  .record({
    start: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...queries.map(([sql]) => sql)) },
      { weight: 1, arbitrary: fc.constantFrom(...kept) },
    ),
    splices,
  })
  .map(({ start, splices: all }) => all.reduce((tokens, one) => spliced(tokens, one), tokensOf(start)).join(''));

const tokensOf = (sql: string): readonly string[] =>
  sql.match(/\s+|\w+|'(?:[^'\\]|\\[\s\S]|'')*'|"[^"]*"|`[^`]*`|[\s\S]/g) ?? [];

function spliced(tokens: readonly string[], { op, at, from, fragment, other }: Splice): readonly string[] {
  const index = at % (tokens.length + 1);
  const [head, tail] = [tokens.slice(0, index), tokens.slice(index)];
  switch (op) {
    case 'insert':
      return [...head, ' ', fragment, ' ', ...tail];
    case 'replace':
      return [...head, fragment, ...tail.slice(1)];
    case 'delete':
      return [...head, ...tail.slice(1 + (from % 3))];
    case 'swap': {
      const others = tokensOf(other);
      const start = from % others.length;
      return [...head, ' ', ...others.slice(start, start + 1 + (at % 7)), ' ', ...tail.slice(1)];
    }
    case 'wrap':
      return ['SELECT * FROM (', ...tokens, ')'];
    case 'quote': {
      const mark = ['`', '"', "'"][from % 3] ?? '`';
      return [...head, ...tail.slice(0, 1).map((token) => `${mark}${token}${mark}`), ...tail.slice(1)];
    }
  }
}

const settingNames = [
  ...[
    'max_execution_time',
    'max_memory_usage',
    'max_result_bytes',
    'max_result_rows',
    'max_threads',
    'readonly',
    'limit',
    'offset',
  ],
  ...[
    'final',
    'extremes',
    'result_overflow_mode',
    'additional_table_filters',
    'additional_result_filter',
    'allow_ddl',
    'profile',
    'max_rows_to_read',
  ],
  ...[
    'output_format_json_quote_64bit_integers',
    'output_format_schema',
    'format_schema',
    'max_block_size',
    'session_timezone',
    'query',
    'param_t',
    'param_1',
    'join_use_nulls',
    'MAX_THREADS',
    'max_memory_usage_for_user',
    'max_threads ',
  ],
];
const settingValues = [
  '0',
  '1',
  '-1',
  '30',
  '31',
  '1e9',
  '0.0000001',
  '18446744073709551615',
  '18446744073709551616',
  'auto',
  "'auto(8)'",
  '',
  ' 1',
  'UTC',
  'throw',
  'break',
  'store_hidden',
  '{}',
  "{'attestry.changes':'1'}",
  'SELECT 2',
];

/** Most statements have none, because a refused setting hides the statement. */
export const settings: fc.Arbitrary<readonly (readonly [string, string])[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.array(fc.tuple(fc.constantFrom(...settingNames), fc.constantFrom(...settingValues)), {
      maxLength: 2,
    }),
  },
);
