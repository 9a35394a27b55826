import { ApiError } from '../../../api/errors.ts';
import type { Answer } from '../../../api/route/answer.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { entityPath } from '../../labels/entity-path.ts';
import { type PageRequest, pageAnswer, type PageRoute, seeOther } from '../../page-route.ts';
import { readChangesOf } from '../../readers/entity/public-changes.ts';
import { ifReachable } from '../../readers/if-reachable.ts';
import type { StatedFacts } from '../../readers/statements/statement-reader.ts';
import { entityPage } from './page.tsx';
import { entityView } from './view.ts';

type Dependencies = Pick<
  ExplorerDependencies,
  'clock' | 'config' | 'publicSanctions' | 'registry' | 'sources' | 'standing' | 'tables'
> & { readonly stated: (assetId: string) => Promise<StatedFacts> };

/** Tokens of one page; an entity with more shows its oldest. */
const mostTokens = 100;

/** The party behind public tokens, for anybody; nothing of a party without one (conformance PG-3). */
export function entityRoutes(dependencies: Dependencies): readonly PageRoute[] {
  const { clock, config, publicSanctions, registry, sources, standing, stated, tables } = dependencies;

  const showEntity = async (request: PageRequest): Promise<Answer> => {
    const id = request.params['id'] ?? '';
    const assets = registry
      .searchable()
      .filter(({ issuer }) => issuer !== null && (issuer.lei === id || issuer.partyId === id))
      .slice(0, mostTokens);
    const [first, ...others] = (await registry.entries(assets)).filter(
      ({ record }) => record.public && record.issuer !== null,
    );
    const issuer = first?.record.issuer ?? null;
    if (first === undefined || issuer === null) throw new ApiError('not_found', 'No verified token has this issuer');
    const own = entityPath(issuer);
    if (decodeURIComponent(own) !== `/entities/${id}`) return seeOther(own);
    const entries = [first, ...others] as const;
    const assetIds = entries.map(({ record }) => record.assetId);
    const [standings, statements, changes] = await Promise.all([
      standing.publicFacts(entries),
      ifReachable(Promise.all(assetIds.map(stated))),
      ifReachable(readChangesOf(tables, assetIds, publicSanctions)),
    ]);
    const view = entityView({
      entries,
      standings,
      statements: statements?.flatMap((one) => one.statements) ?? null,
      changes,
      byId: (assetId) => registry.byId(assetId),
      sources,
      publicPageBase: config.publicPageBase,
      now: clock(),
    });
    return pageAnswer(entityPage(view, request.frame));
  };
  const route = (name: string, path: string, handle: PageRoute['handle']): PageRoute => ({
    name,
    method: 'GET',
    path,
    scopes: null,
    handle,
  });
  return [
    route('entity', '/entities/:id', showEntity),
    route('issuer', '/issuers/:id', ({ params }) => seeOther(`/entities/${encodeURIComponent(params['id'] ?? '')}`)),
  ];
}
