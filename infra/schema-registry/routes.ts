import { incompatibilities, schemaFault } from '../../schemas/compatibility.ts';
import { type EmbeddedRegistry, type RegisteredSchema, schemaHash } from './embedded.ts';

export interface RegistryRequest {
  readonly method: string;
  /** Decoded path segments. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  /** Parsed body of a POST. */
  readonly body: unknown;
}

export interface RegistryAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** An error with a code of Confluent's registry: the HTTP status and two digits. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

type Handler = (registry: EmbeddedRegistry, request: RegistryRequest, parts: readonly string[]) => unknown;

const level = 'FULL_TRANSITIVE';

/** Read routes of Confluent's registry. `*` is one segment; the handler gets the segments in order. */
const routes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ['GET', 'subjects', (registry, { query }) => withPrefix(registry.subjects(), query.get('subjectPrefix') ?? '')],
  ['GET', 'subjects/*/versions', (registry, _, [subject]) => known(registry, subject).map((one) => one.version)],
  [
    'GET',
    'subjects/*/versions/*',
    (registry, _, [subject, version]) => asVersion(versionOf(registry, subject, version)),
  ],
  [
    'GET',
    'subjects/*/versions/*/schema',
    (registry, _, [subject, version]) => rawSchema(versionOf(registry, subject, version)),
  ],
  ['GET', 'schemas/types', () => ['AVRO']],
  ['GET', 'schemas/ids/*', (registry, _, [id]) => ({ schema: schemaOf(registry, id) })],
  ['GET', 'schemas/ids/*/schema', (registry, _, [id]) => JSON.parse(schemaOf(registry, id)) as unknown],
  [
    'GET',
    'schemas/ids/*/versions',
    (registry, _, [id]) => usesOf(registry, id).map(({ subject, version }) => ({ subject, version })),
  ],
  [
    'GET',
    'schemas/ids/*/subjects',
    (registry, _, [id]) => [...new Set(usesOf(registry, id).map((one) => one.subject))],
  ],
  ['GET', 'config', () => ({ compatibilityLevel: level })],
  ['GET', 'config/*', (registry, _, [subject]) => levelOf(registry, subject)],
  ['GET', 'mode', () => ({ mode: 'READONLY' })],
  ['POST', 'subjects/*', (registry, { body }, [subject]) => lookUp(registry, subject, body)],
  [
    'POST',
    'compatibility/subjects/*/versions',
    (registry, request, [subject]) => compare(known(registry, subject), request),
  ],
  [
    'POST',
    'compatibility/subjects/*/versions/*',
    (registry, request, [subject, version]) => compare([versionOf(registry, subject, version)], request),
  ],
];

function levelOf(registry: EmbeddedRegistry, subject: string | undefined): unknown {
  known(registry, subject);
  return { compatibilityLevel: level };
}

/** Answers a request or throws a RegistryError. */
export function answer(registry: EmbeddedRegistry, request: RegistryRequest): RegistryAnswer {
  const matching = routes.filter(([, pattern]) => matches(pattern, request.path));
  const route = matching.find(([method]) => method === request.method);
  if (route === undefined) {
    if (request.method !== 'GET')
      throw new RegistryError(405, 'This registry is read-only: HTTP 405 Method Not Allowed');
    throw new RegistryError(404, 'HTTP 404 Not Found');
  }
  const [, pattern, handler] = route;
  const parts = request.path.filter((_, index) => pattern.split('/')[index] === '*');
  return { status: 200, body: handler(registry, request, parts) };
}

function matches(pattern: string, path: readonly string[]): boolean {
  const segments = pattern.split('/');
  return (
    segments.length === path.length && segments.every((segment, index) => segment === '*' || segment === path[index])
  );
}

const withPrefix = (subjects: readonly string[], prefix: string): readonly string[] =>
  subjects.filter((subject) => subject.startsWith(prefix));

function known(registry: EmbeddedRegistry, subject = ''): readonly RegisteredSchema[] {
  const versions = registry.versions(subject);
  if (versions.length === 0) throw new RegistryError(40401, `Subject '${subject}' not found.`);
  return versions;
}

function versionOf(registry: EmbeddedRegistry, subject: string | undefined, text = ''): RegisteredSchema {
  const versions = known(registry, subject);
  if (text !== 'latest' && text !== '-1' && !/^[1-9]\d{0,9}$/.test(text)) {
    throw new RegistryError(
      42202,
      `The specified version '${text}' is not a valid version id. Allowed values are between [1, 2^31-1] and the string "latest"`,
    );
  }
  const found =
    text === 'latest' || text === '-1' ? versions.at(-1) : versions.find((one) => String(one.version) === text);
  if (found === undefined) throw new RegistryError(40402, `Version ${text} not found.`);
  return found;
}

const asVersion = ({ subject, version, id, schema }: RegisteredSchema): unknown => ({ subject, version, id, schema });

const rawSchema = (registered: RegisteredSchema): unknown => JSON.parse(registered.schema);

function usesOf(registry: EmbeddedRegistry, text = ''): readonly RegisteredSchema[] {
  const uses = /^\d{1,10}$/.test(text) ? registry.usesOf(Number(text)) : [];
  if (uses.length === 0) throw new RegistryError(40403, `Schema ${text} not found`);
  return uses;
}

const schemaOf = (registry: EmbeddedRegistry, text: string | undefined): string =>
  usesOf(registry, text)[0]?.schema ?? '';

function lookUp(registry: EmbeddedRegistry, subject: string | undefined, body: unknown): unknown {
  const hash = schemaHash(givenSchema(body));
  const found = known(registry, subject).find((one) => schemaHash(one.schema) === hash);
  if (found === undefined) throw new RegistryError(40403, 'Schema not found');
  return asVersion(found);
}

function compare(versions: readonly RegisteredSchema[], { body, query }: RegistryRequest): unknown {
  const problems = incompatibilities(
    versions.map((one) => one.schema),
    givenSchema(body),
  );
  const verdict = { is_compatible: problems.length === 0 };
  return query.get('verbose') === 'true' ? { ...verdict, messages: problems } : verdict;
}

function givenSchema(body: unknown): string {
  const { schema, schemaType = 'AVRO' } = (typeof body === 'object' && body !== null ? body : {}) as {
    readonly schema?: unknown;
    readonly schemaType?: unknown;
  };
  if (typeof schema !== 'string')
    throw new RegistryError(42201, 'The body has no member "schema" with an Avro schema as text');
  const fault = schemaType === 'AVRO' ? schemaFault(schema) : 'only AVRO is supported';
  if (fault !== null) throw new RegistryError(42201, `Input schema is an invalid Avro schema: ${fault}`);
  return schema;
}
