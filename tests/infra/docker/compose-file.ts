/** docker-compose.yml as data, parsed strictly. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
export const textOf = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

interface HealthCheck {
  readonly test?: readonly string[];
  readonly disable?: boolean;
}

export interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly user?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: HealthCheck;
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly deploy?: { readonly resources?: { readonly limits?: { readonly cpus?: string; readonly memory?: string } } };
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const composeText = textOf('docker-compose.yml');

/** With anchors merged, duplicate keys refused, and `${NAME:-default}` unexpanded. */
export const compose = parse(composeText, { merge: true, uniqueKeys: true, strict: true }) as Compose;

/** The services with this project's image, by name. */
export const roles: readonly (readonly [string, Service])[] = Object.entries(compose.services).filter(
  ([, { build }]) => build !== undefined,
);

const variable = /\$\{(\w+)(?::-([^}]*))?\}/g;

/** Variables of the environment that the file reads, with their defaults; null for one without. */
export const variables = (): readonly { readonly name: string; readonly fallback: string | null }[] =>
  [...composeText.matchAll(variable)].map(([, name = '', fallback]) => ({ name, fallback: fallback ?? null }));

/** Environment of a service's process when no variable is set. */
export const environmentOf = ({ environment }: Service): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(variable, (_, __, fallback: string | undefined) => fallback ?? ''),
    ]),
  );

/** Settings of the broker, by the image's rule: KAFKA_A_B is a.b. */
export function brokerProperties(): Readonly<Record<string, string>> {
  const { kafka } = compose.services;
  if (kafka === undefined) throw new Error('docker-compose.yml has no service kafka');
  return Object.fromEntries(
    Object.entries(environmentOf(kafka))
      .filter(([name]) => name.startsWith('KAFKA_') && name !== 'KAFKA_HEAP_OPTS')
      .map(([name, value]) => [name.replace('KAFKA_', '').toLowerCase().replaceAll('_', '.'), value]),
  );
}
