import { createInputReader } from '../../../api/route/input/read-input.ts';
import { createJsonValidator } from '../../../api/route/input/json-validator.ts';
import type { QueryValues } from '../../../api/readmodel/input.ts';
import { feedFilterOf } from '../../../api/readmodel/resources/changes/filter.ts';
import { createNewChanges } from '../../../api/readmodel/resources/changes/new-changes.ts';
import { feedQuery } from '../../../api/readmodel/resources/changes/schema.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import type { Answer } from '../../../api/route/answer.ts';
import { pageAnswer, type PageRequest, type PageRoute, readerOf, seeOther } from '../../page-route.ts';
import { csvRoute } from './csv.ts';
import { changesPage } from './page.tsx';
import { markableOf, seenControlOf } from './seen.ts';
import { seenRoutes } from './seen-routes.ts';
import { changesView } from './view.ts';
import { changesPath } from '../../labels/feed-paths.ts';
import { everMs } from '../../readers/changes/window.ts';

/** The feed for people. Its filters are those of `GET /me/monitoring/changes`, and no others (conformance U-20). */
export function changesRoutes(dependencies: ExplorerDependencies): readonly PageRoute[] {
  const { clock, config, readFeed, registry, snapshots, sources } = dependencies;
  const newChanges = createNewChanges(dependencies);
  const readInput = createInputReader({ query: feedQuery }, createJsonValidator());
  const readFilter = (given: URLSearchParams): QueryValues =>
    readInput({ params: {}, query: given.toString(), body: undefined, header: () => null });

  const show = async (request: PageRequest): Promise<Answer> => {
    const { tenantId } = readerOf(request).principal;
    const now = clock();
    const given = givenIn(request.query);
    const filter = feedFilterOf(readFilter(given), now);
    const [feed, snapshot] = await Promise.all([readFeed(tenantId, filter, now), snapshots.of(tenantId)]);
    const all = { ...filter, since: now - everMs, sort: 'recent' } as const;
    const markable = markableOf(feed.changes, snapshot, now);
    const view = changesView({
      seen: seenControlOf(markable, await newChanges.count(tenantId, markable.upTo)),
      feed,
      filter,
      now,
      given,
      registry,
      assetOf: (itemId) => [...snapshot.items].find(([, item]) => item.itemId === itemId)?.[0] ?? null,
      sources,
      explorerUrl: config.explorerUrl,
      ever: feed.changes.length === 0 ? await readFeed(tenantId, all, now) : null,
      watched: [...snapshot.items.values()].filter(({ isListed }) => isListed).length,
    });
    return pageAnswer(changesPage(view, request.frame));
  };

  return [
    {
      name: 'changes',
      method: 'GET',
      path: '/changes',
      scopes: ['monitoring:read'],
      handle: (request) => (isBare(request) ? seeOther(changesPath) : show(request)),
    },
    ...seenRoutes(dependencies, newChanges, show),
    csvRoute(dependencies, (query) => readFilter(givenIn(query))),
  ];
}

/** The fields of a form that are left empty are absent. */
const givenIn = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([, value]) => value !== ''));

/** Nothing chosen: people see what became known, whenever it was detected. A query of the API gets the answer to it. */
const isBare = ({ query }: PageRequest): boolean => [...query.values()].every((value) => value === '');
