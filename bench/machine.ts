import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, getPriority, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../infra/disk/package-root.ts';

/** The machine and the versions behind the figures. */
export interface Machine {
  readonly at: string;
  readonly cores: number;
  readonly cpu: string;
  readonly memory: string;
  readonly system: string;
  readonly load: string;
  readonly versions: Readonly<Record<string, string>>;
}

/** Libraries whose speed affects the figures. */
const libraries = ['lmdb', 'chdb', 'kafkajs', '@clickhouse/client', 'avsc', 'koa'] as const;

export const machine = (): Machine => ({
  at: new Date().toISOString(),
  cores: availableParallelism(),
  cpu: cpus()[0]?.model ?? 'unknown',
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  system: `${platform()} ${release()}`,
  load: load(),
  versions: {
    node: process.versions.node,
    ...Object.fromEntries(libraries.map((name) => [name, versionIn('node_modules', name, 'package.json')])),
    'kafka broker': /<kafka\.version>([^<]+)/.exec(text('tools', 'local', 'pom.xml'))?.[1] ?? '',
  },
});

/** Load average over 1, 5 and 15 minutes, and the share of the last 10 seconds in which a task waited for a processor. */
export const load = (): string => [...loadavg().map((average) => average.toFixed(2)), cpuPressure()].join(' ').trim();

/** As Linux reports it; empty elsewhere. */
function cpuPressure(): string {
  try {
    const waiting = /^some avg10=([\d.]+)/.exec(readFileSync('/proc/pressure/cpu', 'utf8'))?.[1];
    return waiting === undefined ? '' : `(CPU pressure ${waiting} %)`;
  } catch {
    return '';
  }
}

/**
 * Why figures of this process do not count; null if they do. Threads of the service set a niceness of their own, so another
 * one than 0 changes the order in which its threads run.
 */
export function whyNotCounted(niceness: number = getPriority()): string | null {
  return niceness === 0 ? null : `the bench has niceness ${niceness}: its figures do not count; start it without nice`;
}

/** Two lines of text. */
export const describeMachine = ({
  at,
  cores,
  cpu,
  memory,
  system,
  load: loaded,
  versions,
}: Machine): readonly string[] => [
  `${at}, ${cores} cores (${cpu}), ${memory}, ${system}, load average ${loaded}`,
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', '),
];

const text = (...path: readonly string[]): string => readFileSync(join(packageRoot(), ...path), 'utf8');

const versionIn = (...path: readonly string[]): string => (JSON.parse(text(...path)) as { version: string }).version;
