import type { Logger } from '../../../infra/logger.ts';
import type { WebhookDelivery } from '../../../schemas/generated/records.ts';
import type { EventReader } from '../resources/stream/read-events.ts';
import type { StoredEndpoint } from './endpoint.ts';
import type { SendDependencies } from './send.ts';

export interface DeliverDependencies extends SendDependencies {
  readonly reader: Pick<EventReader, 'after'>;
  /** Appends a report and waits until its rows are readable; false if it is based on an earlier state. */
  readonly report: (
    endpoint: StoredEndpoint,
    deliveries: readonly WebhookDelivery[],
    after: number,
    /** The loop is being stopped: the report is given up soon, and never throws because an engine is away. */
    isLast: boolean,
  ) => Promise<boolean>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly logger: Logger;
}
