import type { ApiDependencies } from '../../route/dependencies.ts';
import { memoizeFor } from '../../readmodel/memory/memoize.ts';
import { apiVersion } from '../../openapi/api-version.ts';
import type { ServiceRoute } from '../../route/route.ts';
import { engineDeadlineMs, within } from '../../readmodel/tables/deadline.ts';
import { exampleChain, exampleFeed } from './examples.ts';
import { live, readiness, status, version } from './schema.ts';

type RouteDescription = Pick<
  ServiceRoute,
  'operationId' | 'summary' | 'description' | 'path' | 'responses' | 'examples' | 'handle' | 'anyOrigin'
> &
  Partial<Pick<ServiceRoute, 'errors'>>;

const serviceRoute = (route: RouteDescription): ServiceRoute => ({
  errors: [],
  ...route,
  interface: 'service',
  method: 'GET',
  scopes: null,
});

/** Cache time of the status, milliseconds, so that frequent polling does not read the log each time. */
const statusCacheMs = 1_000;

type Dependencies = Pick<ApiDependencies, 'health' | 'clock'>;

/** Health and version, without a key (conformance K-01). */
export const serviceRoutes = ({ health, clock }: Dependencies): readonly ServiceRoute[] => {
  const statusNow = memoizeFor(statusCacheMs, clock, () => within(engineDeadlineMs, 'the log', health.status()));
  return [
    serviceRoute({
      operationId: 'live',
      summary: 'Whether the process answers',
      description: 'For a supervisor that restarts a process that hangs. It does not report the parts: see `/readyz`.',
      path: '/livez',
      responses: { 200: { description: 'It does', schema: live } },
      examples: { alive: { summary: 'The process answers', status: 200, answer: { status: 'ok' } } },
      handle: () => ({ status: 200, json: { status: 'ok' } }),
    }),
    serviceRoute({
      operationId: 'ready',
      summary: 'Whether every part works',
      description:
        'For a load balancer, which sends requests to a process only while it can answer them. 503 while it starts, while a ' +
        'part fails, and from the moment it begins to stop.',
      path: '/readyz',
      responses: {
        200: { description: 'Every part works', schema: readiness },
        503: { description: 'Some parts do not; they are named, each with why', schema: readiness },
      },
      examples: { ready: { summary: 'Every part works', status: 200, answer: { status: 'ok', failing: [] } } },
      handle: () => {
        const { ok, failing } = health.ready();
        return { status: ok ? 200 : 503, json: { status: ok ? 'ok' : 'failing', failing } };
      },
    }),
    serviceRoute({
      operationId: 'version',
      summary: 'What is running',
      description: 'Version of the program, and of the description of the API it serves.',
      path: '/version',
      responses: { 200: { description: 'Name and versions', schema: version } },
      examples: {
        version: {
          summary: 'A release',
          status: 200,
          answer: {
            name: 'attestry',
            version: '1.0.0',
            api: apiVersion,
            commit: '586f6a84c2d0e1b3a4958677b8c9dae0f1122334',
          },
        },
      },
      handle: () => ({ status: 200, json: { ...health.version(), api: apiVersion } }),
    }),
    serviceRoute({
      operationId: 'status',
      summary: 'Freshness of feeds and sources',
      description:
        'One entry a feed of this version, also one that never ran: whether it is fetched, its last run, when it last brought content that was accepted, and when it is fetched next. ' +
        'One entry a chain with providers, in the process that reads chains. ' +
        '`coverage` has how many tokens are read in full, in part and not at all, and why. ' +
        '`ticks` has the day of UTC that began last, in the process that begins them, and why none begins while its clock is not believed. ' +
        '`standing` has the parts that have work and have not moved for two minutes. ' +
        '`indicator` is `major` while a part of the service fails, `minor` while a feed or a chain does, else `none`.',
      path: '/status.json',
      anyOrigin: true,
      responses: { 200: { description: 'Feeds and processors', schema: status } },
      examples: {
        fresh: {
          summary: 'Everything is fresh',
          status: 200,
          answer: {
            indicator: 'none',
            feeds: [exampleFeed],
            chains: [exampleChain],
            documents: null,
            coverage: {
              assets: 3,
              full: 1,
              partial: 2,
              none: 0,
              reasons: [
                { reason: 'provider_missing', part: 'chain', assets: 2, text: 'The service does not read Ethereum.' },
              ],
            },
            ticks: { lastDay: '2026-06-01', message: null },
            standing: [],
            processors: [{ name: 'detect', lag: 0 }],
          },
        },
      },
      errors: ['upstream_unavailable'],
      handle: async () => ({ status: 200, json: await statusNow() }),
    }),
  ];
};
