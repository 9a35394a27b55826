import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from './errors.ts';
import { openCatalogue } from './log/catalogue.ts';
import { createEmbeddedLog, type Environments } from './log/embedded.ts';
import { openEnvironment } from './log/lmdb/environment.ts';
import type { Log } from './log/log.ts';
import type { ShortFile } from './log/lmdb/open-root.ts';
import { createWake } from './log/wake.ts';
import type { Logger } from './logger.ts';
import { createEmbeddedRegistry, type EmbeddedRegistry } from './schema-registry/embedded.ts';
import { openEmbeddedStore } from './state/embedded.ts';
import type { OpenStateStore } from './state/store.ts';

export interface EmbeddedOptions {
  /** Data directory; the log is in its folder `log`. */
  readonly directory: string;
  /** Partitions of topics that do not exist yet. */
  readonly partitions: number;
  /** Topic and subject prefix. */
  readonly prefix?: string;
  readonly logger?: Logger;
  /** For reading beside a running service: creates nothing and refuses to append. */
  readonly readOnly?: boolean;
  /** What becomes of a file that ends before its last page; default `read`. */
  readonly short?: ShortFile;
}

export interface EmbeddedEngine {
  readonly log: Log;
  readonly openStore: OpenStateStore;
  readonly schemas: EmbeddedRegistry;
  /** Ends the consumptions, waits for writes under way and closes the files. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the log, the processor state and the schema registry of a data directory. Several threads and processes may have it
 * open at once. A thread must open a directory only once, because two handles of a thread would wait for each other's lock.
 * `readOnly` requires a separate process, because the threads of a process share the environment that the first one opened.
 */
export function openEmbeddedEngine(options: EmbeddedOptions): EmbeddedEngine {
  const { directory, partitions, prefix = 'attestry.', readOnly = false, short = 'read', logger } = options;
  const folder = join(directory, 'log');
  if (readOnly && !existsSync(join(folder, 'accounts', 'data.mdb'))) {
    throw new UsageError(`${directory} holds no log yet: start the service on it once.`);
  }
  const environments: Environments = {
    data: openEnvironment(join(folder, 'data'), readOnly, short),
    accounts: openEnvironment(join(folder, 'accounts'), readOnly, short),
  };
  const catalogue = openCatalogue(environments, { prefix, partitions, directory });
  const wake = createWake(folder, environments);
  const log = createEmbeddedLog(environments, catalogue, wake, logger);
  return {
    log,
    openStore: (processor, environment) =>
      openEmbeddedStore({
        processor: `${prefix}${processor}`,
        environmentName: environment,
        environment: environments[environment],
        catalogue,
        announce: wake.announce,
      }),
    schemas: createEmbeddedRegistry(environments.data),
    close: log.close,
  };
}
