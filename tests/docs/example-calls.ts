/** The requests that `/docs` fills in, from the description that it shows. */

interface Examples {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly (Examples & {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Examples>> };
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** A request of one example. */
export interface ExampleCall {
  readonly operationId: string;
  readonly name: string;
  readonly method: string;
  /** With the query; a parameter of the path without an example stays in braces. */
  readonly path: string;
  readonly body: unknown;
  /** Name of the security scheme; null for an operation without a key. */
  readonly security: string | null;
  readonly scopes: readonly string[];
  /** Whether no required parameter is left to the reader. */
  readonly isFilledIn: boolean;
}

/** One request for each named example; an operation without one is called as it is. */
export const callsOf = ({ paths }: Description): readonly ExampleCall[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'servers')
      .flatMap(([method, operation]) => namesOf(operation).map((name) => callOf(name, { path, method, operation }))),
  );

const bodiesOf = ({ requestBody }: Operation): Examples => requestBody?.content['application/json'] ?? {};

function namesOf(operation: Operation): readonly string[] {
  const parts: readonly Examples[] = [...operation.parameters, bodiesOf(operation)];
  const names = [...new Set(parts.flatMap(({ examples }) => Object.keys(examples ?? {})))];
  return names.length === 0 ? ['default'] : names;
}

function callOf(
  name: string,
  { path, method, operation }: { readonly path: string; readonly method: string; readonly operation: Operation },
): ExampleCall {
  const valueOf = ({ examples }: Examples): unknown => examples?.[name]?.value;
  const query = new URLSearchParams();
  let filled = path;
  for (const parameter of operation.parameters) {
    const value = valueOf(parameter);
    if (value === undefined) continue;
    const text = Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value);
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(text));
    else query.set(parameter.name, text);
  }
  const [scheme] = operation.security.flatMap((one) => Object.entries(one));
  return {
    operationId: operation.operationId,
    name,
    method: method.toUpperCase(),
    path: query.size === 0 ? filled : `${filled}?${query.toString()}`,
    body: valueOf(bodiesOf(operation)),
    security: scheme?.[0] ?? null,
    scopes: scheme?.[1] ?? [],
    isFilledIn: !filled.includes('{'),
  };
}
