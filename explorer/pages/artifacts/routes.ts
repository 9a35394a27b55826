import { ApiError } from '../../../api/errors.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import type { PageRoute } from '../../page-route.ts';
import { readOrigin } from './queries.ts';

interface Dependencies extends Pick<ExplorerDependencies, 'tables'> {
  readonly artifacts: Pick<ExplorerDependencies['artifacts'], 'open'>;
}

/** The raw bytes behind statements, as a download: a browser never shows them as a page of this site. */
export const artifactRoutes = ({ artifacts, tables }: Dependencies): readonly PageRoute[] => [
  {
    name: 'artifact',
    method: 'GET',
    path: '/artifacts/:sha256',
    scopes: ['monitoring:read'],
    handle: async ({ params }) => {
      const sha256 = (params['sha256'] ?? '').toLowerCase();
      const origin = /^[0-9a-f]{64}$/.test(sha256) ? await readOrigin(tables, sha256) : null;
      if (origin === null) throw new ApiError('not_found', 'No file of a source has this hash');
      if (origin.of === 'document') {
        throw new ApiError(
          'not_found',
          `These bytes are a document of its publisher and are not served here. It was published at ${origin.url}`,
        );
      }
      const stream = await artifacts.open(sha256);
      if (stream === null) {
        throw new ApiError('not_found', 'This server does not store the bytes: ask the operator for them');
      }
      return {
        status: 200,
        type: 'application/octet-stream',
        stream,
        headers: {
          'Content-Disposition': `attachment; filename="${fileName(origin.name, sha256)}"`,
          'Content-Security-Policy': "default-src 'none'; sandbox",
        },
      };
    },
  },
];

/** Names come from sources: only letters, digits, dots, dashes and underscores stay. */
const fileName = (name: string, sha256: string): string => {
  const safe = name
    .replaceAll(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(-80);
  return `${sha256.slice(0, 12)}-${safe === '' ? 'file' : safe}`;
};
