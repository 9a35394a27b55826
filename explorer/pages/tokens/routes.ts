import { publicStandingsOf } from '../../../api/readmodel/resources/standing/read.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { pageAnswer, type PageRoute } from '../../page-route.ts';
import { tokensPage } from './page.tsx';
import { assetsToRead, tokensOf, tokensView, tokensWanted } from './view.ts';

type Dependencies = Pick<ExplorerDependencies, 'clock' | 'registry' | 'standing'>;

/** Every verified token that the search finds, a page at a time. */
export const tokensRoute = (dependencies: Dependencies): PageRoute => ({
  name: 'tokens',
  method: 'GET',
  path: '/tokens',
  scopes: null,
  handle: async ({ query, frame }) => {
    const assets = dependencies.registry.searchable();
    const wanted = tokensWanted(query, assets);
    const sorted = tokensOf(wanted, assets);
    const standings = await publicStandingsOf(assetsToRead(wanted, sorted), dependencies);
    return pageAnswer(tokensPage(tokensView(wanted, { assets, sorted }, standings), frame));
  },
});
