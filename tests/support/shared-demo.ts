/** The demo, for the test files of a process that read it: started for the first of them, ended behind the last. */
import { setTimeout as wait } from 'node:timers/promises';
import { freePorts } from '../../infra/local/processes.ts';
import { createSandbox, type RunningService, type Sandbox } from './service.ts';

export interface SharedDemo {
  readonly sandbox: Sandbox;
  /** The service that runs now, with every side door open. */
  readonly service: () => RunningService;
  readonly start: () => Promise<void>;
  /** Stops it as a user does and starts it again on its data, with what is done between. */
  readonly restart: (between?: () => Promise<void>) => Promise<void>;
  /** Ends it when no other file waits for it. */
  readonly end: () => Promise<void>;
}

const sandbox = createSandbox();
let running: RunningService | null = null;
let users = 0;

/** To be called while a test file is loaded: those of a process are loaded before the first runs. */
export function sharedDemo(): SharedDemo {
  users += 1;
  const service = (): RunningService => {
    if (running === null) throw new Error('the demo does not run');
    return running;
  };
  return {
    sandbox,
    service,
    start: async () => {
      running ??= await upAfterCrash();
    },
    restart: async (between) => {
      const { code, signal } = await service().end('SIGTERM');
      if (code !== 0) throw new Error(`the demo ended with ${code ?? signal}`);
      await between?.();
      running = await up();
    },
    end: async () => {
      users -= 1;
      if (users === 0) await sandbox.destroy();
    },
  };
}

/** When the first start is killed, milliseconds: somewhere in the middle of it. */
const crashAfterMs = 1_800;

/** Whatever the tests read of the demo, they read of one whose first start was killed, and which went on from there. */
async function upAfterCrash(): Promise<RunningService> {
  const starting = up().catch(() => null);
  await wait(crashAfterMs);
  await sandbox.killAll();
  await starting;
  return up();
}

/** A port of 0 keeps a door closed. */
async function up(): Promise<RunningService> {
  const [sql = 0, registry = 0, ops = 0] = await freePorts(3);
  return sandbox.up({
    demo: true,
    env: {
      ATTESTRY_SQL_PORT: String(sql),
      ATTESTRY_REGISTRY_PORT: String(registry),
      ATTESTRY_OPS_PORT: String(ops),
    },
  });
}
