/** The shared service for the file that kills and ends it, which runs as the last of those that share it. */
import type { RunningService, Sandbox } from './service.ts';
import { endShared, restartShared, sharedProcess, sharedSandbox, startShared } from './shared-service.ts';

export interface ServiceToEnd {
  readonly sandbox: Sandbox;
  readonly service: () => RunningService;
  readonly start: () => Promise<void>;
  /** Kills the service with SIGKILL, and starts it again on the same data. */
  readonly kill: () => Promise<void>;
  /** To be called when the file has ended; the service may have ended before. */
  readonly end: () => Promise<void>;
}

export const serviceToEnd = (): ServiceToEnd => ({
  sandbox: sharedSandbox(),
  service: sharedProcess,
  start: startShared,
  kill: () => restartShared('SIGKILL'),
  end: endShared,
});
