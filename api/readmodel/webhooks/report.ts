import { RetryableError } from '../../../infra/errors.ts';
import type { Logger } from '../../../infra/logger.ts';
import { giveCommand, type GiveCommandDependencies } from '../give-command.ts';
import type { DeliverDependencies } from './deliver-dependencies.ts';

/** A report waits longer than a request of a client. */
const limitMs = 30_000;
/** The last report of a loop that is stopped: the process is about to end. */
const lastLimitMs = 3_000;

/** Appends reports to the log, each based on the state that its loop has. */
export const reportTo =
  (dependencies: GiveCommandDependencies & { readonly logger: Logger }): DeliverDependencies['report'] =>
  async (endpoint, deliveries, after, isLast) => {
    const { logger } = dependencies;
    const { tenantId, endpointId, cursor, pending, failingSince } = endpoint;
    const reason = endpoint.reason === 'gone' || endpoint.reason === 'failing' ? endpoint.reason : null;
    const body = { endpointId, deliveries, state: { after, cursor, pending, failingSince, reason } };
    const command = { tenantId, type: 'webhook.progress', body, actor: 'deliver' } as const;
    try {
      const outcome = await giveCommand(command, dependencies, isLast ? lastLimitMs : limitMs);
      if (outcome.status !== 'rejected') return true;
      logger.info({ endpointId, reason: outcome.message }, 'a report on a webhook endpoint was refused');
      return false;
    } catch (error) {
      // What it reports comes again, with the same ids.
      if (isLast && error instanceof RetryableError) return false;
      throw error;
    }
  };
