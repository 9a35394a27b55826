import { createInputReader } from '../../../api/route/input/read-input.ts';
import { createJsonValidator } from '../../../api/route/input/json-validator.ts';
import { createExport } from '../../../api/readmodel/resources/export/export-changes.ts';
import { exportQuery } from '../../../api/readmodel/resources/export/schema.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import { type PageRoute, readerOf } from '../../page-route.ts';

/** Parameters of the page that the export does not know: it has an order of its own. */
const withoutMeaning = 'sort';

/** The export of the API as a file, for the session's reader: the same columns, filters and limits. */
export function csvRoute(dependencies: ExplorerDependencies): PageRoute {
  const { keys } = dependencies.guard;
  const exportChanges = createExport(dependencies);
  const readInput = createInputReader({ query: exportQuery }, createJsonValidator());
  return {
    name: 'changesCsv',
    method: 'GET',
    path: '/changes.csv',
    scopes: ['monitoring:read'],
    handle: async (request) => {
      const { principal } = readerOf(request);
      const given = new URLSearchParams([...request.query].filter(([name]) => name !== withoutMeaning));
      given.set('format', 'csv');
      const exported = await exportChanges({
        principal,
        query: readInput({ params: {}, query: given.toString(), body: undefined, header: () => null }),
        stillAdmitted: async () => (await keys.principalOf(principal.keyId)) !== null,
      });
      return { status: 200, ...exported };
    },
  };
}
