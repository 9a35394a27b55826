import { resolve } from 'node:path';
import { largestSetting, readBoundedFile } from '../disk/bounded-file.ts';
import { nearestName } from './nearest-name.ts';
import { type Setting, type SettingKey, type SettingValue, settings } from './settings.ts';

/** Settings as values, frozen. Null: the setting is unset and has no default. */
export type Config = {
  readonly [K in SettingKey]: (typeof settings)[K]['fallback'] extends string
    ? SettingValue<K>
    : SettingValue<K> | null;
};

/** Source of a setting's value. */
type Origin = 'default' | 'environment' | `file ${string}`;

interface PrintedSetting {
  readonly name: string;
  /** The text; `(secret)` for secrets, null when unset. */
  readonly value: string | null;
  readonly origin: Origin;
  readonly meaning: string;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly printed: readonly PrintedSetting[];
  /** Sentences about variables that look like settings but are not. */
  readonly warnings: readonly string[];
}

/** The configuration is invalid; `problems` has one sentence for each problem. The process exits with 78. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the configuration from the environment. Throws ConfigurationError with all problems at once. */
export function loadConfig(environment: Environment = process.env): LoadedConfig {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const printed: PrintedSetting[] = [];
  const givenKeys = new Set<SettingKey>();
  for (const [key, definition] of Object.entries(settings) as [SettingKey, Setting<unknown>][]) {
    const given = givenText(definition, environment, problems);
    if (given !== null) givenKeys.add(key);
    const text = given?.text ?? definition.fallback;
    values[key] = text === null ? null : readText(definition, text, problems);
    printed.push({
      name: definition.name,
      value: text === null ? null : definition.secret === true ? '(secret)' : text,
      origin: given?.origin ?? 'default',
      meaning: definition.meaning,
    });
  }
  problems.push(...problemsBetween(givenKeys));
  const warnings = unknownNames(environment);
  if (problems.length > 0) throw new ConfigurationError([...problems, ...warnings]);
  values['dataDir'] = resolve(String(values['dataDir']));
  return { config: Object.freeze(values) as unknown as Config, printed, warnings };
}

function givenText(
  definition: Setting<unknown>,
  environment: Environment,
  problems: string[],
): { readonly text: string; readonly origin: Origin } | null {
  const direct = environment[definition.name];
  const named = definition.secret === true ? environment[`${definition.name}_FILE`] : undefined;
  // An empty variable counts as unset, for `_FILE` as well.
  const file = named === '' ? undefined : named;
  if (direct !== undefined && direct !== '') {
    if (file !== undefined) problems.push(`${definition.name} and ${definition.name}_FILE are both set; keep one`);
    return { text: direct, origin: 'environment' };
  }
  if (file === undefined) return null;
  try {
    return { text: readBoundedFile(file, largestSetting).toString('utf8').trim(), origin: `file ${file}` };
  } catch (error) {
    problems.push(`${definition.name}_FILE names ${file}, which cannot be read: ${reasonOf(error)}`);
    return null;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function readText(definition: Setting<unknown>, text: string, problems: string[]): unknown {
  const reading = definition.read(text);
  if ('value' in reading) return reading.value;
  const shown = definition.secret === true ? 'its value' : `"${text}"`;
  problems.push(`${definition.name}: ${shown} ${reading.problem}`);
  return null;
}

/** Settings that require another setting. */
const problemsBetween = (given: ReadonlySet<SettingKey>): readonly string[] =>
  needs.flatMap(([key, needed, why]) =>
    given.has(key) && !given.has(needed) ? [`${settings[needed].name} is missing: ${why}`] : [],
  );

const needs: readonly (readonly [given: SettingKey, needed: SettingKey, why: string])[] = [
  ['kafkaBrokers', 'schemaRegistryUrl', 'it is required with ATTESTRY_KAFKA_BROKERS'],
  [
    'schemaRegistryUrl',
    'kafkaBrokers',
    'without it the log is in the data directory, with a schema registry of its own',
  ],
  ['kafkaSaslMechanism', 'kafkaUsername', 'a login at the brokers takes one'],
  ['kafkaSaslMechanism', 'kafkaPassword', 'a login at the brokers takes one'],
  ['kafkaUsername', 'kafkaSaslMechanism', 'a login at the brokers takes one'],
  ['kafkaCertFile', 'kafkaKeyFile', 'a client certificate takes its key'],
  ['kafkaKeyFile', 'kafkaCertFile', 'a key takes its certificate'],
  ['kafkaKeyPassword', 'kafkaKeyFile', 'it is the password of that file'],
  ['schemaRegistryUsername', 'schemaRegistryPassword', 'a login at the schema registry takes one'],
  ['clickhouseCluster', 'clickhouseUrl', 'ATTESTRY_CLICKHOUSE_CLUSTER names a cluster of that server'],
];

function unknownNames(environment: Environment): string[] {
  const known = Object.values(settings).flatMap(({ name, ...rest }) =>
    'secret' in rest ? [name, `${name}_FILE`] : [name],
  );
  return Object.keys(environment)
    .filter((name) => name.startsWith('ATTESTRY_') && !known.includes(name))
    .sort()
    .map((name) => `${name} is not a setting; the nearest is ${nearestName(name, known)}`);
}
