/**
 * A running service that the test files of a process share. Each file declares assets of its own (`registryLines` with
 * `from`) and makes keys of its own: a tenant sees nothing of the others. No file ends it, damages it, or changes what all
 * tenants see: such a test starts a service of its own.
 */
import { atEndOfUnit } from './at-end.ts';
import { createSandbox, type RunningService, type Sandbox } from './service.ts';

export interface SharedService {
  readonly sandbox: Sandbox;
  readonly service: RunningService;
  /** Lines that the service has logged at `warn` or above since the file began to use it. */
  readonly warnings: () => readonly string[];
  /** To be called when the file has ended. */
  readonly release: () => Promise<void>;
}

let shared: Promise<Pick<SharedService, 'sandbox' | 'service'>> | null = null;

/** Starts the service for the first file. A file that is run by itself ends it with `release`, others the end of the unit. */
export async function useSharedService(): Promise<SharedService> {
  const isAlone = process.env['TEST_TABLES'] === undefined;
  if (shared === null) {
    shared = start();
    if (!isAlone) atEndOfUnit(end);
  }
  const { sandbox, service } = await shared;
  const before = service.stderr().length;
  return {
    sandbox,
    service,
    warnings: () => service.stderr().slice(before).split('\n').filter(isWarning),
    release: async () => {
      if (isAlone) await end();
    },
  };
}

/**
 * It logs everything, so that tests can find what must not be logged. Its addresses are those of every API process beside it,
 * so that the same content has the same bytes on each.
 */
async function start(): Promise<Pick<SharedService, 'sandbox' | 'service'>> {
  const sandbox = createSandbox({
    ATTESTRY_RATE_LIMIT: 'off',
    ATTESTRY_LOG_LEVEL: 'trace',
    ATTESTRY_BASE_URL: 'http://registry.test',
    ATTESTRY_EXPLORER_URL: 'http://explorer.test',
    ATTESTRY_PUBLIC_PAGE_BASE: 'http://pages.test',
  });
  return { sandbox, service: await sandbox.up() };
}

async function end(): Promise<void> {
  const ending = shared;
  shared = null;
  if (ending === null) return;
  const { sandbox, service } = await ending;
  try {
    const { code, signal } = await service.end('SIGTERM');
    if (code !== 0) throw new Error(`the shared service ended with ${code ?? signal}: ${service.stderr()}`);
  } finally {
    await sandbox.destroy();
  }
}

const isWarning = (line: string): boolean => /^\{"level":[456]0,/.test(line);
