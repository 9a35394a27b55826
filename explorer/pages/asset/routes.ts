import { ApiError } from '../../../api/errors.ts';
import { pageAnswer, type PageRoute } from '../../page-route.ts';
import { atomFeed } from './atom.ts';
import { assetPage } from './page.tsx';
import type { ViewAsset } from './viewer.ts';

/** The public page of a token, and its changes as Atom (conformance U-01, U-11, U-12). */
export function assetRoutes(viewOf: ViewAsset): readonly PageRoute[] {
  return [
    {
      name: 'asset',
      method: 'GET',
      path: '/verified-assets/:address/:chain',
      scopes: null,
      handle: async ({ params, frame }) =>
        pageAnswer(assetPage(await viewOf(params['address'] ?? '', params['chain'] ?? ''), frame)),
    },
    {
      name: 'assetAtom',
      method: 'GET',
      path: '/verified-assets/:address/:chain/changes.atom',
      scopes: null,
      handle: async ({ params }) => {
        const view = await viewOf(params['address'] ?? '', params['chain'] ?? '');
        // An empty feed would state that there are no changes.
        if (view.changes === null) throw new ApiError('upstream_unavailable', 'Upstream service unavailable');
        return { status: 200, type: 'application/atom+xml; charset=utf-8', bytes: atomFeed(view) };
      },
    },
  ];
}
