import type { ReadModel } from '../../readmodel/dependencies.ts';
import { presentRequest } from '../../readmodel/resources/requests/present.ts';
import { createTokenRequests } from '../../readmodel/resources/requests/requests.ts';
import {
  mostOpenRequests,
  requestBody,
  requestList,
  requestParameter,
  tokenRequest,
} from '../../readmodel/resources/requests/schema.ts';
import type { KeyedRoute } from '../../route/route.ts';
import { createRequestDocs, listRequestsDocs, withdrawRequestDocs } from './docs.ts';

type Dependencies = Parameters<typeof createTokenRequests>[0] & Pick<ReadModel, 'registry'>;

/** Tokens that a key holder asks the operator to make public. */
export function requestRoutes(dependencies: Dependencies): readonly KeyedRoute[] {
  const requests = createTokenRequests(dependencies);

  const listRequests: KeyedRoute = {
    operationId: 'listRequests',
    summary: 'List requests for tokens',
    ...listRequestsDocs,
    interface: 'B',
    method: 'GET',
    path: '/me/requests',
    scopes: ['monitoring:read'],
    responses: { 200: { description: 'Every request of the key holder, newest first', schema: requestList } },
    errors: [],
    handle: async ({ principal }) => {
      const items = await requests.list(principal.tenantId);
      const used = items.filter(({ state }) => state === 'open').length;
      return { status: 200, json: { items: items.map(presentRequest), limit: mostOpenRequests, used } };
    },
  };

  const createRequest: KeyedRoute = {
    operationId: 'createRequest',
    summary: 'Ask for a token',
    ...createRequestDocs,
    interface: 'B',
    method: 'POST',
    path: '/me/requests',
    scopes: ['watchlist:write'],
    body: { schema: requestBody },
    responses: {
      200: { description: 'The key holder asked for the token before', schema: tokenRequest },
      201: { description: 'The request', schema: tokenRequest, headers: ['Location'] },
    },
    errors: ['already_public', 'limit_reached', 'not_found'],
    handle: async ({ body, ...sender }) => {
      const { caip19, note = null } = body as { readonly caip19: string; readonly note?: string | null };
      const { isNew, request } = await requests.create(sender, { caip19, note });
      return {
        status: isNew ? 201 : 200,
        headers: isNew ? { Location: `/me/requests/${request.requestId}` } : {},
        json: presentRequest(request),
      };
    },
  };

  const withdrawRequest: KeyedRoute = {
    operationId: 'withdrawRequest',
    summary: 'Withdraw a request',
    ...withdrawRequestDocs,
    interface: 'B',
    method: 'DELETE',
    path: '/me/requests/:id',
    scopes: ['watchlist:write'],
    params: { id: requestParameter },
    responses: { 204: { description: 'The request was withdrawn', schema: null } },
    errors: ['not_found'],
    handle: async ({ params, ...sender }) => {
      await requests.withdraw(sender, (params['id'] ?? '').toLowerCase());
      return { status: 204 };
    },
  };

  return [listRequests, createRequest, withdrawRequest];
}
