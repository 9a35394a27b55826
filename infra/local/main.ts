/** `start [--nodes 3]`, `stop`, `status`, `wipe`: a Kafka and a schema registry of one's own, for trying cluster mode. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localDirectory } from '../config/local-directory.ts';
import { type LocalKafka, openLocalKafka } from './kafka.ts';
import { whatIsMissing } from './programs.ts';
import { type LocalRegistry, openLocalRegistry } from './registry.ts';

const usage = 'usage: main.ts start [--nodes 1|3] | stop | status | wipe';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { nodes: { type: 'string' } } });
  const [command = ''] = positionals;
  const { nodes = '1' } = values;
  if (!['start', 'stop', 'status', 'wipe'].includes(command) || !['1', '3'].includes(nodes)) {
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
    nodes: nodes === '3' ? 3 : 1,
  });
  const registry = await openLocalRegistry({ programs: directory, folder: join(data, 'registry') });
  if (command === 'start') await Promise.all([kafka.start(), registry.start()]);
  if (command === 'stop' || command === 'wipe') await Promise.all([kafka.stop(), registry.stop()]);
  if (command === 'wipe') rmSync(data, { recursive: true, force: true });
  else await tell(kafka, registry);
  return 0;
}

/** Told as settings, to be copied. */
async function tell(kafka: LocalKafka, registry: LocalRegistry): Promise<void> {
  const both = (await kafka.isRunning()) && (await registry.isRunning());
  console.log(both ? 'running' : 'stopped');
  if (!both) return;
  console.log(`ATTESTRY_KAFKA_BROKERS=${kafka.brokers.join(',')}`);
  console.log(`ATTESTRY_SCHEMA_REGISTRY_URL=${registry.url}`);
}

process.exitCode = await main();
