import type { ClickHouseError } from './errors.ts';
import { clickhouseError } from './errors.ts';
import { isOutputValue, isWholeNumber, outputSettings } from './output-settings.ts';

/** Limits of an analyst's query. The whole result is buffered in memory before it is sent. */
export const analystLimits = {
  max_execution_time: 30,
  max_memory_usage: 512 * 1024 * 1024,
  max_result_bytes: 64 * 1024 * 1024,
  max_result_rows: 1_000_000,
  max_threads: 2,
} as const;

export type QueryLimits = Readonly<Record<keyof typeof analystLimits, number>>;

/** Limits of the operator's queries, which may take longer. Their largest result is a tenant's list of 1,000,000 assets. */
export const operatorLimits: QueryLimits = {
  ...analystLimits,
  max_execution_time: 600,
  max_memory_usage: 1024 * 1024 * 1024,
  max_result_bytes: 256 * 1024 * 1024,
};

/** Parameters of the HTTP protocol, which do not affect the result. They are ignored. */
const transportNames: ReadonlySet<string> = new Set([
  'buffer_size',
  'cancel_http_readonly_queries_on_client_close',
  'client_protocol_version',
  'close_session',
  'compress',
  'database',
  'decompress',
  'default_format',
  'enable_http_compression',
  'http_response_buffer_size',
  'http_write_exception_in_output_format',
  'http_zlib_compression_level',
  'log_comment',
  'param',
  'password',
  'query',
  'query_id',
  'quota_key',
  'role',
  'session_check',
  'session_id',
  'session_timeout',
  'stacktrace',
  'user',
  'wait_end_of_query',
]);

const transportName = /^(?:http_headers_|http_send_|send_progress)/;

/** Settings that only change the comparison of NULLs or which rows are sent. */
const freeSettings: ReadonlySet<string> = new Set([
  'aggregate_functions_null_for_empty',
  'date_time_input_format',
  'date_time_output_format',
  'extremes',
  'final',
  'format_csv_delimiter',
  'format_csv_null_representation',
  'format_tsv_null_representation',
  'join_use_nulls',
  'result_overflow_mode',
  'session_timezone',
  'union_default_mode',
]);

const wholeNumbers: ReadonlySet<string> = new Set(['limit', 'max_block_size', 'offset']);

/**
 * Settings of a query: the limits, which a client may only lower, and harmless settings of the client. Any other setting is
 * refused by name, as ClickHouse does for a read-only user. Numbers are whole: the engine reads `0.0000001` as 0, which
 * means no limit.
 */
export const querySettings = (
  requested: Iterable<readonly [string, string]>,
  limits: QueryLimits,
): Readonly<Record<string, string>> | ClickHouseError => {
  const settings = new Map(Object.entries(limits).map(([name, value]) => [name, String(value)]));
  for (const [name, value] of requested) {
    if (transportNames.has(name) || transportName.test(name) || name.startsWith('param_')) continue;
    const limit = name in limits ? settings.get(name) : undefined;
    const wanted = Object.hasOwn(outputSettings, name) ? outputSettings[name] : undefined;
    if ((limit !== undefined || wholeNumbers.has(name)) && !isWholeNumber(value)) {
      return clickhouseError(36, `Setting '${name}' must be a whole number, not '${value.slice(0, 40)}'.`);
    }
    if (limit !== undefined) {
      if (Number(value) > 0 && Number(value) < Number(limit)) settings.set(name, value);
    } else if (wholeNumbers.has(name) || freeSettings.has(name)) {
      settings.set(name, value);
    } else if (wanted !== undefined) {
      if (!isOutputValue(wanted, value)) {
        return clickhouseError(36, `Setting '${name}' must be ${wanted}, not '${value.slice(0, 40)}'.`);
      }
      settings.set(name, value);
    } else {
      return clickhouseError(164, `Cannot modify '${name}' setting in readonly mode.`);
    }
  }
  return Object.fromEntries(settings);
};
