import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Content contentCodings of answers, best first. */
export const contentCodings = ['br', 'gzip'] as const;
export type ContentCoding = (typeof contentCodings)[number];

const compressors: Readonly<Record<ContentCoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: promisify(gzip),
};
const compressBrotli = promisify(brotliCompress);
/** Better than that of an answer that is made for one request: this is done once. */
const brotliQuality = 6;

/** The same bytes in each content coding, compressed when first asked for and kept. */
export function encodeOnce(bytes: Buffer): (coding: ContentCoding) => Promise<Buffer> {
  const kept = new Map<ContentCoding, Promise<Buffer>>();
  return (coding) => {
    const encoded = kept.get(coding) ?? compressors[coding](bytes);
    kept.set(coding, encoded);
    return encoded;
  };
}
