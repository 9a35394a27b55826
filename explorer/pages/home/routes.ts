import { memoizeFor } from '../../../api/readmodel/memory/memoize.ts';
import { type AssetSummary, isListed } from '../../../api/readmodel/memory/registry/index.ts';
import { isDemoClient } from '../../demo-roles.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { type PageRequest, pageAnswer, type PageRoute, seeOther } from '../../page-route.ts';
import { assetPath } from '../../labels/asset-path.ts';
import { memoizeByObject } from '../../../schemas/values/memoize-by-object.ts';
import type { AssetViewer } from '../../readers/asset/viewer.ts';
import { ifReachable } from '../../readers/if-reachable.ts';
import { watchedBy } from '../../readers/watched-by.ts';
import { createExample } from './example.ts';
import { newestOf } from './newest.ts';
import { homePage } from './page.tsx';
import { readByIdentifier } from '../../../api/readmodel/resources/search/queries.ts';
import { readFiles, readNewestChanges } from './queries.ts';
import { searchAssets } from '../../../api/readmodel/resources/search/read.ts';
import { assetsShown, homeView, overviewOf } from './view.ts';
import { publicStandingsOf } from '../../../api/readmodel/resources/standing/read.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

/** The page is public, so its queries are shared by all readers for this long, milliseconds. */
const readForMs = 30_000;
const yearMs = 365 * dayMs;

type Dependencies = Pick<
  ExplorerDependencies,
  'clock' | 'demoKeys' | 'publicSanctions' | 'registry' | 'snapshots' | 'sources' | 'standing' | 'tables'
> & { readonly assets: AssetViewer };

/** The start page and the search. A search with one result leads there. */
export function homeRoutes(dependencies: Dependencies): readonly PageRoute[] {
  const { clock, demoKeys = () => null, publicSanctions, registry, snapshots, sources, tables, assets } = dependencies;
  const files = memoizeFor(readForMs, clock, async () => ({ read: await readFiles(tables, sources) }));
  const newestChanges = memoizeFor(readForMs, clock, () =>
    readNewestChanges(tables, { since: clock() - yearMs, withSanctions: publicSanctions }),
  );
  const overview = memoizeByObject(overviewOf);
  const example = createExample({ clock, registry, viewAsset: assets.view });
  const publicStandings = (assetIds: readonly string[]) => publicStandingsOf(assetIds, dependencies);
  const byIdentifier = (code: string) => readByIdentifier(tables, code);

  const frontOf = async (request: PageRequest) => {
    const [changes, itemOf] = await Promise.all([ifReachable(newestChanges()), watchedBy(request, snapshots)]);
    const isWatched = (assetId: string): boolean => itemOf(assetId) !== null;
    const listed = (assetId: string): AssetSummary | null => {
      const asset = registry.byId(assetId);
      return asset !== null && isListed(asset) ? asset : null;
    };
    const newest = newestOf(changes ?? [], { listed, isWatched });
    const hasDemo = request.frame.signedIn === null && isDemoClient(request.connection) && demoKeys() !== null;
    return { newest, hasDemo, example: await ifReachable(example(changes ?? [])) };
  };

  return [
    {
      name: 'home',
      method: 'GET',
      path: '/',
      scopes: null,
      handle: async (request) => {
        const searched = (request.query.get('q') ?? '').trim();
        const found = searched === '' ? null : await searchAssets(searched, { registry, byIdentifier });
        const [only] = found?.hits ?? [];
        if (found?.hits.length === 1 && only?.asset.public === true) {
          return seeOther(assetPath(only.asset.address, only.asset.chain.slug));
        }
        const known = await ifReachable(files());
        const facts = {
          found,
          overview: overview(registry.searchable()),
          files: known === null ? ('unknown' as const) : known.read,
        };
        const standings = await publicStandings(assetsShown(facts));
        const front = searched === '' ? await frontOf(request) : null;
        const view = homeView({ searched, ...facts }, standings, registry);
        return pageAnswer(homePage(view, front, request.frame));
      },
    },
  ];
}
