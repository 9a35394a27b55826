import type { Logger } from '../../../../infra/logger.ts';
import type { Simulation } from '../../kernel/simulation.ts';
import { silentLogger } from '../silent-logger.ts';

/** Errors that faults of the world explain: tables that are slow while the sender of webhooks stops. */
const explained: ReadonlySet<string> = new Set(['loops of webhook endpoints did not end; they are left behind']);

/** Writes nothing; an error is a violation, because the program logs one only for what it did not expect. */
export const strictLogger = (simulation: Simulation): Logger => {
  const logger = {
    ...silentLogger,
    error: (fields: { readonly err?: unknown }, message: string) => {
      if (explained.has(message)) return;
      const cause = fields.err instanceof Error ? (fields.err.stack ?? fields.err.message) : '';
      simulation.violate('nothing-unexpected', `${message}: ${cause}`);
    },
    child: () => logger,
  } as unknown as Logger;
  return logger;
};
