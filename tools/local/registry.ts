import { answers, keptPort, pidOf, startService, stopService } from './processes.ts';
import { registryProgram } from './programs.ts';

export interface LocalRegistry {
  /** Base URL for Confluent clients. */
  readonly url: string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly isRunning: () => Promise<boolean>;
}

export interface LocalRegistryOptions {
  readonly programs: string;
  /** Folder of its port, pid and output; the port is stable across restarts. */
  readonly folder: string;
  /** `host:port` of a broker that stores the schemas; without it they are lost when the registry stops. */
  readonly broker?: string;
}

/** A real Confluent-compatible registry (Apicurio) on loopback. Nothing is started yet. */
export async function openLocalRegistry({ programs, folder, broker }: LocalRegistryOptions): Promise<LocalRegistry> {
  const jar = await registryProgram(programs);
  const port = await keptPort(folder);
  const url = `http://127.0.0.1:${port}/apis/ccompat/v7`;
  const storage =
    broker === undefined ? [] : ['-Dapicurio.storage.kind=kafkasql', `-Dapicurio.kafkasql.bootstrap.servers=${broker}`];
  return {
    url,
    start: () =>
      startService({
        folder,
        args: [
          ...['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', `-Dattestry.folder=${folder}`],
          ...['-Dquarkus.http.host=127.0.0.1', `-Dquarkus.http.port=${port}`, '-Dquarkus.log.level=WARN'],
          ...storage,
          ...['-jar', jar],
        ],
        isReady: () => answers(`${url}/subjects`),
      }),
    stop: () => stopService(folder),
    isRunning: async () => pidOf(folder) !== null,
  };
}
