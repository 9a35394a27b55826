import type { JsonSchema } from '../../schemas/json-schema.ts';
import type { QueryParameter } from '../readmodel/input.ts';
import type { ResponseDeclaration } from '../route/answer.ts';
import type { Route, RouteExample } from '../route/route.ts';
import { type Refusal, refusalsShown } from './refusals.ts';
import type { ResponseHeader } from '../route/http/response-headers.ts';
import { tagOf } from './tags.ts';
import { mapValues, type SchemaWriter } from './schemas.ts';

type OpenApiObject = Readonly<Record<string, unknown>>;

/** The Operation Object of a route. */
export function operationOf(route: Route, schemas: SchemaWriter): OpenApiObject {
  const { body, operationId, summary } = route;
  return {
    operationId,
    summary,
    description: route.description,
    tags: [tagOf(route)],
    security: securityOf(route),
    ...(route.deprecation === undefined ? {} : { deprecated: true }),
    parameters: parametersOf(route, schemas),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(route, body.schema, schemas) }),
    responses: responsesOf(route, schemas),
  };
}

/** Names of the security schemes. */
export const securitySchemes = { A: 'registryKey', B: 'explorerKey' } as const;

const securityOf = (route: Route): readonly OpenApiObject[] =>
  route.interface === 'service' ? [] : [{ [securitySchemes[route.interface]]: route.scopes }];

const examplesOf = (route: Route): readonly (readonly [string, RouteExample])[] => Object.entries(route.examples);

/**
 * Examples of one part of the requests, by name; empty if no example has that part. Only of requests that succeed.
 */
function shown(route: Route, part: (example: RouteExample) => unknown): OpenApiObject {
  const examples = examplesOf(route).flatMap(([name, example]) => {
    // A page fills in the first, which is to succeed.
    if (example.status >= 400) return [];
    const value = part(example);
    return value === undefined ? [] : [[name, { summary: example.summary, value }] as const];
  });
  return examples.length === 0 ? {} : { examples: Object.fromEntries(examples) };
}

function parametersOf(route: Route, schemas: SchemaWriter): readonly OpenApiObject[] {
  const path = Object.entries(route.params ?? {}).map(([name, { description, schema }]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: schemas.request(schema),
    ...shown(route, ({ params, own }) => (own === true ? undefined : params?.[name])),
  }));
  const query = Object.entries(route.query?.parameters ?? {}).map(([name, parameter]) => ({
    name,
    in: 'query',
    description: parameter.description,
    ...requiredOf(parameter),
    ...queryValueOf(parameter, schemas),
    ...shown(route, ({ query: values }) => exampleOf(parameter, values?.[name])),
  }));
  const headers = Object.entries(route.requestHeaders ?? {}).map(
    ([name, { description, schema, shown: readable }]) => ({
      name,
      in: 'header',
      description,
      schema: readable ?? schemas.request(schema),
    }),
  );
  const conditional = hasTag(route) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : [];
  return [...path, ...query, ...headers, ...conditional];
}

const requiredOf = ({ required }: QueryParameter): OpenApiObject => (required === true ? { required } : {});

function queryValueOf({ list, schema, shown: readable }: QueryParameter, schemas: SchemaWriter): OpenApiObject {
  const one = readable ?? schemas.request(schema);
  return list === undefined
    ? { schema: one }
    : { schema: { type: 'array', items: one, minItems: 1, maxItems: list.max }, style: 'form', explode: false };
}

/** An example in the type that the documentation declares for the parameter. */
function exampleOf({ list, shown: readable }: QueryParameter, value: string | undefined): unknown {
  if (value === undefined) return undefined;
  if (list !== undefined) return value.split(',');
  const type = readable?.['type'];
  return type === 'integer' || type === 'boolean' ? (JSON.parse(value) as unknown) : value;
}

function requestBodyOf(route: Route, schema: JsonSchema, schemas: SchemaWriter): OpenApiObject {
  const content = { schema: schemas.request(schema), ...shown(route, ({ body }) => body) };
  const types = ['application/json', ...(route.body?.types ?? [])];
  return { required: true, content: Object.fromEntries(types.map((type) => [type, content])) };
}

const hasTag = (route: Route): boolean =>
  route.interface !== 'service' && route.method === 'GET' && (route.responses[200]?.schema ?? null) !== null;

function responsesOf(route: Route, schemas: SchemaWriter): OpenApiObject {
  const declared = Object.entries(route.responses).map(
    ([status, response]) => [status, declaredOf(route, Number(status), response, schemas)] as const,
  );
  const unchanged = hasTag(route) ? ([['304', unchangedOf(route)]] as const) : [];
  const taken = new Set(Object.keys(route.responses));
  const refusals = refusalsShown(route).filter(({ status }) => !taken.has(String(status)));
  const refused = [...new Set(refusals.map(({ status }) => status))].map((status) => {
    const members = refusals.filter((refusal) => refusal.status === status);
    return [String(status), refusedOf(route, members, schemas)] as const;
  });
  return Object.fromEntries([...declared, ...unchanged, ...refused]);
}

function declaredOf(route: Route, status: number, response: ResponseDeclaration, schemas: SchemaWriter): OpenApiObject {
  const examples = examplesOf(route)
    .filter(([, example]) => example.status === status && example.answer !== undefined)
    .map(([name, { summary, answer }]) => [name, { summary, value: answer }] as const);
  const json =
    response.schema === null
      ? []
      : [
          [
            'application/json',
            {
              schema: schemas.response(response.schema),
              ...(examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }),
            },
          ] as const,
        ];
  const others = Object.entries(response.texts ?? {}).map(
    ([type, { description, example }]) =>
      [
        type,
        {
          schema: { ...textOf(type), ...(description === undefined ? {} : { description }) },
          ...(example === undefined ? {} : { example }),
        },
      ] as const,
  );
  const content = [...json, ...others];
  const own = [
    ...(response.headers ?? []),
    ...(status === 200 && hasTag(route) ? (['ETag'] as const) : []),
    ...(status === 200 && isPolled(route) ? (['X-Poll-Interval'] as const) : []),
  ];
  return {
    description: response.description,
    headers: headersOf(route, own),
    ...(content.length === 0 ? {} : { content: Object.fromEntries(content) }),
  };
}

/** Schema of a body that is not JSON. */
const textOf = (type: string): JsonSchema =>
  /^(text|application\/(x-ndjson|javascript))/.test(type) ? { type: 'string' } : { type: 'string', format: 'binary' };

const isPolled = (route: Route): boolean => route.interface !== 'service' && route.polled === true;

const unchangedOf = (route: Route): OpenApiObject => ({
  description: 'Unchanged since the answer whose `ETag` was sent back. Costs no quota.',
  // What the answer itself has beside its body, an unchanged one has, too.
  headers: headersOf(route, [
    ...(route.responses[200]?.headers ?? []),
    'ETag',
    ...(isPolled(route) ? (['X-Poll-Interval'] as const) : []),
  ]),
});

function refusedOf(route: Route, members: readonly Refusal[], schemas: SchemaWriter): OpenApiObject {
  const [first] = members;
  const examples = Object.fromEntries(members.map(({ code, example }) => [code, { value: example }]));
  const named = route.interface === 'B' ? members.map(({ code, description }) => `\`${code}\`: ${description}`) : [];
  return {
    description: named.length > 0 ? named.join(' ') : members.map(({ description }) => description).join(' '),
    headers: headersOf(
      route,
      members.flatMap(({ headers }) => headers),
    ),
    content: { 'application/json': { schema: schemas.response(first?.body ?? {}), examples } },
  };
}

function headersOf(route: Route, own: readonly ResponseHeader[]): OpenApiObject {
  const quota = route.interface === 'service' ? [] : (['RateLimit', 'RateLimit-Policy'] as const);
  const names = [...new Set<ResponseHeader>(['X-Request-Id', ...quota, ...own])];
  return mapValues(Object.fromEntries(names.map((name) => [name, name])), (name) => ({
    $ref: `#/components/headers/${name}`,
  }));
}
