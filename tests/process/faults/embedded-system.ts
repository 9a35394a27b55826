import { join } from 'node:path';
import { openEngine } from '../../../cli/engine/open-engine.ts';
import { connectTables } from '../../../cli/engine/tables-client.ts';
import { loadConfig } from '../../../infra/config/config.ts';
import { silent } from '../../cli/harness.ts';
import { createSandbox, type RunningProcess } from '../../support/service.ts';
import { createProcesses, type SmallDisk, type TestSystem } from './test-system.ts';

/** One `attestry up` process with all roles, and a second API process. */
export async function openEmbeddedSystem(disk: SmallDisk | null = null): Promise<TestSystem> {
  const usual = { ATTESTRY_RATE_LIMIT: 'off', ATTESTRY_TOPIC_PARTITIONS: '4' };
  const settings = disk === null ? usual : { ...usual, ATTESTRY_DATA_DIR: disk.folder };
  const sandbox = createSandbox(settings);
  const directory = disk?.folder ?? sandbox.directory;
  const { config } = loadConfig({ ...settings, ATTESTRY_DATA_DIR: directory });
  const launch = async (name: string, env: Readonly<Record<string, string>>): ReturnType<Launch> => {
    const process_: RunningProcess = await (name === 'serve' ? sandbox.serve(env) : sandbox.up({ env }));
    return { ...process_, signal: (signal) => void process.kill(process_.pid, signal) };
  };
  const processes = createProcesses({ usual: ['up', 'serve'], folding: 'up', inserting: 'up', api: 'serve' }, launch);
  await processes.start('up');
  await processes.start('serve');
  const engine = await openEngine(config, silent);
  return {
    engines: 'embedded',
    directory: sandbox.directory,
    engine,
    command: sandbox.json,
    query: async (sql) => {
      const tables = await connectTables(config);
      if (tables === null) throw new Error(`no service has the tables of ${join(directory, 'tables')}`);
      return tables.query(sql);
    },
    processes,
    broker: null,
    registry: null,
    tables: null,
    disk,
    // State shares one LMDB environment with the log, so only the tables can be rebuilt.
    forgetDerived: async () => {
      await sandbox.json('tables', 'rebuild');
    },
    destroy: async () => {
      await engine.close();
      await sandbox.destroy();
    },
  };
}

type Launch = Parameters<typeof createProcesses>[1];
