import type { MakePages, PageDependencies, Pages } from '../api/pages.ts';
import { createQuota } from '../api/guard/quota.ts';
import type { RequestContext } from '../api/http/request-context.ts';
import type { ExplorerDependencies, ExplorerOptions } from './dependencies.ts';
import { createHostRule } from './guard/hosts.ts';
import { mountPage } from './guard/mount-page.ts';
import { createPageRefusals } from './guard/refusals.ts';
import type { Frame, PageRoute } from './page-route.ts';
import { assetRoutes } from './pages/asset/routes.ts';
import { homeRoutes } from './pages/home/routes.ts';
import { fileRoutes } from './pages/file-routes.ts';
import { readStaticFiles } from './static-files.ts';

/** The pages for people, on the caches and behind the guard of the API. */
export const createExplorer =
  (options: ExplorerOptions): MakePages =>
  (api: PageDependencies): Pages => {
    const dependencies: ExplorerDependencies = { ...api, ...options };
    const { config, guard, health } = dependencies;
    const files = readStaticFiles();
    const { version } = health.version();
    const frameOf = (ctx: RequestContext): Frame => ({ path: ctx.url, version, files });
    const parts = {
      guard,
      visitors: config.rateLimit === null ? null : createQuota(config.rateLimit),
      isServedOn: createHostRule(config),
      frameOf,
    };
    const routes: readonly PageRoute[] = [
      ...homeRoutes(dependencies),
      ...assetRoutes(dependencies),
      ...fileRoutes(files),
    ];
    return {
      mount: (router) => {
        for (const route of routes) mountPage(router, route, parts);
      },
      refuse: createPageRefusals(api.apiPaths, frameOf),
    };
  };
