import { ApiError } from '../../../api/errors.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { pageAnswer, type PageRoute } from '../../page-route.ts';
import { changePage } from './page.tsx';
import { changeView } from './view.ts';

type Dependencies = Pick<ExplorerDependencies, 'readOne' | 'registry' | 'sources'>;

/** One change, where `href` of interface B leads (conformance B-63, U-05). */
export const changeRoutes = ({ readOne, registry, sources }: Dependencies): readonly PageRoute[] => [
  {
    name: 'change',
    method: 'GET',
    path: '/changes/:id',
    scopes: ['monitoring:read'],
    handle: async ({ params, reader, frame }) => {
      const found = reader === null ? null : await readOne(reader.principal.tenantId, params['id'] ?? '');
      if (found === null) throw new ApiError('not_found', 'No such change on a token that you watch');
      return pageAnswer(
        changePage(
          changeView({ ...found, isNew: found.picked.isNew }, registry.byId(found.change.assetId), sources),
          frame,
        ),
      );
    },
  },
];
