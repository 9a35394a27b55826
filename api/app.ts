import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import type { ApiDependencies } from './deps.ts';
import { mountRoute } from './guard/guard.ts';
import { createJsonValidator } from './guard/json-validator.ts';
import { createKeyRing } from './key-ring.ts';
import { answerErrors } from './middleware/answer-errors.ts';
import { identifyRequest } from './middleware/identify-request.ts';
import { limitUrl } from './middleware/limit-url.ts';
import { refuseUnrouted } from './middleware/refuse-unrouted.ts';
import type { RequestState } from './request-context.ts';
import { assetRoutes } from './resources/assets/routes.ts';
import { changeRoutes } from './resources/changes/routes.ts';
import { notificationRoutes } from './resources/notifications/routes.ts';
import { serviceRoutes } from './resources/service/routes.ts';
import { tokenRoutes } from './resources/tokens/routes.ts';
import { watchlistRoutes } from './resources/watchlist/routes.ts';
import type { Route } from './route.ts';
import { withDeadline } from './upstream.ts';

/** Every route of the API, in the order of the documentation. */
export function apiRoutes(given: ApiDependencies): readonly Route[] {
  const dependencies = { ...given, tables: withDeadline(given.tables) };
  return [
    ...assetRoutes(dependencies),
    ...tokenRoutes(dependencies),
    ...watchlistRoutes(dependencies),
    ...changeRoutes(dependencies),
    ...notificationRoutes(dependencies),
    ...serviceRoutes(dependencies),
  ];
}

/** The HTTP API: both interfaces and the routes beside them. Listens nowhere; `app.callback()` serves. */
export function createApi(dependencies: ApiDependencies): Koa<RequestState> {
  const { clock, config, logger, requestIds } = dependencies;
  const router = createRouter(apiRoutes(dependencies), dependencies);
  const app = new Koa<RequestState>();
  app.on('error', (error: unknown) => logger.debug({ err: error }, 'a connection ended early'));
  app.use(identifyRequest({ requestIds, clock, logger, https: config.explorerUrl.startsWith('https:') }));
  app.use(answerErrors(logger));
  app.use(limitUrl);
  app.use(router.routes());
  app.use(refuseUnrouted);
  return app;
}

/** The API as a listener of a `node:http` server. */
export function listenerOf(app: Koa<RequestState>): RequestListener {
  const handle = app.callback();
  return (request, response) => {
    handle(request, response).catch((error: unknown) => app.emit('error', error));
  };
}

/** Mounts routes behind their guards. Throws when one is declared incompletely. */
export function createRouter(routes: readonly Route[], dependencies: ApiDependencies): Router<RequestState> {
  const router = new Router<RequestState>({ sensitive: true });
  const validator = createJsonValidator();
  const keys = createKeyRing(withDeadline(dependencies.tables), dependencies.clock);
  const { checkResponses } = dependencies.config;
  for (const route of routes) mountRoute(router, route, { keys, validator, checkResponses });
  return router;
}
