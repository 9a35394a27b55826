/** `start [--nodes 3]`, `stop`, `status`, `wipe`: Kafka, a schema registry and tables on this machine, to try cluster mode. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { localDirectory } from '../../infra/config/local-directory.ts';
import { UsageError } from '../../infra/errors.ts';
import { openLocalKafka } from './kafka.ts';
import { whatIsMissing } from './programs.ts';
import { openLocalRegistry } from './registry.ts';
import { openLocalTables } from './tables.ts';

const usage = 'usage: main.ts start [--nodes 1|3] | stop | status | wipe';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { nodes: { type: 'string' } } });
  const [command = ''] = positionals;
  const { nodes } = values;
  if (!['start', 'stop', 'status', 'wipe'].includes(command) || ![undefined, '1', '3'].includes(nodes)) {
    console.error(usage);
    return 2;
  }
  const directory = localDirectory();
  const missing = await whatIsMissing(directory);
  if (missing !== null) {
    console.error(missing);
    return 1;
  }
  const data = join(directory, 'data');
  const kafka = await openLocalKafka({
    programs: directory,
    folder: join(data, 'kafka'),
    ...(nodes === undefined ? {} : { nodes: nodes === '3' ? 3 : 1 }),
  });
  const registry = await openLocalRegistry({ programs: directory, folder: join(data, 'registry') });
  const tables = await openLocalTables({ folder: join(data, 'tables') });
  const engines = [kafka, registry, tables];
  if (command === 'start') await Promise.all(engines.map((engine) => engine.start()));
  if (command === 'stop' || command === 'wipe') await Promise.all(engines.map((engine) => engine.stop()));
  if (command === 'wipe') {
    rmSync(data, { recursive: true, force: true });
    return 0;
  }
  const running = (await Promise.all(engines.map((engine) => engine.isRunning()))).every((one) => one);
  console.error(running ? 'running' : 'stopped');
  if (!running) return command === 'status' ? 1 : 0;
  const artifacts = join(data, 'artifacts');
  printExports({
    ATTESTRY_KAFKA_BROKERS: kafka.brokers.join(','),
    ATTESTRY_SCHEMA_REGISTRY_URL: registry.url,
    ATTESTRY_CLICKHOUSE_URL: tables.url,
    ATTESTRY_ARTIFACTS_URL: pathToFileURL(artifacts).href,
    ATTESTRY_TENANT_KEYS_DIR: join(data, 'tenant-keys'),
    ATTESTRY_SIGNING_KEYS: signingKeyIn(join(data, 'signing-keys')),
  });
  return 0;
}

/** Prints shell lines to stdout, which has no other output: `eval "$(npm run -s local -- status)"`. */
function printExports(settings: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(settings)) console.log(`export ${name}='${value}'`);
}

/** All API processes share one key; the first call creates it. */
function signingKeyIn(file: string): string {
  if (!existsSync(file)) writeFileSync(file, `local:${randomBytes(32).toString('base64')}`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
