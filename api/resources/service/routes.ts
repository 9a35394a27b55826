import type { ApiDependencies } from '../../deps.ts';
import type { ServiceRoute } from '../../route.ts';
import { live, readiness, status, version } from './schema.ts';

type Named = Pick<ServiceRoute, 'operationId' | 'summary' | 'path' | 'responses' | 'handle'>;

const serviceRoute = (route: Named): ServiceRoute => ({
  ...route,
  interface: 'service',
  method: 'GET',
  scopes: null,
  errors: [],
});

/** Health and version, without a key (conformance K-01). */
export const serviceRoutes = ({ health }: Pick<ApiDependencies, 'health'>): readonly ServiceRoute[] => [
  serviceRoute({
    operationId: 'live',
    summary: 'Whether the process answers',
    path: '/livez',
    responses: { 200: { description: 'It does', schema: live } },
    handle: () => ({ status: 200, json: { status: 'ok' } }),
  }),
  serviceRoute({
    operationId: 'ready',
    summary: 'Whether every part works',
    path: '/readyz',
    responses: {
      200: { description: 'Every part works', schema: readiness },
      503: { description: 'Some parts do not; they are named', schema: readiness },
    },
    handle: () => {
      const { ok, failing } = health.ready();
      return { status: ok ? 200 : 503, json: { status: ok ? 'ok' : 'failing', failing } };
    },
  }),
  serviceRoute({
    operationId: 'version',
    summary: 'What is running',
    path: '/version',
    responses: { 200: { description: 'Name and version', schema: version } },
    handle: () => ({ status: 200, json: health.version() }),
  }),
  serviceRoute({
    operationId: 'status',
    summary: 'Freshness of feeds and sources',
    path: '/status.json',
    responses: { 200: { description: 'Feeds with last success, lag and next run', schema: status } },
    handle: async () => ({ status: 200, json: await health.status() }),
  }),
];
