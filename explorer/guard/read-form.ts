import { ApiError } from '../../api/errors.ts';
import { type ConcurrencyLimit, createConcurrencyLimit } from '../../api/readmodel/concurrency-limit.ts';
import type { RequestContext } from '../../api/route/http/request-context.ts';

const formType = 'application/x-www-form-urlencoded';
const usualBytes = 16 * 1024;
/** Forms of one network that may be on their way at a time. */
const mostOpenForms = 8;

/**
 * Receives forms. A client may send one slowly, so no place among the requests in flight is taken before it is there; how
 * many a network may have on their way is limited instead.
 */
export type FormReader = (ctx: RequestContext, network: string, mostBytes?: number) => Promise<URLSearchParams>;

export function createFormReader(open: ConcurrencyLimit = createConcurrencyLimit(mostOpenForms)): FormReader {
  return async (ctx, network, mostBytes = usualBytes) => {
    try {
      const release = open.acquire(network, 'Too many forms from your network are being processed; send it again');
      try {
        return await receive(ctx, mostBytes);
      } finally {
        release();
      }
    } catch (error) {
      // The rest of a form that nothing reads must not keep the connection.
      if (!ctx.req.complete) ctx.set('Connection', 'close');
      throw error;
    }
  };
}

async function receive(ctx: RequestContext, mostBytes: number): Promise<URLSearchParams> {
  if (ctx.is(formType) !== formType) throw new ApiError('unsupported_media_type', `Send the form as ${formType}`);
  if (ctx.get('content-encoding') !== '') {
    throw new ApiError('unsupported_media_type', 'Send the form without a content encoding');
  }
  return new URLSearchParams((await bytesOf(ctx, mostBytes)).toString('utf8'));
}

async function bytesOf(ctx: RequestContext, mostBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > mostBytes) break;
      pieces.push(piece);
    }
  } catch {
    throw new ApiError('form_refused', 'The form ended before it was complete');
  }
  if (size > mostBytes) throw new ApiError('payload_too_large', `The form is larger than ${mostBytes} bytes`);
  return Buffer.concat(pieces);
}

/**
 * Refuses fields that the form does not have, and a field that is given twice unless it is one of `repeated`: which of them
 * counts would depend on the reader.
 */
export function refuseUndeclaredFields(
  form: URLSearchParams,
  fields: readonly string[],
  repeated: readonly string[] = [],
): void {
  const names = [...form.keys()];
  const unknown = names.find((name) => name !== 'token' && !fields.includes(name));
  if (unknown !== undefined) {
    throw new ApiError('form_refused', `The form has no field ${JSON.stringify(unknown.slice(0, 64))}`);
  }
  const once = names.filter((name) => !repeated.includes(name));
  if (new Set(once).size !== once.length) throw new ApiError('form_refused', 'A field is given twice');
}
