import { ApiError } from '../../../api/errors.ts';
import { readObligations } from '../../../api/readmodel/resources/obligations/queries.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { pageAnswer, type PageRoute, readerOf } from '../../page-route.ts';
import { readObserved } from '../../readers/statements/queries.ts';
import { tagOf } from '../../readers/changes/change-view.ts';
import { obligationsPage } from './page.tsx';
import { readRegimes } from './queries.ts';
import { obligationsView } from './view.ts';

type Dependencies = Pick<
  ExplorerDependencies,
  'describeValue' | 'obligations' | 'registry' | 'snapshots' | 'sources' | 'tables'
>;

/** The obligations of one watched token, where `href` of interface B leads. */
export const obligationRoutes = (dependencies: Dependencies): readonly PageRoute[] => [
  {
    name: 'obligations',
    method: 'GET',
    path: '/obligations/:assetId',
    scopes: ['monitoring:read'],
    handle: async (request) => {
      const { describeValue: describe, registry, snapshots, sources, tables, obligations } = dependencies;
      const assetId = (request.params['assetId'] ?? '').toLowerCase();
      const snapshot = await snapshots.of(readerOf(request).principal.tenantId);
      const item = snapshot.items.get(assetId);
      if (item?.isListed !== true) throw new ApiError('not_found', 'No such token on your watchlist');
      const wanted = { items: [item.itemId], verdicts: [], after: null };
      const [{ rows }, regimes] = await Promise.all([
        readObligations(tables, snapshot, wanted),
        readRegimes(tables, assetId),
      ]);
      const observed = await readObserved(
        tables,
        assetId,
        rows.flatMap(({ evidence }) => evidence),
      );
      const asset = registry.byId(assetId);
      const token = tagOf(assetId, asset);
      const labels = { describe, sources, decimals: asset?.decimals ?? null, symbol: token.symbol };
      const name = asset?.name ?? token.symbol;
      const facts = { token, name, verdicts: rows, regimes, readings: obligations, observed, labels };
      return pageAnswer(obligationsPage(obligationsView(facts), request.frame, item.itemId));
    },
  },
];
