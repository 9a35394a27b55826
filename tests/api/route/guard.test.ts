import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { apiRoutes, createRouter } from '../../../api/app.ts';
import type { ApiDependencies } from '../../../api/route/dependencies.ts';
import { createAnswerCheck } from '../../../api/route/answers/check-answer.ts';
import { createJsonValidator } from '../../../api/route/input/json-validator.ts';
import { closedObject, text } from '../../../schemas/json-schema.ts';
import type { KeyedRoute, Route } from '../../../api/route/route.ts';

const dependencies = {
  tables: { query: async () => [] },
  registry: {},
  config: { checkResponses: true, rateLimit: null },
  versions: { subscribe: () => () => undefined },
  texts: { isErased: async () => false },
  clock: () => 0,
  stopping: new AbortController().signal,
  health: {},
  webhookSender: {},
} as unknown as ApiDependencies;

const route: KeyedRoute = {
  operationId: 'sample',
  summary: 'A route',
  description: 'A route of a test.',
  examples: {},
  interface: 'B',
  method: 'GET',
  path: '/me/sample',
  scopes: ['monitoring:read'],
  responses: {
    200: { description: 'ok', schema: closedObject({ name: text }) },
    204: { description: '', schema: null },
  },
  errors: ['not_found'],
  handle: () => ({ status: 200, json: { name: 'x' } }),
};

test('a route without a declaration of its scopes does not start', () => {
  const { scopes: _scopes, ...undeclared } = route;
  const broken: readonly unknown[] = [
    undeclared,
    { ...route, scopes: null },
    { ...route, scopes: [] },
    { ...route, interface: 'A', scopes: null },
    { ...route, interface: 'service' },
  ];
  for (const one of broken) {
    assert.throws(() => createRouter([one as Route], dependencies), /scope/);
  }
  createRouter([route], dependencies);
});

test('every route of the API is declared once, with a name and its answers', () => {
  const routes = apiRoutes(dependencies);
  const unique = (values: readonly string[]): number => new Set(values).size;
  assert.is(unique(routes.map(({ operationId }) => operationId)), routes.length);
  assert.is(unique(routes.map(({ method, path }) => `${method} ${path}`)), routes.length);
  for (const { operationId, responses, path, params } of routes) {
    assert.ok(Object.keys(responses).length > 0, operationId);
    const named = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    assert.equal(named, Object.keys(params ?? {}), operationId);
  }
  createRouter(routes, dependencies);
});

test('an answer that differs from its declaration is an error', () => {
  const check = createAnswerCheck(route, createJsonValidator());
  check.answer({ status: 200, json: { name: 'x' } });
  check.answer({ status: 204 });
  check.answer({ status: 200, bytes: Buffer.from('{"name":"x"}') });
  assert.throws(() => check.answer({ status: 200, json: { name: 1 } }), /off its schema/);
  assert.throws(() => check.answer({ status: 200, json: { name: 'x', extra: 1 } }), /extra/);
  assert.throws(() => check.answer({ status: 200 }), /off its schema/);
  assert.throws(() => check.answer({ status: 201, json: { name: 'x' } }), /undeclared status 201/);
  assert.throws(() => check.answer({ status: 204, json: {} }), /with a body/);
});

/** Queries of every tenant's rows. */
const ofTheOperator = 'readmodel/accounts/';

test('every query on the account tables names the tenant, once for each table it reads', () => {
  const folder = fileURLToPath(new URL('../../../api/', import.meta.url));
  const queries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith(ofTheOperator))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/`[^`\\]*(?:\\.[^`\\]*)*`/gs)])
    .map(([text]) => text)
    .filter((text) => /^`\s*(SELECT|WITH)\b/.test(text));
  const tables =
    /store_(tenants|watch_items|hidden_intervals|intake_notices|read_markers|webhooks|webhook_deliveries|requests)\b/g;
  const counted = queries.map((text) => [
    (text.match(tables) ?? []).length,
    (text.match(/tenant_id = \{tenantId:String\}/g) ?? []).length,
  ]);
  assert.ok(counted.filter(([read]) => (read ?? 0) > 0).length >= 4, 'the account queries were not found');
  for (const [index, [read, bound]] of counted.entries()) assert.is(bound, read, queries[index]);
});

test('only the pages of the operator read the rows of every tenant', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const readers = ['api', 'explorer'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${top}/${file}`)
      .filter((file) => /from '[^']*accounts\/(?:queries|commands)\.ts'/.test(readFileSync(join(root, file), 'utf8'))),
  );
  assert.ok(readers.length > 0);
  assert.equal(
    readers.filter((file) => !file.startsWith('explorer/pages/operator/')),
    [],
  );
});

test.run();
