import type { Answer } from '../../../api/route.ts';
import { UsageError } from '../../../infra/errors.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { pageAnswer, type PageRequest, type PageRoute, readerOf } from '../../page-route.ts';
import { actorOf } from '../../sessions/sessions.ts';
import { tagOf } from '../change/view.ts';
import { intakePage, tenantsPage } from './account-pages.tsx';
import { readIntakes, readTenants } from './account-queries.ts';
import { type Notice, refusedBy } from './frame.tsx';
import { keyCommands } from './key-commands.ts';
import { keysRoutes } from './keys-routes.ts';
import { parkedPage, rulesPage } from './log-pages.tsx';
import { openRoutes } from './open-routes.ts';
import { readParked } from './parked-queries.ts';

type Show = (request: PageRequest, notice: Notice | null) => Promise<Buffer>;

/** Pages of the operator: 404 without its scope (U-17). */
export function operatorRoutes(dependencies: ExplorerDependencies): readonly PageRoute[] {
  const { operator, registry, tables } = dependencies;
  const commands = keyCommands(dependencies);
  const scopes = ['operator'] as const;

  const showTenants: Show = async ({ frame }, notice) =>
    tenantsPage({ frame, notice, tenants: await readTenants(tables) });
  const showIntake: Show = async ({ frame }, notice) => {
    const items = (await readIntakes(tables)).map((item) => ({
      ...item,
      token: tagOf(item.assetId, registry.byId(item.assetId)),
    }));
    return intakePage({ frame, notice, items });
  };
  const page = (name: string, path: string, show: Show): PageRoute => ({
    ...{ name, method: 'GET', path, scopes },
    handle: async (request) => pageAnswer(await show(request, null)),
  });
  const form = (
    name: string,
    path: string,
    show: Show,
    run: (actor: string, fields: URLSearchParams) => Promise<string>,
  ): PageRoute => ({
    ...{ name, method: 'POST', path, scopes },
    handle: async (request): Promise<Answer> => {
      try {
        const text = await run(actorOf(readerOf(request).principal), request.form);
        return pageAnswer(await show(request, { tone: 'done', text }));
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        return pageAnswer(await show(request, refusedBy(error)), 400);
      }
    },
  });

  return [
    ...openRoutes(dependencies),
    ...keysRoutes(dependencies),
    page('operatorTenants', '/operator/tenants', showTenants),
    form('operatorLimit', '/operator/tenants', showTenants, async (actor, fields) => {
      const [tenantId, limit] = [fields.get('tenant') ?? '', fields.get('limit')];
      await commands.setLimit(actor, tenantId, limit);
      return `The watchlist of ${tenantId} has ${limit ?? ''} places.`;
    }),
    page('operatorIntake', '/operator/intake', showIntake),
    form('operatorRetry', '/operator/intake', showIntake, async (actor, fields) => {
      const itemId = fields.get('item') ?? '';
      await commands.retryIntake(actor, itemId);
      return `The intake of ${itemId} is queued again.`;
    }),
    page('operatorParked', '/operator/parked', async ({ frame }) =>
      parkedPage({ frame, ...(await readParked(tables)) }),
    ),
    page('operatorRules', '/operator/rules', async ({ frame }) => rulesPage({ frame, ...(await operator.ruleSets()) })),
  ];
}
