import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { ApiError } from '../errors.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { RequestBody } from '../route.ts';

/** Largest request body, as sent and after decompression, bytes (conformance G-12); a route may declare another. */
const usualLimit = 16 * 1024;

/** Reads the JSON body of a request; its shape is checked later. Refusals: G-08 … G-14. */
export function createBodyReader(declaration: RequestBody): (ctx: RequestContext) => Promise<unknown> {
  const types = ['application/json', ...(declaration.types ?? [])];
  const limit = declaration.maxBytes ?? usualLimit;
  return async function readBody(ctx) {
    if (isEmpty(ctx)) throw missingBody();
    if (ctx.is(types) === false) {
      throw new ApiError('unsupported_media_type', `Send the request body as ${types.join(' or ')}`);
    }
    const decode = decoderOf(ctx.get('content-encoding'), limit);
    const bytes = await decode(await receive(ctx.req, limit));
    if (bytes.length === 0) throw missingBody();
    return parseJson(bytes);
  };
}

const isEmpty = (ctx: RequestContext): boolean =>
  ctx.get('transfer-encoding') === '' && (ctx.get('content-length') === '' || ctx.get('content-length') === '0');

const missingBody = (): ApiError => new ApiError('invalid_parameter', 'A JSON request body is required');
const tooLarge = (limit: number): ApiError =>
  new ApiError('payload_too_large', `The request body is larger than ${limit} bytes`);
const unreadable = (): ApiError => new ApiError('invalid_parameter', 'Request body cannot be read');
const notJson = (): ApiError => new ApiError('invalid_parameter', 'Request body is not valid JSON');

/** All bytes as sent. What goes beyond the limit is let go unread, so that the connection serves the next request. */
async function receive(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > limit) break;
      chunks.push(chunk);
    }
  } catch {
    throw unreadable();
  }
  if (length <= limit) return Buffer.concat(chunks);
  request.resume();
  throw tooLarge(limit);
}

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/**
 * Undoes a content coding in one call, never through a stream: a stream that is abandoned at the limit may still fail,
 * with nobody listening, and take the process with it.
 */
function decoderOf(encoding: string, limit: number): (bytes: Buffer) => Promise<Buffer> {
  const decompress = decompressors.get(encoding.trim().toLowerCase());
  if (decompress === undefined) {
    throw new ApiError('unsupported_media_type', 'The content encoding of the request is not known');
  }
  return async (bytes) => {
    try {
      return await decompress(bytes, { maxOutputLength: limit });
    } catch (error) {
      throw isOverLimit(error) ? tooLarge(limit) : unreadable();
    }
  };
}

const inflate = promisify(unzip) as Decode;
const asSent: Decode = (bytes) => Promise.resolve(bytes);

const decompressors: ReadonlyMap<string, Decode> = new Map([
  ['', asSent],
  ['identity', asSent],
  ['gzip', inflate],
  ['x-gzip', inflate],
  ['deflate', inflate],
  ['br', promisify(brotliDecompress)],
]);

const isOverLimit = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

/** JSON text in UTF-8 that is an object or array. A member that would reach a prototype is refused (G-14). */
function parseJson(bytes: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), refusePrototype);
  } catch {
    throw notJson();
  }
  if (typeof value !== 'object' || value === null) throw notJson();
  return value;
}

function refusePrototype(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new SyntaxError('a member is named __proto__');
  return value;
}
