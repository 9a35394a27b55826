import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const mebibyte = 1024 * 1024;

/**
 * Settings of every call of every lane. In the embedded engine they are the default profile, so that no call carries
 * settings: the adapter sends those as SET statements, which stay in force on the connection.
 */
export const clientConstants = {
  async_insert: 0,
  date_time_input_format: 'best_effort',
  input_format_null_as_default: 0,
  input_format_skip_unknown_fields: 0,
  // A query of a request reads some hundred places; passing each read to another thread takes longer than the read.
  local_filesystem_read_method: 'pread',
  log_queries: 0,
  max_memory_usage: 1024 * mebibyte,
  max_query_size: 64 * mebibyte,
  max_threads: 2,
  output_format_json_quote_64bit_integers: 1,
  session_timezone: 'UTC',
} as const;

/**
 * Limits of a request's query, on either engine. They guard against a mistake in a query, not against a large result. The
 * largest results are pages of the registry, and the poll after all assets changed at once: one row an asset.
 */
export const requestLimits = {
  max_memory_usage: String(clientConstants.max_memory_usage),
  max_result_rows: '10000000',
} as const;

/**
 * Each table has three tasks that search for work, at once after an insert or a merge, and then after waits that grow by a factor
 * from a tenth of a second on. With the engine's 1.1, forty tables wake it for minutes after the last insert. The first merges parts,
 * and finds more to merge as they grow older. The others have nothing to do in tables that are on one disk and that nothing streams
 * to, so they rest at once, for the engine's longest wait of ten minutes.
 */
const searchesForWork = {
  background_processing_pool_task_sleep_seconds_when_no_work_multiplier: 2,
  background_processing_pool_task_sleep_seconds_when_no_work_max: 60,
  background_move_processing_pool_task_sleep_seconds_when_no_work_multiplier: 100,
  background_streaming_processing_pool_task_sleep_seconds_when_no_work_multiplier: 100,
} as const;

/** Server settings of the embedded engine, sized for a process below 900 MB in total. Its limit of memory is a setting. */
const engineSettings = {
  background_pool_size: 2,
  background_schedule_pool_size: 4,
  background_common_pool_size: 2,
  // The main process limits the memory of this one, and reads no metrics of it: the defaults wake it all the time.
  memory_worker_period_ms: 1_000,
  asynchronous_metrics_update_period_s: 60,
  asynchronous_heavy_metrics_update_period_s: 3_600,
  ...searchesForWork,
  index_mark_cache_size: 32 * mebibyte,
  mark_cache_size: 256 * mebibyte,
  mmap_cache_size: 100,
  primary_index_cache_size: 128 * mebibyte,
  uncompressed_cache_size: 0,
} as const;

/** Elements of a configuration file; a record is an element with elements. */
export interface ConfigElements {
  readonly [name: string]: string | number | ConfigElements;
}

/** Writes the engine's configuration with these further settings to `directory`; returns the path of its main file. */
export const writeEngineConfig = (directory: string, further: ConfigElements): string => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const profile = join(directory, 'profile.xml');
  const engine = join(directory, 'engine.xml');
  writeFileSync(profile, clickhouseXml(defaultUser(elements(clientConstants))));
  writeFileSync(engine, clickhouseXml(elements({ ...engineSettings, ...further, users_config: profile })));
  return engine;
};

const defaultUser = (profile: string): string =>
  `<profiles><default>${profile}</default></profiles>` +
  '<users><default><password/><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>' +
  '</default></users><quotas><default/></quotas>';

const clickhouseXml = (content: string): string => `<clickhouse>${content}</clickhouse>\n`;

const elements = (values: ConfigElements): string =>
  Object.entries(values)
    .map(([name, value]) => {
      const content = typeof value === 'object' ? elements(value) : escapeXml(String(value));
      return `<${name}>${content}</${name}>`;
    })
    .join('');

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
