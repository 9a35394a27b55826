import { publicStandingsOf } from '../../../api/readmodel/resources/standing/read.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { pageAnswer, type PageRoute } from '../../page-route.ts';
import { memoizeByObject } from '../../../schemas/values/memoize-by-object.ts';
import { tokensPage } from './page.tsx';
import { assetsToRead, tokenListOf, tokensOf, tokensView, tokensWanted } from './view.ts';

type Dependencies = Pick<ExplorerDependencies, 'clock' | 'registry' | 'standing'>;

/** Every verified token that the search finds, a page at a time. */
export function tokensRoute(dependencies: Dependencies): PageRoute {
  const listOf = memoizeByObject(tokenListOf);
  return {
    name: 'tokens',
    method: 'GET',
    path: '/tokens',
    scopes: null,
    handle: async ({ query, frame }) => {
      const list = listOf(dependencies.registry.searchable());
      const wanted = tokensWanted(query, list);
      const ofChain = tokensOf(wanted, list);
      const standings = await publicStandingsOf(assetsToRead(wanted, ofChain), dependencies);
      return pageAnswer(tokensPage(tokensView(wanted, { ...list, ofChain }, standings), frame));
    },
  };
}
