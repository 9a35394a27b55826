import { constants } from 'node:zlib';
import compress from 'koa-compress';
import type { Middleware } from 'koa';
import type { RequestState } from '../http/request-context.ts';

/** Shortest body that is compressed, bytes: below it compression does not reduce the number of packets. */
const thresholdBytes = 1_024;
/** For an answer to one request: as small as gzip makes it, in a third of the time of a better quality. */
export const brotliQuality = 4;

/** Text types. The library's default list does not contain NDJSON. */
const compressed = /^text\/|^application\/(json|x-ndjson|javascript|atom\+xml)\b/;

const options = {
  filter: (type: string) => compressed.test(type),
  threshold: thresholdBytes,
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  gzip: {},
  deflate: false,
  zstd: false,
} as const;

/**
 * Compresses bodies with br or gzip, whichever the client prefers. Answers that take over their connection stay as they
 * are. A client that refuses every coding gets the plain body anyway (RFC 9110, 12.5.3).
 */
export function compressAnswers(): Middleware<RequestState> {
  const compressAnswer = compress(options) as Middleware<RequestState>;
  return async function compressAcceptably(ctx, next) {
    await next();
    if (ctx.req.headers['accept-encoding'] === undefined || !isLong(ctx.body)) return;
    if (ctx.acceptsEncodings('br', 'gzip', 'identity') === false) return;
    await compressAnswer(ctx, nothing);
  };
}

/** A stream may be long, too. Most answers are short, and their coding is not negotiated at all. */
const isLong = (body: unknown): boolean =>
  body !== null && body !== undefined && (!Buffer.isBuffer(body) || isCompressible(body));

/** Whether a body is worth compressing. */
export const isCompressible = (body: Buffer): boolean => body.length >= thresholdBytes;

const nothing = (): Promise<void> => Promise.resolve();
