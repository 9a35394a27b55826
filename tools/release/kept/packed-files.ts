/** Files of a folder in one compressed file, without a tool that a machine may lack. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** A line of JSON with path and size of each file, and behind it their bytes. */
type Contents = readonly (readonly [path: string, bytes: number])[];

/** Packs files by their paths below a folder. */
export function packFiles(folder: string, paths: readonly string[]): Buffer {
  const contents = paths.map((path) => readFileSync(join(folder, path)));
  const listed: Contents = paths.map((path, index) => [path, contents[index]?.length ?? 0]);
  const all = Buffer.concat([Buffer.from(`${JSON.stringify(listed)}\n`), ...contents]);
  return brotliCompressSync(all, {
    params: {
      // Pages of a log repeat each other over megabytes.
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: all.length,
    },
  });
}

/** Writes packed files below a folder, which is made. Throws RangeError when bytes are missing. */
export function unpackFiles(packed: Buffer, folder: string): void {
  const all = brotliDecompressSync(packed);
  const end = all.indexOf('\n');
  let at = end + 1;
  for (const [path, bytes] of JSON.parse(all.toString('utf8', 0, end)) as Contents) {
    if (at + bytes > all.length) throw new RangeError(`${path} is not whole`);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), all.subarray(at, at + bytes));
    at += bytes;
  }
}
