import type Router from '@koa/router';
import type { Layer } from '@koa/router';
import type { Middleware } from 'koa';
import { createLru } from '../../readmodel/memory/lru.ts';
import type { RequestContext, RequestState } from '../http/request-context.ts';

/** The handler of a request. */
interface Destination {
  readonly handle: (ctx: RequestContext) => unknown;
  readonly params: Readonly<Record<string, string>>;
}

/** Paths in the cache, and the longest path that is cached. */
const mostPaths = 2_000;
const longestPath = 200;

/**
 * Passes a request to the handler of its route. The router compares a path with the pattern of every route, so its results
 * are cached by method and path.
 */
export function routeRequests(router: Router<RequestState>): Middleware<RequestState> {
  const known = createLru<string, Destination>(mostPaths);

  const find = (ctx: RequestContext): Destination | null => {
    const layers = ofThePath(router.match(ctx.path, ctx.method).path);
    const layer = layers.find(({ methods }) => methods.includes(ctx.method));
    const handle = layer?.stack[0];
    ctx['matched'] = layers;
    if (layer === undefined || handle === undefined) return null;
    return { handle: (one): unknown => handle(one as never, nothing) as unknown, params: paramsOf(layer, ctx.path) };
  };

  return async function route(ctx, next) {
    const key = `${ctx.method} ${ctx.path}`;
    const cached = known.get(key);
    const destination = cached ?? find(ctx);
    if (destination === null) {
      await next();
      return;
    }
    if (cached === undefined && key.length <= longestPath) known.set(key, destination);
    ctx['params'] = destination.params;
    await destination.handle(ctx);
  };
}

/** A path without parameters stands before one whose parameter has its name as a value, for every method (OpenAPI 3.1, 4.8.8). */
function ofThePath(matched: readonly Layer[]): readonly Layer[] {
  const concrete = matched.filter(({ paramNames }) => paramNames.length === 0);
  return concrete.length > 0 ? concrete : matched;
}

const paramsOf = (layer: Layer, path: string): Readonly<Record<string, string>> =>
  Object.freeze(layer.params(path, layer.captures(path), {}));

const nothing = (): Promise<void> => Promise.resolve();
