import { createLifecycle, type Lifecycle } from '../../infra/async/lifecycle.ts';
import { createHealthBoard } from './health/health-board.ts';
import type { ServiceProcess, ValueName, Values } from './part.ts';
import { parts } from './parts.ts';
import { checkSettings } from './required-settings.ts';
import { nameOfRole, type Role, roles } from './roles.ts';

export type ServiceOptions = Omit<ServiceProcess, 'role' | 'lifecycle' | 'board'>;

/** A process with all parts of its role started. */
export interface RunningService {
  readonly lifecycle: Lifecycle;
  /** A value that one of its parts gives. Throws Error when none does. */
  readonly value: <Name extends ValueName>(name: Name) => Values[Name];
}

/**
 * Starts the parts of a role in order. Null when `signal` ended it. When a part fails, those started
 * before are stopped and its error is thrown. Throws ConfigurationError that names missing settings.
 */
export async function startService(role: Role, options: ServiceOptions): Promise<RunningService | null> {
  const { config, logger } = options;
  checkSettings(role, config, logger);
  const lifecycle = createLifecycle(logger);
  const process: ServiceProcess = { ...options, role, lifecycle, board: createHealthBoard() };
  if (role !== 'up' && role !== 'serve') process.board.starting(nameOfRole(role));
  const given: Partial<Values> = {};
  try {
    for (const part of await Promise.all(roles[role].map((name) => parts[name]()))) {
      const values = options.signal.aborted ? null : await part.start(process, given);
      if (values === null) {
        await lifecycle.stop();
        return null;
      }
      Object.assign(given, values);
    }
  } catch (error) {
    await lifecycle.stop();
    if (!options.signal.aborted) throw error;
    // What the start still needed may have ended before it.
    logger.warn({ err: error }, 'the start was stopped');
    return null;
  }
  return {
    lifecycle,
    value: (name) => {
      const value = given[name];
      if (value === undefined) throw new Error(`no part of ${role} gives ${name}`);
      return value;
    },
  };
}
