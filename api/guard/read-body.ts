import bodyParser from 'koa-bodyparser';
import { ApiError } from '../errors.ts';
import type { RequestContext } from '../request-context.ts';
import type { RequestBody } from '../route.ts';

/** Largest request body after decompression, bytes (conformance G-12). */
const bodyLimit = 16 * 1024;

/** Reads the JSON body of a request; its shape is checked later. Refusals: G-08 … G-14. */
export function createBodyReader(declaration: RequestBody): (ctx: RequestContext) => Promise<unknown> {
  const types = ['application/json', ...(declaration.types ?? [])];
  const parse = bodyParser({
    enableTypes: ['json'],
    extendTypes: { json: types },
    jsonLimit: `${bodyLimit}b`,
  });
  return async function readBody(ctx) {
    if (isEmpty(ctx)) throw missingBody();
    if (ctx.is(types) === false) {
      throw new ApiError('unsupported_media_type', `Send the request body as ${types.join(' or ')}`);
    }
    try {
      await parse(ctx, async () => undefined);
    } catch (error) {
      throw refusalOf(error);
    }
    if (ctx.request.rawBody === '') throw missingBody();
    return ctx.request.body;
  };
}

const isEmpty = (ctx: RequestContext): boolean =>
  ctx.get('transfer-encoding') === '' && (ctx.get('content-length') === '' || ctx.get('content-length') === '0');

const missingBody = (): ApiError => new ApiError('invalid_parameter', 'A JSON request body is required');

/** Whatever the parser refuses is about the client's bytes; its own words are not repeated. */
function refusalOf(error: unknown): ApiError {
  const status = error instanceof Error && 'status' in error ? error.status : null;
  if (status === 413) return new ApiError('payload_too_large', `The request body is larger than ${bodyLimit} bytes`);
  if (status === 415) return new ApiError('unsupported_media_type', 'The content encoding of the request is not known');
  if (error instanceof SyntaxError) return new ApiError('invalid_parameter', 'Request body is not valid JSON');
  return new ApiError('invalid_parameter', 'Request body cannot be read');
}
