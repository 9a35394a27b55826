import { ApiError } from '../../../api/errors.ts';
import { presentToken } from '../../../api/readmodel/resources/tokens/present.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { type PageRequest, pageAnswer, type PageRoute } from '../../page-route.ts';
import { coverageView } from '../../readers/coverage/coverage-view.ts';
import { ifReachable } from '../../readers/if-reachable.ts';
import { watchedBy } from '../../readers/watched-by.ts';
import { atomFeed } from './atom.ts';
import { badgeOf } from './badge.tsx';
import { fieldPage } from './field-page.tsx';
import { fieldView } from './field-view.ts';
import { assetPage } from './page.tsx';
import type { AssetView } from '../../readers/asset/view.ts';
import type { AssetViewer } from '../../readers/asset/viewer.ts';

type Dependencies = Pick<ExplorerDependencies, 'coverage' | 'describeValue' | 'registry' | 'snapshots' | 'sources'> & {
  readonly assets: AssetViewer;
};

/** The public page of a token, its record as JSON, and its changes as Atom (conformance U-01, U-11, U-12). */
export function assetRoutes({
  assets,
  coverage,
  describeValue: describe,
  registry,
  snapshots,
  sources,
}: Dependencies): readonly PageRoute[] {
  const viewOf = ({ params }: PageRequest): Promise<AssetView> =>
    assets.view(params['address'] ?? '', params['chain'] ?? '');
  const publicOf = ({ issuer }: AssetView): number =>
    issuer === null ? 0 : registry.withCode(issuer.did).filter((asset) => asset.public).length;
  return [
    {
      name: 'asset',
      method: 'GET',
      path: '/verified-assets/:address/:chain',
      scopes: null,
      handle: async (request) => {
        const [view, itemOf] = await Promise.all([viewOf(request), watchedBy(request, snapshots)]);
        const read = (await ifReachable(coverage.of([view.assetId])))?.get(view.assetId);
        const shown = read === undefined ? null : coverageView(read, 'anybody');
        const [watchedAs, ofIssuer] = [itemOf(view.assetId), publicOf(view)];
        return pageAnswer(assetPage({ view, coverage: shown, frame: request.frame, watchedAs, ofIssuer }));
      },
    },
    {
      name: 'assetField',
      method: 'GET',
      path: '/verified-assets/:address/:chain/fields/:field',
      scopes: null,
      handle: async (request) => {
        const asset = await viewOf(request);
        const name = request.params['field'] ?? '';
        const [{ statements }, history] = await Promise.all([
          assets.stated(asset.assetId),
          assets.history(asset, name),
        ]);
        const labels = { describe, sources, decimals: asset.decimals, symbol: asset.symbol };
        const field = fieldView(name, { asset, statements, history, labels });
        if (field === null) throw new ApiError('not_found', 'No source states this of the token');
        return pageAnswer(fieldPage(field, request.frame));
      },
    },
    {
      name: 'assetBadge',
      method: 'GET',
      path: '/verified-assets/:address/:chain/badge.svg',
      scopes: null,
      handle: async (request) => badgeOf(await viewOf(request)),
    },
    {
      name: 'assetJson',
      method: 'GET',
      path: '/verified-assets/:address/:chain/token.json',
      scopes: null,
      handle: async ({ params }) => ({
        status: 200,
        json: presentToken(await assets.entry(params['address'] ?? '', params['chain'] ?? '')),
      }),
    },
    {
      name: 'assetAtom',
      method: 'GET',
      path: '/verified-assets/:address/:chain/changes.atom',
      scopes: null,
      handle: async (request) => {
        const view = await viewOf(request);
        // An empty feed would state that there are no changes.
        if (view.changes === null) throw new ApiError('upstream_unavailable', 'Upstream service unavailable');
        return { status: 200, type: 'application/atom+xml; charset=utf-8', bytes: atomFeed(view) };
      },
    },
  ];
}
