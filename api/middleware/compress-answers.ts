import { constants } from 'node:zlib';
import compress from 'koa-compress';
import type { Middleware } from 'koa';
import type { RequestState } from '../http/request-context.ts';

/** Shortest body that is compressed, bytes: below it the packets are as many. */
const thresholdBytes = 1_024;
/** For answers that are made for one request: as small as gzip makes them, in a third of the time of a better quality. */
const brotliQuality = 4;

/** What is text; lines of JSON are not known as such to the list that is asked otherwise. */
const compressed = /^text\/|^application\/(json|x-ndjson|javascript)\b/;

const options = {
  filter: (type: string) => compressed.test(type),
  threshold: thresholdBytes,
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  gzip: {},
  deflate: false,
  zstd: false,
} as const;

/**
 * Compresses bodies with br or gzip, as the client likes best. What takes its connection over is not touched. A client
 * that refuses every coding gets the plain body all the same (RFC 9110, 12.5.3).
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

/** So may a stream be. Most answers are not, and nothing is negotiated for them. */
const isLong = (body: unknown): boolean =>
  body !== null && body !== undefined && (!Buffer.isBuffer(body) || isCompressible(body));

/** Whether a body is worth compressing. */
export const isCompressible = (body: Buffer): boolean => body.length >= thresholdBytes;

const nothing = (): Promise<void> => Promise.resolve();
