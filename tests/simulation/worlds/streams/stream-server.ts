import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { ApiError } from '../../../../api/errors.ts';
import { streamRoutes } from '../../../../api/resources/stream/routes.ts';
import type { StreamDependencies } from '../../../../api/readmodel/resources/stream/tenant-streams.ts';
import type { KeyedRequest, KeyedRoute } from '../../../../api/route/route.ts';
import { RetryableError } from '../../../../infra/errors.ts';
import { checkPlaces, checkRefusal } from '../../invariants/stream-places.ts';
import { tenantIdOf } from '../accounts/accounts-state.ts';
import { addTo, keyIdOf, type StreamService, type StreamsState } from './streams-state.ts';

/** Shorter than the program's: virtual time costs events. Milliseconds. */
const timing = { heartbeatMs: 1_000, admissionMs: 500 };

/** Serves the event stream on the service: the route is the program's, and the tenant is that of the key in `authorization`. */
export function serveStreams(state: StreamsState, service: StreamService, dependencies: StreamDependencies): void {
  const { places, main } = service;
  const subscribe: StreamDependencies['versions']['subscribe'] = (listener) => {
    const unsubscribe = dependencies.versions.subscribe(listener);
    places.subscriptions += 1;
    return () => {
      places.subscriptions -= 1;
      unsubscribe();
    };
  };
  const [route] = streamRoutes({ ...dependencies, versions: { ...dependencies.versions, subscribe } }, timing);
  if (route === undefined) throw new Error('there is no route of streams');
  service.server = new Server((request, response) => {
    answer(state, service, route, request, response).catch((error: unknown) => state.simulation.crash(main, error));
  });
}

async function answer(
  { simulation, size }: StreamsState,
  service: StreamService,
  route: KeyedRoute,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { accepted, open } = service.places;
  const { authorization: keyId = '' } = request.headers;
  const tenants = Array.from({ length: size.tenants }, (_, tenant) => tenantIdOf(tenant));
  const tenantId = tenants.find((one) => keyIdOf(one) === keyId) ?? '';
  let isCounted = true;
  addTo(accepted, keyId, 1);
  const leave = (): void => {
    if (isCounted) addTo(accepted, keyId, -1);
    isCounted = false;
  };
  response.once('close', leave);
  try {
    const { takeOver } = await route.handle(keyedRequest(request, { keyId, tenantId, scopes: [] }));
    await takeOver?.({ request, response });
    if (response.closed || response.destroyed) return;
    addTo(open, keyId, 1);
    checkPlaces(simulation, service.places, keyId);
    response.once('close', () => addTo(open, keyId, -1));
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof RetryableError)) throw error;
    leave();
    const status = error instanceof ApiError ? error.status : 502;
    if (status === 429) checkRefusal(simulation, service.places, keyId);
    response.writeHead(status);
    response.end();
  }
}

const keyedRequest = (request: IncomingMessage, principal: KeyedRequest['principal']): KeyedRequest => ({
  principal,
  leavePlace: () => undefined,
  params: {},
  query: { one: () => null, many: () => null },
  body: null,
  header: (name) => request.headers[name]?.toString() ?? null,
  traceparent: null,
  stillAdmitted: async () => true,
});
