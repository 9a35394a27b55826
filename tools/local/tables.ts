import { join } from 'node:path';
import { packageRoot } from '../../infra/disk/package-root.ts';
import { answers, keptPort, pidOf, signalService, startService, stopService } from './processes.ts';

export interface LocalTables {
  /** For `ATTESTRY_CLICKHOUSE_URL`. */
  readonly url: string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly kill: () => Promise<void>;
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
  readonly isRunning: () => Promise<boolean>;
}

/**
 * Stands in for a ClickHouse server: ClickHouse's HTTP interface with full rights over the embedded engine, on loopback and
 * in a separate process. Nothing is started yet.
 *
 * @param script arguments of node that lead to its module; the source when not given
 */
export async function openLocalTables({
  folder,
  script = ['--import', 'tsx', join(packageRoot(), 'tools', 'local', 'tables-server.ts')],
}: {
  readonly folder: string;
  readonly script?: readonly string[];
}): Promise<LocalTables> {
  const port = await keptPort(folder);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    start: () =>
      startService({
        folder,
        program: process.execPath,
        args: [...script, folder, String(port)],
        isReady: () => answers(`${url}/ping`),
      }),
    stop: () => stopService(folder),
    kill: () => stopService(folder, 'SIGKILL'),
    freeze: () => signalService(folder, 'SIGSTOP'),
    thaw: () => signalService(folder, 'SIGCONT'),
    isRunning: async () => pidOf(folder) !== null,
  };
}
