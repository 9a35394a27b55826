import { createInputReader } from '../../../api/guard/read-input.ts';
import { createJsonValidator } from '../../../api/guard/json-validator.ts';
import { feedFilterOf } from '../../../api/resources/changes/filter.ts';
import { feedQuery } from '../../../api/resources/changes/schema.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { pageAnswer, type PageRoute } from '../../page-route.ts';
import { changesPage } from './page.tsx';
import { changesView } from './view.ts';

type Dependencies = Pick<ExplorerDependencies, 'clock' | 'config' | 'readFeed' | 'registry' | 'sources'>;

/** The feed for people. Its filters are those of `GET /me/monitoring/changes`, and no others (conformance U-20). */
export function changesRoutes({ clock, config, readFeed, registry, sources }: Dependencies): readonly PageRoute[] {
  const readInput = createInputReader({ query: feedQuery }, createJsonValidator());
  return [
    {
      name: 'changes',
      method: 'GET',
      path: '/changes',
      scopes: ['monitoring:read'],
      handle: async ({ query, reader, frame }) => {
        const now = clock();
        // The fields of a form that are left empty are absent.
        const given = new URLSearchParams([...query].filter(([, value]) => value !== ''));
        const values = readInput({ params: {}, query: given.toString(), body: undefined, header: () => null });
        const filter = feedFilterOf(values, now);
        const feed = await readFeed(reader?.principal.tenantId ?? '', filter, now);
        const view = changesView({ feed, filter, now, given, registry, sources, explorerUrl: config.explorerUrl });
        return pageAnswer(changesPage(view, frame));
      },
    },
  ];
}
