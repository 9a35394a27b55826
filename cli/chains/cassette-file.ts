import { writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { UsageError } from '../../infra/errors.ts';
import { type Cassette, type CassetteRefusal, parseCassette, writeCassette } from '../../pipeline/chain/cassette.ts';
import { CommandFailed } from '../program/process/exit.ts';
import { fileLimits } from '../../schemas/file-limits.ts';
import { decodeText, readInputFile } from '../program/input/input-files.ts';

/** Writes a new file; gzipped when its name ends with `.gz`. Throws UsageError when it exists or cannot be written. */
export function writeCassetteFile(path: string, cassette: Cassette): void {
  const text = Buffer.from(writeCassette(cassette), 'utf8');
  try {
    writeFileSync(path, path.endsWith('.gz') ? gzipSync(text) : text, { flag: 'wx' });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'EEXIST' ? `${path} exists; name another file` : `${path} cannot be written (${code})`,
    );
  }
}

const largestCassette = fileLimits.cassette.bytes;

/** Throws UsageError for a file that cannot be read, CommandFailed for one that is no cassette. */
export function readCassetteFile(path: string): Cassette {
  const bytes = readInputFile(path);
  const reading = parseCassette(decodeText(path, isGzip(bytes) ? inflate(path, bytes) : bytes));
  if (reading.ok) return reading.cassette;
  throw new CommandFailed(`${path}, line ${reading.line}: ${sentences[reading.refusal]}`);
}

const isGzip = (bytes: Buffer): boolean => bytes.length > 2 && bytes.readUInt16BE(0) === 0x1f8b;

function inflate(path: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: largestCassette });
  } catch {
    throw new CommandFailed(`${path} is a damaged gzip file, or larger than ${largestCassette} bytes`);
  }
}

const sentences: Readonly<Record<CassetteRefusal, string>> = {
  not_json: 'not JSON',
  not_a_header: 'not the header of a cassette',
  unknown_version: 'a version of cassettes that this program does not read',
  not_an_exchange: 'not an exchange: by, method, params, and either result or error',
  unknown_provider: 'a provider that the header does not name',
  exchange_twice: 'an exchange that an earlier line has',
  too_many: `one more exchange than the ${fileLimits.cassette.exchanges} of a cassette; read fewer assets into one`,
  cut_off: 'the file was cut off',
};
