import type { ApiConfig } from '../route/dependencies.ts';
import type { Route } from '../route/route.ts';
import { apiVersion } from './api-version.ts';
import { operationOf, securitySchemes } from './operation.ts';
import { overview } from './overview.ts';
import { tagDescriptions, tagOf } from './tags.ts';
import { responseHeaders } from '../route/http/response-headers.ts';
import { createSchemaWriter } from './schemas.ts';

type OpenApiObject = Readonly<Record<string, unknown>>;

/** The OpenAPI 3.1 description of the routes. It describes exactly what the guard enforces. */
export function openApiDocument(
  routes: readonly Route[],
  { baseUrl, explorerUrl }: Pick<ApiConfig, 'baseUrl' | 'explorerUrl'>,
): OpenApiObject {
  const schemas = createSchemaWriter();
  const paths = new Map<string, Record<string, unknown>>();
  for (const route of routes) {
    const path = pathOf(route);
    const item = paths.get(path) ?? (route.interface === 'B' && explorerUrl !== baseUrl ? serversOf(explorerUrl) : {});
    item[route.method.toLowerCase()] = operationOf(route, schemas);
    paths.set(path, item);
  }
  const written = Object.fromEntries(paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Attestry',
      version: apiVersion,
      summary: 'Asset verification registry and watchlist monitoring',
      description: overview,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(tagDescriptions)
      .filter(([name]) => routes.some((route) => tagOf(route) === name))
      .map(([name, description]) => ({ name, description })),
    paths: written,
    components: {
      securitySchemes: {
        [securitySchemes.A]: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The raw API key, without `Bearer`. Any active key is admitted.',
        },
        [securitySchemes.B]: {
          type: 'http',
          scheme: 'bearer',
          description: 'The API key as a bearer token: `Authorization: Bearer <key>`.',
        },
      },
      parameters: {
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          description: '`ETag` of the answer the client has.',
          schema: { type: 'string' },
        },
      },
      headers: usedHeaders(written),
      schemas: schemas.components(),
    },
  };
}

/** `/assets/:chain` as `/assets/{chain}`. */
const pathOf = ({ path }: Pick<Route, 'path'>): string => path.replace(/:(\w+)/g, '{$1}');

const serversOf = (url: string): Record<string, unknown> => ({ servers: [{ url }] });

/** Only headers that an operation refers to. */
const usedHeaders = (paths: OpenApiObject): Readonly<Record<string, unknown>> => {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(responseHeaders).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  );
};
