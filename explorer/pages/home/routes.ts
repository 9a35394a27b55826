import { memoizeFor } from '../../../api/memory/memoize.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { pageAnswer, type PageRoute, seeOther } from '../../page-route.ts';
import { assetPath } from '../../words/asset-path.ts';
import { memoizeByObject } from '../../../api/http/json-bytes.ts';
import { ifReachable } from '../optional.ts';
import { homePage } from './page.tsx';
import { readByIdentifier, readNewestFile } from './queries.ts';
import { searchAssets } from './search.ts';
import { homeView, overviewOf } from './view.ts';

const newestFileForMs = 30_000;

type Dependencies = Pick<ExplorerDependencies, 'clock' | 'registry' | 'tables'>;

/** The start page and the search. A search with one result leads there. */
export function homeRoutes({ clock, registry, tables }: Dependencies): readonly PageRoute[] {
  const newestFile = memoizeFor(newestFileForMs, clock, () => readNewestFile(tables));
  const overview = memoizeByObject(overviewOf);
  const byIdentifier = (text: string): Promise<readonly string[]> => readByIdentifier(tables, text);
  return [
    {
      name: 'home',
      method: 'GET',
      path: '/',
      scopes: null,
      handle: async ({ query, frame }) => {
        const searched = (query.get('q') ?? '').trim();
        const found = searched === '' ? [] : await searchAssets(searched, { registry, byIdentifier });
        const [only] = found;
        if (only !== undefined && found.length === 1) {
          return seeOther(assetPath(only.address, only.chain.slug));
        }
        const facts = { found, overview: overview(registry.listed()), newestFile: await ifReachable(newestFile()) };
        return pageAnswer(homePage(homeView({ searched: searched === '' ? null : searched, ...facts }), frame));
      },
    },
  ];
}
