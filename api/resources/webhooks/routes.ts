import { presentDelivery, presentWebhook } from '../../readmodel/webhooks/present.ts';
import { isoTime } from '../../readmodel/iso-time.ts';
import {
  createBody,
  deliveriesQuery,
  delivery,
  deliveryLimit,
  deliveryList,
  newWebhook,
  rotatedSecret,
  updateBody,
  webhook,
  webhookList,
  webhookParameter,
} from '../../readmodel/webhooks/schema.ts';
import type { StoredEndpoint } from '../../readmodel/webhooks/endpoint.ts';
import { type EndpointUpdate, mostEndpoints } from '../../readmodel/webhooks/manage.ts';
import type { Webhooks } from '../../readmodel/webhooks/webhooks.ts';
import type { RouteDependencies } from '../../route/dependencies.ts';
import type { KeyedRequest, KeyedRoute } from '../../route/route.ts';
import {
  createWebhookDocs,
  getWebhookDocs,
  listDeliveriesDocs,
  listWebhooksDocs,
  removeWebhookDocs,
  rotateWebhookDocs,
  testWebhookDocs,
  updateWebhookDocs,
} from './docs.ts';

/** An endpoint sends what `monitoring:read` reads, so that a key without it must not make one. */
const scopes = ['monitoring:read', 'watchlist:write'] as const;

/** Endpoints of the tenant, as on the pages of webhooks. */
export function webhookRoutes(
  dependencies: RouteDependencies,
  { webhooks }: { readonly webhooks: Webhooks },
): readonly KeyedRoute[] {
  const { texts } = dependencies;
  const shared = { interface: 'B', scopes, errors: [] } as const;
  const one = { path: '/me/webhooks/:id', params: { id: webhookParameter } } as const;

  const present = (endpoint: StoredEndpoint): Promise<object> => presentWebhook(endpoint, dependencies);
  const find = ({ principal, params }: KeyedRequest): Promise<StoredEndpoint> =>
    webhooks.find(principal.tenantId, params['id'] ?? '');
  const senderOf = ({ principal, traceparent }: KeyedRequest) => ({
    tenantId: principal.tenantId,
    actor: `key:${principal.keyId}`,
    traceparent,
  });

  const listWebhooks: KeyedRoute = {
    ...shared,
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    ...listWebhooksDocs,
    method: 'GET',
    path: '/me/webhooks',
    responses: { 200: { description: 'Every webhook of the key holder, oldest first', schema: webhookList } },
    handle: async ({ principal }) => {
      const items = await Promise.all((await webhooks.list(principal.tenantId)).map(present));
      return { status: 200, json: { items, limit: mostEndpoints, used: items.length } };
    },
  };

  const createWebhook: KeyedRoute = {
    ...shared,
    operationId: 'createWebhook',
    summary: 'Add a webhook',
    ...createWebhookDocs,
    method: 'POST',
    path: '/me/webhooks',
    body: { schema: createBody },
    responses: {
      201: { description: 'The webhook, with its secret', schema: newWebhook, headers: ['Location', 'Cache-Control'] },
    },
    errors: ['not_found', 'limit_reached'],
    handle: async (request) => {
      const { url } = request.body as { readonly url: string };
      const { endpointId, secret } = await webhooks.create(senderOf(request), url);
      const made = await present(await webhooks.find(request.principal.tenantId, endpointId));
      return {
        status: 201,
        headers: { Location: `/me/webhooks/${endpointId}`, ...notStored },
        json: { ...made, secret },
      };
    },
  };

  const getWebhook: KeyedRoute = {
    ...shared,
    ...one,
    operationId: 'getWebhook',
    summary: 'Read a webhook',
    ...getWebhookDocs,
    method: 'GET',
    responses: { 200: { description: 'The webhook', schema: webhook } },
    errors: ['not_found'],
    handle: async (request) => ({ status: 200, json: await present(await find(request)) }),
  };

  const updateWebhook: KeyedRoute = {
    ...shared,
    ...one,
    operationId: 'updateWebhook',
    summary: 'Move, pause or enable a webhook',
    ...updateWebhookDocs,
    method: 'PATCH',
    body: { schema: updateBody, types: ['application/merge-patch+json'] },
    responses: { 200: { description: 'The webhook as it now is', schema: webhook } },
    errors: ['not_found'],
    handle: async (request) => {
      const { endpointId } = await find(request);
      await webhooks.update(senderOf(request), endpointId, request.body as EndpointUpdate);
      return { status: 200, json: await present(await find(request)) };
    },
  };

  const removeWebhook: KeyedRoute = {
    ...shared,
    ...one,
    operationId: 'removeWebhook',
    summary: 'Remove a webhook',
    ...removeWebhookDocs,
    method: 'DELETE',
    responses: { 204: { description: 'The webhook was removed', schema: null } },
    errors: ['not_found'],
    handle: async (request) => {
      const { endpointId } = await find(request);
      await webhooks.remove(senderOf(request), endpointId);
      return { status: 204 };
    },
  };

  const testWebhook: KeyedRoute = {
    ...shared,
    operationId: 'testWebhook',
    summary: 'Send a test message',
    ...testWebhookDocs,
    method: 'POST',
    path: `${one.path}/test`,
    params: one.params,
    responses: { 200: { description: 'What came of it, also where the receiver failed', schema: delivery } },
    errors: ['not_found'],
    handle: async (request) => {
      const endpoint = await find(request);
      const { actor, tenantId } = senderOf(request);
      const sent = await webhooks.sendTest(endpoint, { actor, begun: request.leavePlace });
      return { status: 200, json: await presentDelivery(sent, tenantId, texts) };
    },
  };

  const rotateWebhook: KeyedRoute = {
    ...shared,
    operationId: 'rotateWebhookSecret',
    summary: 'Replace the secret of a webhook',
    ...rotateWebhookDocs,
    method: 'POST',
    path: `${one.path}/rotate`,
    params: one.params,
    responses: { 200: { description: 'The new secret', schema: rotatedSecret, headers: ['Cache-Control'] } },
    errors: ['not_found'],
    handle: async (request) => {
      const { endpointId } = await find(request);
      const { secret, bothUntil } = await webhooks.rotate(senderOf(request), endpointId);
      return { status: 200, headers: notStored, json: { secret, previousSecretUntil: isoTime(bothUntil) } };
    },
  };

  const listDeliveries: KeyedRoute = {
    ...shared,
    operationId: 'listWebhookDeliveries',
    summary: 'List the tries of a webhook',
    ...listDeliveriesDocs,
    method: 'GET',
    path: `${one.path}/deliveries`,
    params: one.params,
    query: deliveriesQuery,
    responses: { 200: { description: 'Tries of the last 30 days, newest first', schema: deliveryList } },
    errors: ['invalid_parameter', 'not_found'],
    handle: async (request) => {
      const endpoint = await find(request);
      const limit = Number(request.query.one('limit') ?? deliveryLimit.usual);
      const tries = await webhooks.deliveries(endpoint, limit);
      const items = await Promise.all(tries.map((attempt) => presentDelivery(attempt, endpoint.tenantId, texts)));
      return { status: 200, json: { items } };
    },
  };

  return [
    listWebhooks,
    createWebhook,
    getWebhook,
    updateWebhook,
    removeWebhook,
    testWebhook,
    rotateWebhook,
    listDeliveries,
  ];
}

/** An answer with a secret stays in no cache. */
const notStored = { 'Cache-Control': 'no-store' } as const;
