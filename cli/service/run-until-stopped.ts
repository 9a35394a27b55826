import { killHosts } from '../../infra/clickhouse/host/live-hosts.ts';
import type { LoadedConfig } from '../../infra/config/config.ts';
import { settings } from '../../infra/config/settings.ts';
import { createLogger } from '../../infra/logger.ts';
import type { Context } from '../program/command.ts';
import { endWithLauncher } from '../program/process/end-with-parent.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { createLogWriter } from '../program/output/log-writer.ts';
import { endOnSignals } from '../program/process/shutdown.ts';
import type { RunningService, ServiceOptions } from './start-service.ts';
import type { Role } from './roles.ts';

/** A command that is waiting for its end. */
export interface StopState {
  /** Resolves at the end: with a message after a failure, with null after a signal. */
  readonly ended: Promise<string | null>;
  readonly isOver: () => boolean;
}

export interface RunUntilStopped {
  readonly role: Role;
  readonly chosen: readonly string[];
  readonly hostLimits?: NonNullable<ServiceOptions['hostLimits']>;
  readonly demoKeys?: NonNullable<ServiceOptions['demoKeys']>;
  /** Text of a stage line; default the indented sentence. */
  readonly stageLine?: (sentence: string) => string;
  /** Members of every log line. */
  readonly logMembers?: Readonly<Record<string, string>>;
  /** Log level unless the operator has set one. */
  readonly defaultLogLevel?: string;
  /** Prints the result; called when all parts have started. */
  readonly onReady: (service: RunningService, stopping: StopState, options: ServiceOptions) => Promise<void>;
}

/** Runs `up`, `serve` or `run` until a signal or a failure ends it. Throws CommandFailed after a failure. */
export async function runUntilStopped(
  { loaded, out, clock }: Context,
  {
    role,
    chosen,
    hostLimits,
    stageLine = (sentence) => `  ${sentence}`,
    logMembers = {},
    defaultLogLevel,
    demoKeys,
    onReady,
  }: RunUntilStopped,
): Promise<void> {
  const writeLog = createLogWriter(process.stderr);
  const { config } = loaded;
  const logger = createLogger({ level: logLevelOf(loaded, defaultLogLevel), destination: { write: writeLog } });
  const { end, ended, isOver } = endOnSignals();
  const leaveLauncher = endWithLauncher((launcher) => {
    logger.warn(`${launcher} has ended, and this process ends with it`);
    end(null);
  });
  const over = new AbortController();
  ended.then(
    () => over.abort(),
    () => undefined,
  );
  const options: ServiceOptions = {
    chosen,
    config,
    logger: Object.keys(logMembers).length === 0 ? logger : logger.child(logMembers),
    writeLog,
    clock,
    ...(hostLimits === undefined ? {} : { hostLimits }),
    ...(demoKeys === undefined ? {} : { demoKeys }),
    searchPorts: process.stderr.isTTY,
    stage: (sentence) => {
      if (!out.json) out.note(stageLine(sentence));
    },
    signal: over.signal,
    onDeath: end,
  };
  // Imported here so that other commands do not load the API and the engines.
  const { startService } = await import('./start-service.ts');
  const service = await startService(role, options);
  try {
    if (service !== null) await onReady(service, { ended, isOver }, options);
    const reason = await ended;
    if (reason !== null) throw new CommandFailed(reason);
  } finally {
    leaveLauncher();
    await service?.lifecycle.stop();
    // Those that a part has not ended in its time.
    killHosts();
  }
}

/** The level that the operator has set, else the default of the command. */
export function logLevelOf({ config, printed }: LoadedConfig, commandDefault: string | undefined): string {
  const isSet = printed.some(({ name, origin }) => name === settings.logLevel.name && origin !== 'default');
  return isSet ? config.logLevel : (commandDefault ?? config.logLevel);
}
