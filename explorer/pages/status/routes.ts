import { memoizeFor } from '../../../api/readmodel/memory/memoize.ts';
import { engineDeadlineMs, within } from '../../../api/readmodel/tables/deadline.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { pageAnswer, type PageRoute } from '../../page-route.ts';
import { ifReachable } from '../../readers/if-reachable.ts';
import { statusPage } from './page.tsx';
import { statusView } from './view.ts';

/** As `/status.json`, so that frequent readers do not read the log each time. */
const readForMs = 1_000;

/** `GET /status.json` for people. */
export function statusRoute({
  clock,
  health,
  sources,
}: Pick<ExplorerDependencies, 'clock' | 'health' | 'sources'>): PageRoute {
  const statusNow = memoizeFor(readForMs, clock, () => within(engineDeadlineMs, 'the log', health.status()));
  return {
    name: 'status',
    method: 'GET',
    path: '/status',
    scopes: null,
    handle: async ({ frame }) => {
      const status = await ifReachable(statusNow());
      return pageAnswer(statusPage(statusView(status, health.ready(), { sources, now: clock() }), frame));
    },
  };
}
