import { gunzipSync } from 'node:zlib';
import type { OpenedCassette } from '../../ingest/chain/chain-feed.ts';
import { fileLimits } from '../../../schemas/file-limits.ts';

const mostBytes = fileLimits.cassette.bytes;

/** Text of a cassette as stored: gzipped, or plain NDJSON. */
export function openCassette(bytes: Buffer): OpenedCassette {
  const isGzip = bytes.length > 2 && bytes.readUInt16BE(0) === 0x1f8b;
  const plain = isGzip ? inflate(bytes) : bytes;
  if (plain === null) return { ok: false, reason: `a damaged gzip file, or larger than ${mostBytes} bytes.` };
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain) };
  } catch {
    return { ok: false, reason: 'no UTF-8 text.' };
  }
}

function inflate(bytes: Buffer): Buffer | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytes });
  } catch {
    return null;
  }
}
