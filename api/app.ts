import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import type { ApiDependencies, RouteDependencies } from './route/dependencies.ts';
import { createAdmission } from './route/admission/admission.ts';
import { createAnswerKnown } from './route/known/answer-known.ts';
import { createClientAddress } from './route/keys/client-address.ts';
import { createFastPath, type FastPath } from './route/known/fast-path.ts';
import { type GuardDependencies, mountRoute } from './route/guard.ts';
import type { MakePages } from './route/pages.ts';
import { createCors } from './route/cors.ts';
import { createJsonValidator } from './route/input/json-validator.ts';
import { createKnownAnswers } from './route/known/known-answers.ts';
import { createLookupBudget } from './route/keys/lookup-budget.ts';
import { createQuota } from './route/keys/quota.ts';
import { createApiKeys } from './readmodel/memory/keys/api-keys.ts';
import { answerErrors } from './route/middleware/answer-errors.ts';
import { checkUrl } from './route/middleware/check-url.ts';
import { compressAnswers } from './route/middleware/compress-answers.ts';
import { identifyRequest } from './route/middleware/identify-request.ts';
import { createIdentifier, isReachedOverHttps } from './route/middleware/identity.ts';
import { refuseUnrouted } from './route/middleware/refuse-unrouted.ts';
import { routeRequests } from './route/middleware/route-requests.ts';
import type { RequestState } from './route/http/request-context.ts';
import { assetRoutes } from './resources/assets/routes.ts';
import { type ChangeReaders, changeReaders } from './readmodel/resources/changes/readers.ts';
import { changeRoutes } from './resources/changes/routes.ts';
import { coverageRoutes } from './resources/coverage/routes.ts';
import { docsRoutes } from './resources/docs/routes.ts';
import { exportRoutes } from './resources/export/routes.ts';
import { keyRoutes } from './resources/key/routes.ts';
import { logoRoutes } from './resources/logos/routes.ts';
import { type InboxReaders, inboxReaders } from './readmodel/resources/notifications/inbox-reader.ts';
import { notificationRoutes } from './resources/notifications/routes.ts';
import { obligationRoutes } from './resources/obligations/routes.ts';
import { requestRoutes } from './resources/requests/routes.ts';
import { registryRoutes } from './resources/registry/routes.ts';
import { searchRoutes } from './resources/search/routes.ts';
import { seenRoutes } from './resources/seen/routes.ts';
import { serviceRoutes } from './resources/service/routes.ts';
import { standingRoutes } from './resources/standing/routes.ts';
import { streamRoutes } from './resources/stream/routes.ts';
import { tokenRoutes } from './resources/tokens/routes.ts';
import { watchlistRoutes } from './resources/watchlist/routes.ts';
import { webhookRoutes } from './resources/webhooks/routes.ts';
import { createWebhooks, type Webhooks } from './readmodel/webhooks/webhooks.ts';
import { createReadModel } from './readmodel/dependencies.ts';
import type { Route } from './route/route.ts';
import { withDeadline } from './readmodel/tables/deadline.ts';

/** Every route of the API, in the order of the documentation. */
export const apiRoutes = (api: ApiDependencies): readonly Route[] => routesOf(createReadModel(api));

function routesOf(dependencies: RouteDependencies, readers: Readers = readersOf(dependencies)): readonly Route[] {
  const routes: readonly Route[] = [
    ...assetRoutes(dependencies),
    ...tokenRoutes(dependencies),
    ...searchRoutes(dependencies),
    ...watchlistRoutes(dependencies),
    ...requestRoutes(dependencies),
    ...changeRoutes(dependencies, readers),
    ...seenRoutes(dependencies),
    ...obligationRoutes(dependencies),
    ...standingRoutes(dependencies),
    ...coverageRoutes(dependencies),
    ...exportRoutes(dependencies),
    ...streamRoutes(dependencies),
    ...notificationRoutes(dependencies, readers),
    ...webhookRoutes(dependencies, readers),
    ...keyRoutes(dependencies),
    ...registryRoutes(dependencies),
    ...logoRoutes(dependencies),
    ...serviceRoutes(dependencies),
    ...docsRoutes(dependencies, () => routes),
  ];
  return routes;
}

/** What endpoints and pages share. */
interface Readers extends ChangeReaders, InboxReaders {
  readonly webhooks: Webhooks;
}

const readersOf = (dependencies: RouteDependencies): Readers => ({
  webhooks: createWebhooks(dependencies),
  ...changeReaders(dependencies),
  ...inboxReaders(dependencies),
});

/**
 * The HTTP API: both interfaces and the service routes, as a listener of a `node:http` server. Pages for people, if given, are
 * served beside them and share guard, caches and readers.
 */
export function createApi(api: ApiDependencies, makePages: MakePages | null = null): RequestListener {
  const dependencies = createReadModel(api);
  const { answered, clock, config, logger, requestIds } = dependencies;
  const guard = createGuard(dependencies);
  const readers = readersOf(dependencies);
  const routes = routesOf(dependencies, readers);
  const router = mountRoutes(routes, guard);
  const pages = makePages?.({ ...dependencies, ...readers, guard, apiPaths: routes.map(({ path }) => path) }) ?? null;
  pages?.mount(router);
  const https = isReachedOverHttps([config.baseUrl, config.explorerUrl]);
  const origins = config.corsOrigins ?? [];
  const cors = origins.length === 0 ? null : createCors(origins, routes);
  const identifier = createIdentifier({ requestIds, clock, logger, answered, https, byOrigin: cors !== null });
  const app = new Koa<RequestState>();
  app.on('error', (error: unknown) => logger.debug({ err: error }, 'a connection ended early'));
  app.use(identifyRequest(identifier));
  app.use(compressAnswers());
  app.use(answerErrors(logger, pages));
  app.use(checkUrl);
  app.use(routeRequests(router));
  app.use(refuseUnrouted);
  const handle = listenerOf(app);
  const answerFromMemory = (request: IncomingMessage, response: ServerResponse): boolean => {
    try {
      return guard.fastPath.answer(request, response, identifier);
    } catch (error) {
      logger.error({ err: error }, 'an answer from memory failed');
      if (response.headersSent) response.destroy();
      return response.headersSent;
    }
  };
  return (request, response) => {
    if (cors !== null) response.setHeaders(new Map(Object.entries(cors.headersFor(request))));
    if (!answerFromMemory(request, response)) handle(request, response);
  };
}

/** An application as a listener of a `node:http` server. */
export function listenerOf(app: Koa<RequestState>): RequestListener {
  const handle = app.callback();
  return (request, response) => {
    handle(request, response).catch((error: unknown) => app.emit('error', error));
  };
}

/** Mounts routes behind a guard of their own. Throws if one is declared incompletely. */
export const createRouter = (routes: readonly Route[], api: ApiDependencies): Router<RequestState> =>
  mountRoutes(routes, createGuard(createReadModel(api)));

function mountRoutes(routes: readonly Route[], guard: GuardDependencies): Router<RequestState> {
  const router = new Router<RequestState>({ sensitive: true });
  for (const route of routes) mountRoute(router, route, guard);
  return router;
}

/** Longest that the opening of a stream waits for its turn, milliseconds. */
const defaultWaitMs = 15_000;

/** Wrong keys of one network in a minute; more are answered with 429. */
const failuresPerMinute = 300;

function createGuard(dependencies: RouteDependencies): GuardDependencies & { readonly fastPath: FastPath } {
  const { clock, config, versions, loopDelayMs, registry, tables, snapshots } = dependencies;
  const shared = {
    keys: createApiKeys({
      tables: dependencies.keyTables === undefined ? tables : withDeadline(dependencies.keyTables),
      clock,
      keyIds: dependencies.keyIds,
      isErased: dependencies.texts.isErased,
      ...(dependencies.keyUsed === undefined ? {} : { used: dependencies.keyUsed }),
    }),
    admission: createAdmission({ loopDelayMs, now: clock }),
    knownAnswers: createKnownAnswers({ versions, registry, snapshots, clock }),
    quota: config.rateLimit === null ? null : createQuota(config.rateLimit),
  };
  const answerKnown = createAnswerKnown(shared);
  return {
    ...shared,
    answerKnown,
    fastPath: createFastPath({ ...shared, answerKnown }),
    validator: createJsonValidator(),
    spared: config.rateLimit === null ? null : createQuota({ ...config.rateLimit, burst: 0 }),
    failures: config.rateLimit === null ? null : createQuota({ perMinute: failuresPerMinute, burst: 0 }),
    lookups: createLookupBudget(),
    clientAddress: createClientAddress(config.trustedProxies ?? 0),
    checkResponses: config.checkResponses,
    longestWaitMs: config.longestWaitMs ?? defaultWaitMs,
  };
}
