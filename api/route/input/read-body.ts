import bodyParser from 'koa-bodyparser';
import { ApiError } from '../../errors.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { RequestBody } from '../route.ts';

/** Largest request body, bytes (conformance G-12); a route may declare another. */
const usualLimit = 16 * 1024;

/** Reads the JSON body of a request; its shape is checked later. Refusals: G-08 … G-14. */
export function createBodyReader(declaration: RequestBody): (ctx: RequestContext) => Promise<unknown> {
  const types = ['application/json', ...(declaration.types ?? [])];
  const limit = declaration.maxBytes ?? usualLimit;
  // It reads the bytes, one character each; the JSON parser below is stricter than its own.
  const receive = bodyParser({
    enableTypes: ['text'],
    extendTypes: { text: types },
    textLimit: String(limit),
    encoding: 'binary',
    onerror: (error, ctx) => {
      // Discards the rest of the body, so that the connection can serve the next request.
      ctx.req.resume();
      throw isTooLarge(error) ? tooLarge(limit) : unreadable();
    },
  });
  return async function readBody(ctx) {
    if (isEmpty(ctx)) throw missingBody();
    if (ctx.is(types) === false) {
      throw new ApiError('unsupported_media_type', `Send the request body as ${types.join(' or ')}`);
    }
    if (!isPlain(ctx.get('content-encoding'))) throw compressed();
    // The library knows `identity` in lower case only.
    delete ctx.req.headers['content-encoding'];
    await receive(ctx, nothing);
    const text = ctx.request.body as string;
    if (text === '') throw missingBody();
    return parseJson(text);
  };
}

const isEmpty = (ctx: RequestContext): boolean =>
  ctx.get('transfer-encoding') === '' && (ctx.get('content-length') === '' || ctx.get('content-length') === '0');

const isPlain = (encoding: string): boolean => ['', 'identity'].includes(encoding.trim().toLowerCase());

const missingBody = (): ApiError => new ApiError('invalid_parameter', 'A JSON request body is required');
const tooLarge = (limit: number): ApiError =>
  new ApiError('payload_too_large', `The request body is larger than ${limit} bytes`);
const unreadable = (): ApiError => new ApiError('invalid_parameter', 'Request body cannot be read');
const notAnObject = (): ApiError => new ApiError('invalid_parameter', 'The body must be an object');
const notJson = (): ApiError => new ApiError('invalid_parameter', 'Request body is not valid JSON');

/** A stream of compressed bytes that breaks off after the size limit ends the process (decision 3). */
const compressed = (): ApiError =>
  new ApiError('unsupported_media_type', 'Send the request body without a content encoding', {
    headers: { 'Accept-Encoding': 'identity' },
  });

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && error.type === 'entity.too.large';

const nothing = (): Promise<void> => Promise.resolve();

/**
 * JSON that is an object, of bytes in UTF-8 with a character each. A member that would reach a prototype is refused (G-14).
 */
function parseJson(bytes: string): unknown {
  let value: unknown;
  try {
    const text = isAscii(bytes) ? bytes : decoded(Buffer.from(bytes, 'latin1'));
    value = needsReviver(text) ? JSON.parse(text, refusePrototype) : JSON.parse(text);
  } catch {
    throw notJson();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notAnObject();
  return value;
}

const isAscii = (bytes: string): boolean => !/[^\0-\x7f]/.test(bytes);
const decoded = (bytes: Buffer): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

/** A body of this many objects and lists may nest so deeply that a walk of it exhausts the stack. */
const mostOpened = 1_000;

/**
 * A reviver is called for every value. It is used only where the name is spelled out, or may be by escapes, and where the
 * text may nest deeply: the walk of the reviver refuses that.
 */
const needsReviver = (text: string): boolean =>
  text.includes('__proto__') || text.includes('\\u') || (text.match(/[[{]/g)?.length ?? 0) > mostOpened;

function refusePrototype(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new SyntaxError('a member is named __proto__');
  return value;
}
