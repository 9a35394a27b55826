import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Content codings of answers, best first. */
export const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

const compressors: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: promisify(gzip),
};
const compressBrotli = promisify(brotliCompress);
/** Better than that of an answer that is made for one request: this is done once. */
const brotliQuality = 6;

/** The same bytes in each content coding, compressed when first asked for and kept. */
export function codedOnce(bytes: Buffer): (coding: Coding) => Promise<Buffer> {
  const kept = new Map<Coding, Promise<Buffer>>();
  return (coding) => {
    const coded = kept.get(coding) ?? compressors[coding](bytes);
    kept.set(coding, coded);
    return coded;
  };
}
