import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AnswerTooLarge, type BodyLimits, FetchRefusal, type FetchRequest, type KeptBody } from './fetch-types.ts';

/** Reads a response body, decoded, or passes it to `keep`; stops at the first byte beyond a limit. */
export async function takeBody(
  response: IncomingMessage,
  keep: FetchRequest['keep'],
  limits: BodyLimits,
  signal: AbortSignal,
): Promise<{ readonly bytes: Buffer; readonly kept?: KeptBody }> {
  if (keep !== undefined) return { bytes: Buffer.alloc(0), kept: await passBody(response, limits, signal, keep) };
  const chunks: Buffer[] = [];
  await passBody(response, limits, signal, async (body) => {
    for await (const chunk of body) chunks.push(chunk);
  });
  return { bytes: Buffer.concat(chunks) };
}

/** The beginning of a body, decoded. A body that cannot be read in full gives what was read of it. */
export async function startOfBody(response: IncomingMessage, bytes: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const limits = { maximumBytes: 16 * bytes, maximumInflatedBytes: 16 * bytes };
  await passBody(response, limits, signal, async (body) => {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= bytes) break;
    }
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
  });
  return Buffer.concat(chunks).subarray(0, bytes);
}

async function passBody<T>(
  response: IncomingMessage,
  limits: BodyLimits,
  signal: AbortSignal,
  take: (body: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const announced = Number(response.headers['content-length'] ?? 0);
  if (announced > limits.maximumBytes) throw new AnswerTooLarge(limits.maximumBytes, 'announces more than');
  const taken: { value?: T } = {};
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    taken.value = await take(limit(source, limits.maximumInflatedBytes, 'inflates to more than'));
  };
  const wire = (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> =>
    limit(source, limits.maximumBytes, 'is larger than');
  const decoder = decoderOf(response.headers['content-encoding']);
  if (decoder === null) await pipeline(response, wire, collect, { signal });
  else await pipeline(response, wire, decoder, collect, { signal });
  return taken.value as T;
}

async function* limit(source: AsyncIterable<Buffer>, maximum: number, verb: string): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maximum) throw new AnswerTooLarge(maximum, verb);
    yield chunk;
  }
}

/** A word of the server is repeated only if it can be no more than a name. */
const shownToken = (token = ''): string => (/^[\w.+-]{1,30}$/.test(token) ? token : 'of an unusual form');

function decoderOf(encoding: string | undefined): Transform | null {
  switch (encoding?.trim().toLowerCase() ?? 'identity') {
    case 'identity':
    case '':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new FetchRefusal(
        'wrong_type',
        `The answer has the content encoding ${shownToken(encoding)}, which is not read.`,
      );
  }
}
