import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine, openEngine } from '../../../cli/engine/open-engine.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { localDirectory } from '../../../infra/config/local-directory.ts';
import { openLocalKafka } from '../../../tools/local/kafka.ts';
import { openLocalRegistry } from '../../../tools/local/registry.ts';
import { openLocalTables } from '../../../tools/local/tables.ts';
import { createSandbox, type Sandbox } from '../../../tests/support/service.ts';
import { benchLogger } from './engine.ts';
import { inFolder } from './folder.ts';
import { endWithProcess } from './left-behind.ts';
import { registryLines, type World } from '../samples/world.ts';

/** Every role in a process of its own, on a real broker and registry, tables behind HTTP: all on this machine. */
export interface Cluster {
  readonly sandbox: Sandbox;
  readonly httpUrl: string;
  /** Process of each role. */
  readonly pids: ReadonlyMap<string, number>;
  /** The engines, for a program beside the roles. */
  readonly openEngine: () => Promise<Engine>;
  /** Registers a world and waits until all roles have processed it. */
  readonly register: (world: World) => Promise<void>;
  /** Waits until everything was read and is in the tables. */
  readonly idle: () => Promise<void>;
}

const roles = ['publishers', 'processors', 'sink'] as const;

/** Runs a cluster during `work`. */
export function inCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    const programs = localDirectory();
    const kafka = await openLocalKafka({ programs, folder: join(folder, 'kafka'), nodes: 1 });
    const registry = await openLocalRegistry({ programs, folder: join(folder, 'registry') });
    const tables = await openLocalTables({ folder: join(folder, 'tables') });
    const sandbox = createSandbox({
      ATTESTRY_RATE_LIMIT: 'off',
      ATTESTRY_LOG_LEVEL: 'error',
      ATTESTRY_KAFKA_BROKERS: kafka.brokers.join(','),
      ATTESTRY_SCHEMA_REGISTRY_URL: registry.url,
      ATTESTRY_CLICKHOUSE_URL: tables.url,
      ATTESTRY_SIGNING_KEYS: `bench:${randomBytes(32).toString('base64')}`,
      ATTESTRY_TENANT_KEYS_DIR: join(folder, 'tenant-keys'),
    });
    const forget = endWithProcess(join(folder, 'kafka', 'node-1'), join(folder, 'registry'), join(folder, 'tables'));
    try {
      await Promise.all([kafka.start(), registry.start(), tables.start()]);
      return await work(
        await startRoles(sandbox, { kafka: kafka.brokers, registry: registry.url, tables: tables.url }),
      );
    } finally {
      await sandbox.destroy();
      await Promise.allSettled([kafka.kill(), registry.stop(), tables.kill()]);
      forget();
    }
  });
}

async function startRoles(
  sandbox: Sandbox,
  urls: { readonly kafka: readonly string[]; readonly registry: string; readonly tables: string },
): Promise<Cluster> {
  await checked(sandbox, 'topics', 'apply');
  await checked(sandbox, 'migrate');
  const pids = new Map<string, number>();
  for (const role of roles) {
    const child = sandbox.start('run', role, '--json');
    await untilReady(child, role);
    pids.set(role, child.pid ?? 0);
  }
  const { httpUrl, pid } = await sandbox.serve();
  pids.set('serve', pid);
  const idle = (): Promise<void> => checked(sandbox, 'wait', '--idle');
  return {
    sandbox,
    httpUrl,
    pids,
    idle,
    register: async (world) => {
      const file = join(sandbox.directory, 'registry.ndjson');
      writeFileSync(file, registryLines(world));
      await checked(sandbox, 'registry', 'import', file);
      await idle();
    },
    openEngine: () => {
      const directory = join(sandbox.directory, 'beside');
      mkdirSync(directory, { recursive: true });
      const { config } = loadConfig({
        ATTESTRY_DATA_DIR: directory,
        ATTESTRY_KAFKA_BROKERS: urls.kafka.join(','),
        ATTESTRY_SCHEMA_REGISTRY_URL: urls.registry,
        ATTESTRY_CLICKHOUSE_URL: urls.tables,
        ATTESTRY_TENANT_KEYS_DIR: join(directory, 'tenant-keys'),
      });
      return openEngine(config, benchLogger());
    },
  };
}

async function checked(sandbox: Sandbox, ...arguments_: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await sandbox.cli(...arguments_);
  if (code !== 0) throw new Error(`attestry ${arguments_.join(' ')} ended with ${code}: ${stderr}${stdout}`);
}

/** Resolves at the ready line; later log lines of the role are passed on. */
function untilReady(child: ChildProcess, role: string): Promise<void> {
  child.stderr?.pipe(process.stderr);
  return new Promise((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`${role} ended with ${code ?? 'a signal'}`)));
    child.stdout?.on('data', (text: Buffer) => {
      if (text.toString('utf8').includes('"ready"')) resolve();
    });
  });
}
