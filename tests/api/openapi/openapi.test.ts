import { Validator } from '@seriousme/openapi-schema-validator';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { explanationKinds } from '../../../schemas/explanation-kinds.ts';
import { checkedUrl } from '../../../infra/fetch/guarded-post.ts';
import { apiRoutes, createRouter } from '../../../api/app.ts';
import { refusalsOf } from '../../../api/route/answers/check-answer.ts';
import { tagDescriptions, tagOf } from '../../../api/openapi/tags.ts';
import { createJsonValidator } from '../../../api/route/input/json-validator.ts';
import { statusOfCode } from '../../../api/errors.ts';
import type { Route, RouteExample } from '../../../api/route/route.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import { fillExampleWorld } from '../example-world.ts';
import { type Harness, memberOf, openHarness } from '../harness.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly schema: Readonly<Record<string, unknown>> }[];
  readonly responses: Readonly<Record<string, { readonly headers?: object; readonly content?: object }>>;
}

let api: Harness;
let routes: readonly Route[];
let document: Readonly<Record<string, unknown>>;

test.before(async () => {
  const post = async () => ({ status: 204, text: '', error: null });
  api = await openHarness({ webhookSender: { post, check: (url) => checkedUrl(url, new Set()).url } });
  routes = apiRoutes(api.dependencies);
  document = (await api.send('GET', '/openapi.json')).body;
});
test.after(async () => {
  await api.close();
});

const pathOf = ({ path }: Route): string => path.replace(/:(\w+)/g, '{$1}');
const operationOf = (route: Route): Operation =>
  memberOf(document, 'paths', pathOf(route), route.method.toLowerCase()) as Operation;

test('V-01 the description is valid OpenAPI 3.1 in version 1.0.0', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.equal([valid, errors ?? []], [true, []]);
  assert.is(document['openapi'], '3.1.0');
  assert.is(memberOf(document, 'info', 'version'), '1.0.0');
  const { headers } = await api.send('GET', '/openapi.json');
  assert.is(headers['access-control-allow-origin'], '*');
});

test('B-71 the description states the meaning of every kind of change', () => {
  const text = JSON.stringify(document);
  for (const [kind, { meaning }] of Object.entries(explanationKinds)) {
    assert.ok(text.includes(`- \`${kind}\`: ${meaning}`), kind);
  }
});

test('the mounted routes are exactly the described ones', () => {
  const mounted = createRouter(routes, api.dependencies).stack.flatMap(({ path, methods }) =>
    methods
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method} ${String(path).replace(/:(\w+)/g, '{$1}')}`),
  );
  const described = Object.entries(document['paths'] as object).flatMap(([path, item]) =>
    Object.keys(item as object)
      .filter((name) => name !== 'servers')
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.equal(described.sort(), mounted.sort());
});

test('every operation is described for readers who do not know the API', () => {
  for (const route of routes) {
    const operation = operationOf(route);
    const name = operation.operationId;
    assert.ok(operation.summary.length > 0 && operation.summary.length < 80, name);
    assert.ok(operation.description.length > operation.summary.length, `${name} is not described`);
    assert.ok(Object.keys(route.examples).length > 0, `${name} has no example`);
    assert.equal(operation.tags, [tagOf(route)]);
    assert.ok(
      Object.keys(operation.responses).some((status) => status.startsWith('4')),
      name,
    );
    const scheme = { A: 'registryKey', B: 'explorerKey', service: null }[route.interface];
    assert.equal(operation.security, scheme === null ? [] : [{ [scheme]: route.scopes }], name);
  }
  assert.equal(memberOf(document, 'components', 'securitySchemes', 'registryKey', 'type'), 'apiKey');
  assert.equal(memberOf(document, 'components', 'securitySchemes', 'explorerKey', 'scheme'), 'bearer');
});

/** Summaries and descriptions at any depth. */
const textsIn = (node: unknown): readonly string[] =>
  typeof node !== 'object' || node === null
    ? []
    : Object.entries(node).flatMap(([name, value]: [string, unknown]) =>
        typeof value === 'string' && ['summary', 'description'].includes(name) ? [value] : textsIn(value),
      );

test('no text names a type of the code', () => {
  const prose = textsIn(document).map((text) => text.replace(/`[^`]*`/g, ''));
  assert.ok(prose.length > 300, `${prose.length} texts`);
  const names = prose.flatMap((text) => text.match(/\b[A-Z][a-z]+[A-Z]\w*/g) ?? []);
  assert.equal(
    [...new Set(names)].filter((name) => !['OpenAPI', 'KiB', 'MiB'].includes(name)),
    [],
  );
});

/** Objects with members of their own that no name refers to, by place. */
const unnamedIn = (node: unknown, at: string): readonly string[] => {
  if (typeof node !== 'object' || node === null) return [];
  const isObject = memberOf(node, 'type') === 'object' && memberOf(node, 'properties') !== undefined;
  return [
    ...(isObject ? [at] : []),
    ...Object.entries(node).flatMap(([name, part]) =>
      ['example', 'examples'].includes(name) ? [] : unnamedIn(part, `${at}/${name}`),
    ),
  ];
};

test('V-05 every body, and every object within one, is a named schema', () => {
  for (const [path, item] of Object.entries(document['paths'] as object)) assert.equal(unnamedIn(item, path), []);
  const schemas = Object.entries(memberOf(document, 'components', 'schemas') as object);
  assert.ok(schemas.length > 80, `${schemas.length} schemas`);
  for (const [name, schema] of schemas) {
    const parts = Object.entries(schema as object).flatMap(([key, part]) => unnamedIn(part, `${name}/${key}`));
    assert.equal(parts, []);
  }
  const declared = memberOf(document, 'tags') as readonly { readonly name: string }[];
  assert.equal(
    declared.map(({ name }) => name),
    [...new Set(routes.map(tagOf))].sort((a, b) => tagsInOrder.indexOf(a) - tagsInOrder.indexOf(b)),
  );
});

const tagsInOrder: readonly string[] = Object.keys(tagDescriptions);

test('every refusal of a route is described with its envelope and headers', () => {
  for (const route of routes) {
    const { responses, operationId } = operationOf(route);
    const statuses = route.interface === 'service' ? [] : refusalsOf(route).map((code) => statusOfCode[code]);
    for (const status of statuses) assert.ok(String(status) in responses, `${operationId} does not describe ${status}`);
    for (const [status, response] of Object.entries(responses)) {
      const headers = Object.keys(response.headers ?? {});
      assert.ok(headers.includes('X-Request-Id'), `${operationId} ${status}`);
      if (route.interface !== 'service') assert.ok(headers.includes('RateLimit'), `${operationId} ${status}`);
      if (['429', '502'].includes(status)) assert.ok(headers.includes('Retry-After'), `${operationId} ${status}`);
      if (status === '401') assert.ok(headers.includes('WWW-Authenticate'), operationId);
    }
  }
  const envelope = (path: string): unknown =>
    memberOf(document, 'paths', path, 'get', 'responses', '401', 'content', 'application/json', 'schema', '$ref');
  assert.is(envelope('/assets'), '#/components/schemas/ErrorBody');
  assert.is(envelope('/me/watchlist'), '#/components/schemas/ErrorWithCode');
});

test('B-71 vocabularies are open sets in answers and closed in requests', () => {
  const text = JSON.stringify(memberOf(document, 'components', 'schemas', 'Change'));
  const category = memberOf(document, 'components', 'schemas', 'Change', 'properties', 'category');
  assert.is(memberOf(category, 'enum'), undefined);
  assert.equal(memberOf(category, 'x-extensible-enum'), termsOf('category'));
  assert.match(String(memberOf(category, 'description')), /Open set.*`sanctions`/);
  assert.not.match(text, '"enum":["weakens"');
  const asked = routes
    .filter(({ operationId }) => operationId === 'listChanges')
    .flatMap((route) => operationOf(route).parameters)
    .find(({ name }) => name === 'category');
  assert.equal(memberOf(asked, 'schema', 'items', 'enum'), termsOf('category'));
});

test('FD-22 every example fits its schema, and the app answers it as shown', async () => {
  const validator = createJsonValidator();
  const shown = new Set<string>();
  const shared = await fillExampleWorld(api);
  for (const route of routes) {
    const world = route.method === 'GET' ? shared : await fillExampleWorld(api);
    for (const [name, example] of Object.entries(route.examples)) {
      const at = `${route.operationId}/${name}`;
      const declared = route.responses[example.status];
      if (declared === undefined) throw new Error(`${at}: ${example.status} is not declared`);
      if (example.answer !== undefined) {
        assert.equal(validator.compile(declared.schema ?? {})(example.answer), [], at);
      }
      const { status, body } = await sendExample(route, example, world);
      assert.is(status, example.status, at);
      if (example.answer !== undefined && route.interface !== 'service') {
        assert.equal(shapeOf(body), shapeOf(example.answer), at);
      }
      shown.add(at);
    }
  }
  assert.ok(shown.size >= routes.length);
});

/** Sends an example and returns its answer; of a stream only the status. */
async function sendExample(
  route: Route,
  example: RouteExample,
  { key, actual }: Awaited<ReturnType<typeof fillExampleWorld>>,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const path = Object.entries(example.params ?? {}).reduce(
    (filled, [name, value]) => filled.replace(`:${name}`, encodeURIComponent(value)),
    route.path,
  );
  const query = new URLSearchParams({ ...example.query }).toString();
  const body = example.body === undefined ? {} : { body: JSON.stringify(example.body) };
  const authorization = route.interface === 'B' ? `Bearer ${key.text}` : key.text;
  const cancel = new AbortController();
  const response = await fetch(actual(`http://127.0.0.1:${api.port}${path}${query === '' ? '' : `?${query}`}`), {
    method: route.method,
    headers: { authorization, ...('body' in body ? { 'content-type': 'application/json' } : {}) },
    signal: cancel.signal,
    ...body,
  });
  const type = response.headers.get('content-type') ?? '';
  const json: unknown = type.startsWith('application/json') ? await response.json() : null;
  cancel.abort();
  return { status: response.status, body: json };
}

/** Names and types of the members; of a list the first entry. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, shapeOf(member)]),
  );
}

test.run();
