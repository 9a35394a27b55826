/** Every setting, once: name, default, meaning and how its text is read. */
import { parseUrl } from '../../schemas/values/parse-url.ts';

export type Reading<T> = { readonly value: T } | { readonly problem: string };

export interface Setting<T, F extends string | null = string | null> {
  readonly name: string;
  /** Text of the default, null when unset has a meaning of its own. */
  readonly fallback: F;
  readonly meaning: string;
  /** Never printed; may be given as a file by `<NAME>_FILE`. */
  readonly secret?: boolean;
  readonly read: (text: string) => Reading<T>;
}

const text = (value: string): Reading<string> => ({ value });

const integer =
  (low: number, high: number) =>
  (value: string): Reading<number> => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < low || number > high) {
      return { problem: `must be a whole number from ${low} to ${high}` };
    }
    return { value: number };
  };

const port = integer(0, 65_535);

const url = (value: string): Reading<string> => {
  if (parseUrl(value) === null || !/^https?:\/\//.test(value)) return { problem: 'must be an http or https URL' };
  return { value: value.replace(/\/+$/, '') };
};

const oneOf =
  <T extends string>(...terms: readonly T[]) =>
  (value: string): Reading<T> => {
    const term = terms.find((one) => one === value);
    return term === undefined ? { problem: `must be one of ${terms.join(', ')}` } : { value: term };
  };

const list = (value: string): Reading<readonly string[]> => ({
  value: value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
});

const hostPorts = (value: string): Reading<readonly string[]> => {
  const hosts = list(value);
  if ('problem' in hosts) return hosts;
  const bad = hosts.value.find((host) => 'problem' in port(/^.+:(\d+)$/.exec(host)?.[1] ?? ''));
  return bad === undefined ? hosts : { problem: `"${bad}" is not host:port` };
};

const signingKeys = (value: string): Reading<string> =>
  value.split(',').every((key) => /^[A-Za-z0-9_-]+:[A-Za-z0-9+/=]{24,}$/.test(key))
    ? { value }
    : { problem: 'must be a comma list of id:base64 with at least 16 bytes each' };

const rateLimit = (value: string): Reading<{ readonly perMinute: number; readonly burst: number } | null> => {
  if (value === 'off') return { value: null };
  const match = /^([1-9]\d{0,8})\/min(?:;burst=([1-9]\d{0,8}))?$/.exec(value);
  if (match === null) return { problem: 'must be "<n>/min;burst=<n>" or "off"' };
  return { value: { perMinute: Number(match[1]), burst: Number(match[2] ?? 0) } };
};

const topicPrefix = (value: string): Reading<string> =>
  /^[A-Za-z0-9._-]{1,100}$/.test(value)
    ? { value }
    : { problem: 'must be at most 100 letters, digits, dots, underscores or hyphens' };

const setting = <T, F extends string | null>(definition: Setting<T, F>): Setting<T, F> => definition;

export const settings = {
  dataDir: setting({
    name: 'ATTESTRY_DATA_DIR',
    fallback: './data',
    meaning: 'embedded log, state, tables, artifacts',
    read: text,
  }),
  httpPort: setting({
    name: 'ATTESTRY_HTTP_PORT',
    fallback: '8080',
    meaning: 'API, docs and health; 0 takes any free port',
    read: port,
  }),
  httpHost: setting({
    name: 'ATTESTRY_HTTP_HOST',
    fallback: '127.0.0.1',
    meaning: 'address the API listens on',
    read: text,
  }),
  baseUrl: setting({
    name: 'ATTESTRY_BASE_URL',
    fallback: null,
    meaning: 'base of interface A in links; from the listener when unset',
    read: url,
  }),
  explorerUrl: setting({
    name: 'ATTESTRY_EXPLORER_URL',
    fallback: null,
    meaning: 'base of interface B in links; from the listener when unset',
    read: url,
  }),
  publicPageBase: setting({
    name: 'ATTESTRY_PUBLIC_PAGE_BASE',
    fallback: null,
    meaning: 'base of the public asset pages in links; from the listener when unset',
    read: url,
  }),
  opsPort: setting({ name: 'ATTESTRY_OPS_PORT', fallback: '9464', meaning: '/metrics; 0 is off', read: port }),
  opsHost: setting({
    name: 'ATTESTRY_OPS_HOST',
    fallback: '127.0.0.1',
    meaning: 'address /metrics listens on',
    read: text,
  }),
  sqlPort: setting({
    name: 'ATTESTRY_SQL_PORT',
    fallback: '8123',
    meaning: 'read-only ClickHouse HTTP endpoint for analysts, loopback only; 0 is off',
    read: port,
  }),
  registryPort: setting({
    name: 'ATTESTRY_REGISTRY_PORT',
    fallback: '8081',
    meaning: 'schema registry over HTTP, read-only, loopback only; 0 is off',
    read: port,
  }),
  fetchAllow: setting({
    name: 'ATTESTRY_FETCH_ALLOW',
    fallback: '',
    meaning: 'host:port list that fetching may reach although the addresses are not public',
    read: hostPorts,
  }),
  topicPrefix: setting({
    name: 'ATTESTRY_TOPIC_PREFIX',
    fallback: 'attestry.',
    meaning: 'prefix of topic names and schema subjects',
    read: topicPrefix,
  }),
  topicPartitions: setting({
    name: 'ATTESTRY_TOPIC_PARTITIONS',
    fallback: '6',
    meaning: 'partitions of a topic, at its creation only',
    read: integer(1, 1024),
  }),
  topicReplication: setting({
    name: 'ATTESTRY_TOPIC_REPLICATION',
    fallback: '1',
    meaning: 'replicas of a topic, at its creation only',
    read: integer(1, 9),
  }),
  clickhouseUrl: setting({
    name: 'ATTESTRY_CLICKHOUSE_URL',
    fallback: null,
    meaning: 'ClickHouse server that attestry serve reads; the socket of the data directory when unset',
    secret: true,
    read: url,
  }),
  feeds: setting({
    name: 'ATTESTRY_FEEDS',
    fallback: null,
    meaning: 'feeds fetched on their schedule: all, none or ids; all when unset, none with --demo',
    read: list,
  }),
  signingKeys: setting({
    name: 'ATTESTRY_SIGNING_KEYS',
    fallback: null,
    meaning: 'keys of signed logo URLs, id:base64; the first signs, all verify; made once when unset',
    secret: true,
    read: signingKeys,
  }),
  logLevel: setting({
    name: 'ATTESTRY_LOG_LEVEL',
    fallback: 'info',
    meaning: 'least level logged',
    read: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  }),
  rateLimit: setting({
    name: 'ATTESTRY_RATE_LIMIT',
    fallback: '600/min;burst=100',
    meaning: 'requests per key; off for load tests',
    read: rateLimit,
  }),
} as const;

/** Settings of engines reached by URL: known names, so that setting one is a clear refusal and not a silent default. */
export const clusterSettings: readonly string[] = [
  'ATTESTRY_KAFKA_BROKERS',
  'ATTESTRY_SCHEMA_REGISTRY_URL',
  'ATTESTRY_ARTIFACTS_URL',
];

export type SettingKey = keyof typeof settings;
export type SettingValue<K extends SettingKey> = (typeof settings)[K] extends Setting<infer T> ? T : never;
