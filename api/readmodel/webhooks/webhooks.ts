import type { WebhookDelivery } from '../../../schemas/generated/records.ts';
import type { ReadModel } from '../dependencies.ts';
import { createEventReader } from '../resources/stream/read-events.ts';
import { tablesOfTenant } from '../tables/tenant-tables.ts';
import { createByHandSender, messageAgain, testMessage } from './by-hand.ts';
import type { StoredEndpoint } from './endpoint.ts';
import { createEndpointCommands, type EndpointCommands, noSuchEndpoint } from './manage.ts';
import { readDeliveries, readEndpoints, type StoredDelivery } from './queries.ts';
import type { WebhookSender } from './sender.ts';

export interface WebhookDependencies extends ReadModel {
  readonly webhookSender: WebhookSender;
}

/** Who sends a message by hand. */
interface ByHand {
  readonly actor: string;
  /** Called once the message may be sent, before it is. */
  readonly begun: () => void;
}

/** What a key holder does with webhooks, by pages and by endpoints of the API. Refusals are ApiErrors. */
export interface Webhooks extends EndpointCommands {
  /** Oldest first. */
  readonly list: (tenantId: string) => Promise<readonly StoredEndpoint[]>;
  /** `not_found` for one of another tenant, too. The id in any case. */
  readonly find: (tenantId: string, endpointId: string) => Promise<StoredEndpoint>;
  /** The newest tries, newest first. */
  readonly deliveries: (endpoint: StoredEndpoint, limit: number) => Promise<readonly StoredDelivery[]>;
  readonly sendTest: (endpoint: StoredEndpoint, by: ByHand) => Promise<WebhookDelivery>;
  readonly sendAgain: (endpoint: StoredEndpoint, delivery: StoredDelivery, by: ByHand) => Promise<WebhookDelivery>;
}

/** Made once: pages and API share the four messages by hand that a tenant may have under way (conformance W-06). */
export function createWebhooks(dependencies: WebhookDependencies): Webhooks {
  const { clock, ids, tables, webhookSender } = dependencies;
  const { changes: store, ...rest } = dependencies;
  const events = createEventReader({ ...rest, store });
  const send = createByHandSender({ ...dependencies, post: (request) => webhookSender.post(request), reader: events });
  const list = (tenantId: string): Promise<readonly StoredEndpoint[]> =>
    readEndpoints(tablesOfTenant(tables, tenantId));
  return {
    ...createEndpointCommands({ ...dependencies, check: (url) => webhookSender.check(url), events }),
    list,
    find: async (tenantId, endpointId) => {
      const id = endpointId.toLowerCase();
      const found = (await list(tenantId)).find((endpoint) => endpoint.endpointId === id);
      if (found === undefined) throw noSuchEndpoint();
      return found;
    },
    deliveries: ({ tenantId, endpointId }, limit) =>
      readDeliveries(tablesOfTenant(tables, tenantId), endpointId, { now: clock(), limit }),
    sendTest: (endpoint, { actor, begun }) => send(endpoint, testMessage(endpoint, ids(), clock()), actor, begun),
    sendAgain: async (endpoint, delivery, { actor, begun }) =>
      send(endpoint, await messageAgain(endpoint, delivery, { reader: events }), actor, begun),
  };
}
