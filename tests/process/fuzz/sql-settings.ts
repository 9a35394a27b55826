/** Settings as URL parameters: limits, harmless ones and others, with values at the edges. */
import fc from 'fast-check';

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
