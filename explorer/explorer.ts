import type { MakePages, PageDependencies, Pages } from '../api/route/pages.ts';
import { createQuota } from '../api/route/keys/quota.ts';
import type { ExplorerDependencies, ExplorerOptions } from './dependencies.ts';
import { createFrames } from './frames.ts';
import { createHostRule } from './guard/hosts.ts';
import { mountPage } from './guard/mount-page.ts';
import { createFormReader } from './guard/read-form.ts';
import { createPageRefusals } from './guard/refusals.ts';
import type { PageRoute } from './page-route.ts';
import { accountRoutes } from './pages/account/routes.ts';
import { assetRoutes } from './pages/asset/routes.ts';
import { createAssetViewer } from './readers/asset/viewer.ts';
import { artifactRoutes } from './pages/artifacts/routes.ts';
import { docsRoute } from './pages/docs/page.tsx';
import { documentRoutes } from './pages/documents/routes.ts';
import { helpRoute } from './pages/help/page.tsx';
import { statusRoute } from './pages/status/routes.ts';
import { homeRoutes } from './pages/home/routes.ts';
import { publicChangeRoutes } from './pages/change/public-routes.ts';
import { changeRoutes } from './pages/change/routes.ts';
import { createPublicChangeReader } from './readers/changes/public-reader.ts';
import { changesRoutes } from './pages/changes/routes.ts';
import { inboxRoutes } from './pages/inbox/routes.ts';
import { obligationRoutes } from './pages/obligations/routes.ts';
import { signInRoutes } from './pages/signin/routes.ts';
import { liveRoutes } from './pages/live/routes.ts';
import { operatorRoutes } from './pages/operator/routes.ts';
import { watchlistPages } from './pages/watchlist/routes.ts';
import { sourcesRoutes } from './pages/sources/routes.ts';
import { webhookPages } from './pages/webhooks/routes.ts';
import { tokensRoute } from './pages/tokens/routes.ts';
import { createDoneCookie } from './sessions/done-cookie.ts';
import { createFormTokens } from './sessions/form-token.ts';
import { createSessionStore } from './sessions/session-store.ts';
import { createSessions } from './sessions/sessions.ts';
import { transportRule } from './guard/transport.ts';
import { crawlRoutes } from './pages/crawl/routes.ts';
import { entityRoutes } from './pages/entity/routes.ts';
import { fileRoutes } from './pages/file-routes.ts';
import { readStaticFiles } from './static-files.ts';

/** The pages for people, on the caches and behind the guard of the API. */
export const createExplorer =
  (options: ExplorerOptions): MakePages =>
  (api: PageDependencies): Pages => {
    const store = createSessionStore(api.tables, api.clock);
    const sessions = createSessions({ ...api, keys: api.guard.keys, store });
    const dependencies: ExplorerDependencies = { ...api, ...options, sessions };
    const { config, guard, health, keyContact } = dependencies;
    const formTokens = createFormTokens(options.formKeys);
    const doneCookie = createDoneCookie(formTokens);
    const files = readStaticFiles();
    const { version } = health.version();
    const frames = createFrames({ files, keyContact, version, formTokens, doneCookie, countUnread: api.countUnread });
    const parts = {
      guard,
      visitors: config.rateLimit === null ? null : createQuota(config.rateLimit),
      isServedOn: createHostRule(config),
      frames,
      logger: api.logger,
      readForm: createFormReader(),
      sessions,
      formTokens,
      doneCookie,
      transportOf: transportRule(config.explorerUrl),
      origins: [config.explorerUrl, config.publicPageBase].map((base) => new URL(base).origin),
    };
    const assets = createAssetViewer(dependencies);
    const readPublicChange = createPublicChangeReader(dependencies);
    const routes: readonly PageRoute[] = [
      ...homeRoutes({ ...dependencies, assets }),
      ...assetRoutes({ ...dependencies, assets }),
      ...publicChangeRoutes({ ...dependencies, readPublicChange }),
      ...signInRoutes({ ...dependencies, readPublicChange }),
      ...changesRoutes(dependencies),
      ...changeRoutes({ ...dependencies, readPublicChange }),
      ...inboxRoutes(dependencies),
      ...watchlistPages(dependencies),
      ...accountRoutes(dependencies),
      ...webhookPages(dependencies),
      ...obligationRoutes(dependencies),
      ...sourcesRoutes(dependencies),
      ...documentRoutes(dependencies),
      ...artifactRoutes(dependencies),
      ...operatorRoutes(dependencies),
      ...liveRoutes(dependencies),
      tokensRoute(dependencies),
      statusRoute(dependencies),
      helpRoute,
      docsRoute,
      ...entityRoutes({ ...dependencies, stated: assets.stated }),
      ...crawlRoutes(dependencies),
      ...fileRoutes(files),
    ];
    return {
      mount: (router) => {
        for (const route of routes) mountPage(router, route, parts);
      },
      refuse: createPageRefusals(api.apiPaths, frames.ofRefusal),
    };
  };
