import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createLimitedServer } from '../http/http-limits.ts';
import type { Logger } from '../logger.ts';
import type { EmbeddedRegistry } from './embedded.ts';
import { answer, RegistryError, type RegistryRequest } from './routes.ts';

const contentType = 'application/vnd.schemaregistry.v1+json';
const maxBodyBytes = 1_000_000;
/** Bytes read of a body that is too large. */
const mostReadBytes = 16 * 2 ** 20;

/**
 * The registry for Confluent clients, read-only. Bind it to a loopback address. It refuses requests whose `Host` is not
 * loopback, so that no web page can reach it under another name (DNS rebinding).
 */
export function createRegistryServer(registry: EmbeddedRegistry, options: { readonly logger: Logger }): Server {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { status, body } = answer(registry, await readRequest(request));
      send(response, status, body);
    } catch (error) {
      if (!(error instanceof RegistryError)) options.logger.error({ err: error }, 'the schema registry failed');
      const known =
        error instanceof RegistryError ? error : new RegistryError(50001, 'Error in the backend data store');
      send(response, statusOf(known.code), { error_code: known.code, message: known.message });
    }
  };
  return createLimitedServer((request, response) => {
    handle(request, response).catch((error: unknown) => options.logger.error({ err: error }, 'an answer was not sent'));
  });
}

const statusOf = (code: number): number => (code < 1_000 ? code : Math.floor(code / 100));

function send(response: ServerResponse, status: number, body: unknown): void {
  if (status === 405) response.setHeader('Allow', 'GET');
  response.writeHead(status, { 'Content-Type': contentType, 'X-Content-Type-Options': 'nosniff' });
  response.end(JSON.stringify(body));
}

async function readRequest(request: IncomingMessage): Promise<RegistryRequest> {
  if (!isLoopback(request.headers.host ?? '')) {
    throw new RegistryError(403, 'This registry answers on loopback names only: localhost, 127.0.0.1 or [::1]');
  }
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
  return {
    method,
    path: segmentsOf(path),
    query: new URLSearchParams(query),
    body: method === 'POST' ? await readJson(request) : null,
  };
}

/** Whether a `Host` header is a loopback name, with any port. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host);

function segmentsOf(path: string): readonly string[] {
  try {
    return path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent);
  } catch {
    throw new RegistryError(404, 'HTTP 404 Not Found');
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Unread bytes close the connection, which would cut off the response or the client's next request.
    if (size > mostReadBytes) break;
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  if (size > maxBodyBytes) throw new RegistryError(413, `The body has more than ${maxBodyBytes} bytes`);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    throw new RegistryError(400, 'The body is not JSON');
  }
}
