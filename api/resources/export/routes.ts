import { createExport, type ExportDependencies } from '../../readmodel/resources/export/export-changes.ts';
import { exportQuery } from '../../readmodel/resources/export/schema.ts';
import type { KeyedRoute } from '../../route/route.ts';
import { exportChangesDocs, exportTexts } from './docs.ts';

/** `GET /me/monitoring/export`. */
export function exportRoutes(dependencies: ExportDependencies): readonly KeyedRoute[] {
  const exportChanges = createExport(dependencies);

  return [
    {
      operationId: 'exportChanges',
      summary: 'Export changes detected on watched assets',
      ...exportChangesDocs,
      interface: 'B',
      method: 'GET',
      path: '/me/monitoring/export',
      scopes: ['monitoring:read'],
      query: exportQuery,
      responses: {
        200: {
          description: 'Changes, one a line, each with its revision and the cursor behind it',
          schema: null,
          texts: exportTexts,
          headers: ['Link', 'Content-Disposition'],
        },
      },
      errors: ['invalid_parameter'],
      handle: async (request) => ({ status: 200, ...(await exportChanges(request)) }),
    },
  ];
}
