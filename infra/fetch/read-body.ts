import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FetchRefusal } from './fetch-types.ts';

export interface BodyLimits {
  /** Bytes on the wire. */
  readonly maximumBytes: number;
  /** Bytes after the content encoding is undone. */
  readonly maximumInflatedBytes: number;
}

/** Reads an answer's body, undoing its content encoding; stops at the first byte beyond a limit. */
export async function readBody(response: IncomingMessage, limits: BodyLimits, signal: AbortSignal): Promise<Buffer> {
  const announced = Number(response.headers['content-length'] ?? 0);
  if (announced > limits.maximumBytes) throw tooLarge(limits.maximumBytes, 'announces more than');
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of limit(source, limits.maximumInflatedBytes, 'inflates to more than')) chunks.push(chunk);
  };
  const wire = (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> =>
    limit(source, limits.maximumBytes, 'is larger than');
  const decoder = decoderOf(response.headers['content-encoding']);
  if (decoder === null) await pipeline(response, wire, collect, { signal });
  else await pipeline(response, wire, decoder, collect, { signal });
  return Buffer.concat(chunks);
}

async function* limit(source: AsyncIterable<Buffer>, maximum: number, verb: string): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maximum) throw tooLarge(maximum, verb);
    yield chunk;
  }
}

const tooLarge = (maximum: number, verb: string): FetchRefusal =>
  new FetchRefusal('net_error', `The answer ${verb} ${maximum} bytes.`);

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
      throw new FetchRefusal('wrong_type', `The answer has the content encoding ${encoding ?? ''}, which is not read.`);
  }
}
