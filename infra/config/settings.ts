/** Every setting: name, default, meaning and parser. */
import { chainSettings } from './chain-settings.ts';
import { documentSettings } from './document-settings.ts';
import { engineSettings } from './engine-settings.ts';
import { integer, list, onOff, oneOf, port, rateLimit, signingKeys, text, topicPrefix } from './readings.ts';
import { setting, type Setting } from './setting.ts';
import { contact, hostPorts, origins, trustedProxies, url } from './address-readings.ts';

export type { Setting } from './setting.ts';

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
  publicSanctions: setting({
    name: 'ATTESTRY_PUBLIC_SANCTIONS',
    fallback: 'on',
    meaning: 'whether public pages show confirmed matches with sanctions lists',
    read: onOff,
  }),
  keyContact: setting({
    name: 'ATTESTRY_KEY_CONTACT',
    fallback: null,
    meaning:
      'whom to ask for an API key, a mail address or an https URL; pages show it at sign-in and where a key is refused',
    read: contact,
  }),
  requiredLists: setting({
    name: 'ATTESTRY_REQUIRED_LISTS',
    fallback: null,
    meaning: 'sanctions lists that must be read and young before "no match" counts; every list of the build when unset',
    read: list,
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
  tablesMemoryMb: setting({
    name: 'ATTESTRY_TABLES_MEMORY_MB',
    fallback: null,
    meaning:
      'resident size at which the process of the tables is restarted; when unset the larger of 2500 and 40 % of the memory',
    read: integer(600, 10_000_000),
  }),
  analystsMemoryMb: setting({
    name: 'ATTESTRY_ANALYSTS_MEMORY_MB',
    fallback: '1536',
    meaning: "the same of each of the two processes of the analysts' queries",
    read: integer(600, 10_000_000),
  }),
  freeSpaceMb: setting({
    name: 'ATTESTRY_FREE_SPACE_MB',
    fallback: null,
    meaning:
      'free space below which nothing is written to the tables; when unset the smaller of 1024 and 5 % of the volume, at least 64',
    read: integer(1, 10_000_000),
  }),
  ...engineSettings,
  ...chainSettings,
  ...documentSettings,
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
  tenantKeysDir: setting({
    name: 'ATTESTRY_TENANT_KEYS_DIR',
    fallback: null,
    meaning:
      'keys of what tenants wrote, the same directory for every process; tenant-keys in the data directory when unset',
    read: text,
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
  checkResponses: setting({
    name: 'ATTESTRY_CHECK_RESPONSES',
    fallback: 'off',
    meaning: 'on compares every answer of the API with its description and answers 500 to what differs',
    read: onOff,
  }),
  registryCache: setting({
    name: 'ATTESTRY_REGISTRY_CACHE',
    fallback: '1000000',
    meaning: 'asset records that an API process keeps whole in memory',
    read: integer(100, 10_000_000),
  }),
  trustedProxies: setting({
    name: 'ATTESTRY_TRUSTED_PROXIES',
    fallback: '',
    meaning: 'proxies whose X-Forwarded-For is believed: how many stand in a row, or their addresses and networks',
    read: trustedProxies,
  }),
  corsOrigins: setting({
    name: 'ATTESTRY_CORS_ORIGINS',
    fallback: '',
    meaning: 'origins whose scripts may call interfaces A and B from a browser, such as https://app.example',
    read: origins,
  }),
  localDir: setting({
    name: 'ATTESTRY_LOCAL_DIR',
    fallback: null,
    meaning: 'programs and data of the engines that npm run local starts; in the cache of the user when unset',
    read: text,
  }),
} as const;

export type SettingKey = keyof typeof settings;
export type SettingValue<K extends SettingKey> = (typeof settings)[K] extends Setting<infer T> ? T : never;
