import { ApiError } from '../../../api/errors.ts';
import { memoizeFor } from '../../../api/readmodel/memory/memoize.ts';
import { engineDeadlineMs, within } from '../../../api/readmodel/tables/deadline.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { pageAnswer, type PageRoute } from '../../page-route.ts';
import { ifReachable } from '../../readers/if-reachable.ts';
import { readDocuments } from '../../readers/documents/queries.ts';
import { documentRows } from '../../readers/documents/rows.ts';
import { readChains } from '../../readers/chains/chains.ts';
import { feedPage } from './feed-page.tsx';
import { sourcesPage } from './page.tsx';
import { countParked, readRuns } from './queries.ts';
import { behindOf, largePlot, sourceRow, sourcesView } from './view.ts';

/** The page is public, so its queries are shared by all readers for this long, milliseconds. */
const readForMs = 10_000;

/** The sources of all statements, their files and the age of these files. */
export function sourcesRoutes({
  clock,
  health,
  registry,
  sources,
  tables,
}: Pick<ExplorerDependencies, 'clock' | 'health' | 'registry' | 'sources' | 'tables'>): readonly PageRoute[] {
  const runs = memoizeFor(readForMs, clock, () =>
    readRuns(
      tables,
      sources.map(({ feed }) => feed),
    ),
  );
  const parked = memoizeFor(readForMs, clock, () => countParked(tables));
  const chains = memoizeFor(readForMs, clock, () => readChains(tables, clock()));
  const documents = memoizeFor(readForMs, clock, () => readDocuments(tables));
  const lags = memoizeFor(readForMs, clock, async () =>
    behindOf((await within(engineDeadlineMs, 'the log', health.status())).processors),
  );
  return [
    {
      name: 'sources',
      method: 'GET',
      path: '/sources',
      scopes: null,
      handle: async ({ frame }) => {
        const [read, aside, behind, onChains, fetched] = await Promise.all([
          runs(),
          ifReachable(parked()),
          ifReachable(lags()),
          chains(),
          documents(),
        ]);
        const view = sourcesView(sources, read, { parked: aside, behind, now: clock() });
        const rows = documentRows(fetched, (assetId) => registry.byId(assetId), clock());
        return pageAnswer(sourcesPage({ ...view, chains: onChains, documents: rows }, frame));
      },
    },
    {
      name: 'source',
      method: 'GET',
      path: '/sources/:feed',
      scopes: null,
      handle: async ({ params, frame }) => {
        const source = sources.find(({ feed }) => feed === params['feed']);
        if (source === undefined) throw new ApiError('not_found', 'No such source');
        const read = (await runs()).get(source.feed) ?? [];
        return pageAnswer(
          feedPage({ source, row: sourceRow(source, read, { now: clock(), size: largePlot }), runs: read, frame }),
        );
      },
    },
  ];
}
