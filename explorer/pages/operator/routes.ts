import type { Answer } from '../../../api/route/answer.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { pageAnswer, type PageRequest, type PageRoute, readerOf } from '../../page-route.ts';
import { actorOf } from '../../sessions/sessions.ts';
import { tagOf } from '../../readers/changes/change-view.ts';
import { intakePage, tenantsPage } from './account-pages.tsx';
import { readIntakes, readTenants } from '../../../api/readmodel/accounts/queries.ts';
import { createAccountCommands } from '../../../api/readmodel/accounts/commands.ts';
import { wantedLimit } from './key-form.ts';
import { keysRoutes } from './keys-routes.ts';
import { registryRoutes } from './registry/routes.ts';
import { parkedPage, rulesPage } from './log-pages.tsx';
import { openRoutes } from './open-routes.ts';
import { requestsRoutes } from './requests-routes.ts';
import { readParked } from './parked-queries.ts';

type Show = (request: PageRequest, done?: string) => Promise<Buffer>;

/** Pages of the operator: 404 without its scope (U-17). */
export function operatorRoutes(dependencies: ExplorerDependencies): readonly PageRoute[] {
  const { operator, registry, tables } = dependencies;
  const commands = createAccountCommands(dependencies);
  const scopes = ['operator'] as const;

  const showTenants: Show = async ({ frame }, done) => tenantsPage({ frame, done, tenants: await readTenants(tables) });
  const showIntake: Show = async ({ frame }, done) => {
    const items = (await readIntakes(tables)).map((item) => ({
      ...item,
      token: tagOf(item.assetId, registry.byId(item.assetId)),
    }));
    return intakePage({ frame, done, items });
  };
  const page = (name: string, path: string, show: Show): PageRoute => ({
    name,
    method: 'GET',
    path,
    scopes,
    handle: async (request) => pageAnswer(await show(request)),
  });
  const form = (
    name: string,
    path: string,
    fields: readonly string[],
    show: Show,
    run: (actor: string, fields: URLSearchParams) => Promise<string>,
  ): PageRoute => ({
    name,
    method: 'POST',
    path,
    scopes,
    fields,
    again: async (request) => pageAnswer(await show(request)),
    handle: async (request): Promise<Answer> => {
      const done = await run(actorOf(readerOf(request).principal), request.form);
      return pageAnswer(await show(request, done));
    },
  });

  return [
    ...openRoutes(dependencies),
    ...registryRoutes(dependencies),
    ...keysRoutes(dependencies),
    ...requestsRoutes(dependencies),
    page('operatorTenants', '/operator/tenants', showTenants),
    form('operatorLimit', '/operator/tenants', ['tenant', 'limit'], showTenants, async (actor, fields) => {
      const tenantId = fields.get('tenant') ?? '';
      await commands.setLimit(actor, tenantId, wantedLimit(fields));
      return `The watchlist of ${tenantId} has a limit of ${fields.get('limit') ?? ''} tokens.`;
    }),
    page('operatorIntake', '/operator/intake', showIntake),
    form('operatorRetry', '/operator/intake', ['item'], showIntake, async (actor, fields) => {
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
