import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip as gunzipBytes, gzip as gzipBytes, type ZlibOptions } from 'node:zlib';
import type * as zstdWasm from '@bokuweb/zstd-wasm';
import kafkajs from 'kafkajs';
import { compressSnappy, decompressSnappy } from './snappy.ts';
import { orUnreadable } from './unreadable-batch.ts';

interface Encoder {
  readonly buffer: Buffer;
}

interface Codec {
  readonly compress: (encoder: Encoder) => Promise<Buffer>;
  readonly decompress: (bytes: Buffer) => Promise<Buffer>;
}

/** Largest decompressed batch, bytes. A broker's largest batch is some megabytes, compressed. */
const largestBytes = 256 * 2 ** 20;
const firstZstdBytes = 2 ** 20;

/**
 * Registers every compression that Kafka has. kafkajs supports gzip only and takes errors of its decoder for connection
 * errors; these codecs throw UnreadableBatch. Each library is loaded when the first batch needs it.
 */
export function registerCodecs(): void {
  const { CompressionTypes, CompressionCodecs } = kafkajs;
  CompressionCodecs[CompressionTypes.GZIP] = () => gzip;
  CompressionCodecs[CompressionTypes.Snappy] = () => snappy;
  CompressionCodecs[CompressionTypes.LZ4] = () => lz4;
  CompressionCodecs[CompressionTypes.ZSTD] = () => zstd;
}

const zip = promisify(gzipBytes);
const unzip = promisify<Buffer, ZlibOptions, Buffer>(gunzipBytes);

export const gzip: Codec = {
  compress: async (encoder) => zip(encoder.buffer),
  decompress: orUnreadable('gzip', (bytes) => unzip(bytes, { maxOutputLength: largestBytes })),
};

export const snappy: Codec = {
  compress: async (encoder) => compressSnappy(encoder.buffer),
  decompress: orUnreadable('Snappy', async (bytes) => decompressSnappy(bytes, largestBytes)),
};

export const lz4: Codec = {
  compress: async (encoder) => (await import('lz4-napi')).compressFrame(encoder.buffer),
  decompress: orUnreadable('LZ4', async (bytes) => (await import('lz4-napi')).decompressFrame(bytes)),
};

export const zstd: Codec = {
  compress: async (encoder) => Buffer.from((await loadZstd()).compress(encoder.buffer, 3)),
  decompress: orUnreadable('zstd', async (bytes) => {
    const { decompress } = await loadZstd();
    // Frames of a streaming writer do not state their decompressed size.
    for (let size = firstZstdBytes; ; size *= 4) {
      try {
        return Buffer.from(decompress(bytes, { defaultHeapSize: size }));
      } catch (error) {
        if (size >= largestBytes) throw error;
      }
    }
  }),
};

type Zstd = typeof zstdWasm;
let zstdLoaded: Promise<Zstd> | null = null;

function loadZstd(): Promise<Zstd> {
  zstdLoaded ??= (async () => {
    const library = createRequire(import.meta.url)('@bokuweb/zstd-wasm') as Zstd;
    await library.init();
    return library;
  })();
  return zstdLoaded;
}
