import { ApiError } from '../../api/errors.ts';
import type { RequestContext } from '../../api/http/request-context.ts';

const formType = 'application/x-www-form-urlencoded';
const mostBytes = 16 * 1024;

/**
 * The fields of a form. A field that is given twice is refused unless it is one of `repeated`: which of them counts would
 * depend on the reader.
 */
export async function readForm(ctx: RequestContext, repeated: readonly string[] = []): Promise<URLSearchParams> {
  if (ctx.is(formType) !== formType) throw new ApiError('unsupported_media_type', `Send the form as ${formType}`);
  if (ctx.get('content-encoding') !== '') {
    throw new ApiError('unsupported_media_type', 'Send the form without a content encoding');
  }
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of ctx.req as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > mostBytes) throw new ApiError('payload_too_large', `The form is larger than ${mostBytes} bytes`);
    pieces.push(piece);
  }
  const form = new URLSearchParams(Buffer.concat(pieces).toString('utf8'));
  const once = [...form.keys()].filter((name) => !repeated.includes(name));
  if (new Set(once).size !== once.length) throw new ApiError('invalid_parameter', 'A field is given twice');
  return form;
}
