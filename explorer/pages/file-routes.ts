import { ApiError } from '../../api/errors.ts';
import type { PageRoute } from '../page-route.ts';
import type { StaticFiles } from '../static-files.ts';

/** Style, script and font, from memory. */
export const fileRoutes = (files: StaticFiles): readonly PageRoute[] => [
  {
    name: 'file',
    method: 'GET',
    path: '/static/:name',
    scopes: null,
    isFile: true,
    handle: ({ params }) => {
      const answer = files.answer(params['name'] ?? '');
      if (answer === null) throw new ApiError('not_found', 'No such file');
      return answer;
    },
  },
  {
    name: 'favicon',
    method: 'GET',
    path: '/favicon.ico',
    scopes: null,
    isFile: true,
    handle: () => files.favicon,
  },
];
