/** The shared service as the demo has filled it: for files that state what the demo has, before others add to it. */
import type { RunningService, Sandbox } from './service.ts';
import { endShared, restartShared, sharedProcess, sharedSandbox, startShared } from './shared-service.ts';

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

export const sharedDemo = (): SharedDemo => ({
  sandbox: sharedSandbox(),
  service: sharedProcess,
  start: startShared,
  restart: (between) => restartShared('SIGTERM', between),
  end: endShared,
});
