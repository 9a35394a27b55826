/** A running demo that the test files of a unit share: started for the first of them, stopped after the last. */
import { freePorts } from '../../tools/local/processes.ts';
import { atEndOfUnit } from './at-end.ts';
import { createSandbox, type RunningService, type Sandbox } from './service.ts';

export interface SharedDemo {
  readonly sandbox: Sandbox;
  /** The running service, with the SQL, registry and ops ports open. */
  readonly service: () => RunningService;
  readonly start: () => Promise<void>;
  /** Stops the service with SIGTERM, runs `between`, and starts the service again on the same data. */
  readonly restart: (between?: () => Promise<void>) => Promise<void>;
  /** To be called when the file has ended. */
  readonly end: () => Promise<void>;
}

interface Demo {
  readonly sandbox: Sandbox;
  running: RunningService | null;
}

let shared: Demo | null = null;

/** The demo of the unit of files. A file that is run by itself ends it with `end`, others the end of the unit. */
export function sharedDemo(): SharedDemo {
  const isAlone = process.env['TEST_TABLES'] === undefined;
  if (shared === null) {
    shared = { sandbox: createSandbox(), running: null };
    if (!isAlone) atEndOfUnit(end);
  }
  const demo = shared;
  const { sandbox } = demo;
  const service = (): RunningService => {
    if (demo.running === null) throw new Error('the demo is not running');
    return demo.running;
  };
  return {
    sandbox,
    service,
    start: async () => {
      demo.running ??= await up(sandbox);
    },
    restart: async (between) => {
      const { code, signal } = await service().end('SIGTERM');
      if (code !== 0) throw new Error(`the demo ended with ${code ?? signal}`);
      await between?.();
      demo.running = await up(sandbox);
    },
    end: async () => {
      if (isAlone) await end();
    },
  };
}

/** The next unit of the process gets a demo of its own. */
async function end(): Promise<void> {
  const ending = shared;
  shared = null;
  await ending?.sandbox.destroy();
}

/** Uses fixed free ports, because a port of 0 keeps these listeners closed. */
async function up(sandbox: Sandbox): Promise<RunningService> {
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
