/**
 * The running service that test files share, filled with the demo. Each file declares assets of its own (`registryLines` with
 * `from`) and makes keys of its own: a tenant sees nothing of the others. No file ends it, damages it, or changes what all
 * tenants see. Files that state what the demo has use `shared-demo.ts` and run before all others; the one that kills and ends
 * the service uses `service-to-end.ts` and runs as the last (`tests/runner/files.ts`).
 */
import { freePorts } from '../../tools/local/processes.ts';
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

let sandbox: Sandbox | null = null;
let running: RunningService | null = null;
let isUsed = false;

/** The sandbox of the unit of files: each unit of a worker has its own. The service logs all, so that tests find what it must not. */
export function sharedSandbox(): Sandbox {
  sandbox ??= createSandbox({ ATTESTRY_RATE_LIMIT: 'off', ATTESTRY_LOG_LEVEL: 'trace' });
  return sandbox;
}

export function sharedProcess(): RunningService {
  if (running === null) throw new Error('the shared service is not running');
  return running;
}

/** Starts the service for the first file. A file that is run by itself ends it with `endShared`, others the end of the unit. */
export async function startShared(): Promise<void> {
  if (!isUsed && !isAlone()) atEndOfUnit(end);
  isUsed = true;
  running ??= await up();
}

/** Ends the process with a signal, runs `between`, and starts it again on the same data. */
export async function restartShared(signal: 'SIGTERM' | 'SIGKILL', between?: () => Promise<void>): Promise<void> {
  await endProcess(signal);
  await between?.();
  running = await up();
}

/** To be called when a file has ended. */
export async function endShared(): Promise<void> {
  if (isAlone()) await end();
}

export async function useSharedService(): Promise<SharedService> {
  await startShared();
  const service = sharedProcess();
  const before = service.stderr().length;
  return {
    sandbox: sharedSandbox(),
    service,
    warnings: () => service.stderr().slice(before).split('\n').filter(isWarning),
    release: endShared,
  };
}

const isAlone = (): boolean => process.env['TEST_TABLES'] === undefined;

/** Uses fixed free ports, because a port of 0 keeps these listeners closed. */
async function up(): Promise<RunningService> {
  const [sql = 0, registry = 0, ops = 0] = await freePorts(3);
  return sharedSandbox().up({
    demo: true,
    env: {
      ATTESTRY_SQL_PORT: String(sql),
      ATTESTRY_REGISTRY_PORT: String(registry),
      ATTESTRY_OPS_PORT: String(ops),
    },
  });
}

/** A process that the file has ended already has its exit code checked all the same. */
async function endProcess(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ending = sharedProcess();
  running = null;
  const { code, signal: by } = await ending.end(signal);
  if (signal === 'SIGTERM' && code !== 0) throw new Error(`the service ended with ${code ?? by}: ${ending.stderr()}`);
}

async function end(): Promise<void> {
  isUsed = false;
  try {
    if (running !== null) await endProcess('SIGTERM');
  } finally {
    const ended = sandbox;
    sandbox = null;
    await ended?.destroy();
  }
}

const isWarning = (line: string): boolean => /^\{"level":[456]0,/.test(line);
