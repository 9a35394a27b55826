import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Content codings of answers, best first. */
export const contentCodings = ['br', 'gzip'] as const;
export type ContentCoding = (typeof contentCodings)[number];

/** Whether `Accept-Encoding` names brotli without a weight: then no other coding is preferred to it. */
export const prefersBrotli = (accepted: string): boolean => /(?:^|,)[ \t]*br[ \t]*(?:,|$)/.test(accepted);

const compressors: Readonly<Record<ContentCoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: promisify(gzip),
};
const compressBrotli = promisify(brotliCompress);
/** Higher than for an answer to one request, because each body is compressed only once. */
const brotliQuality = 6;

/** Compresses bytes to each content coding at its first use and caches the result. */
export function encodeOnce(bytes: Buffer): (coding: ContentCoding) => Promise<Buffer> {
  const cached = new Map<ContentCoding, Promise<Buffer>>();
  return (coding) => {
    const encoded = cached.get(coding) ?? compressors[coding](bytes);
    cached.set(coding, encoded);
    return encoded;
  };
}
