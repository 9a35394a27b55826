import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Answer } from '../answer.ts';
import { brotliEnd } from '../http/brotli-end.ts';
import { brotliQuality, isCompressible } from '../middleware/compress-answers.ts';

/** Parts of a body, in their order. */
type BodyParts = readonly Buffer[];

/** A JSON body in memory, which is sent again and again and compressed once. */
export interface KeptBody {
  /** Bytes in memory. */
  readonly size: () => number;
  /** Whether it is compressed for clients that accept it. */
  readonly isCompressible: boolean;
  /** The body as of now. */
  readonly plain: () => BodyParts;
  /** The same in brotli; null until it has been compressed for an earlier request. */
  readonly packed: () => BodyParts | null;
  /** The body for the guard, which compresses it at its first use. */
  readonly answer: () => Pick<Answer, 'bytes' | 'encoded'>;
  /** Calls the listener with the further bytes in memory once the body is compressed. */
  readonly onPacked: (listener: (bytes: number) => void) => void;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** `moving` as in `Answer`. */
export function keepBody(made: Buffer, moving: Answer['moving']): KeptBody {
  const bytes = withoutSlab(made);
  const still = moving === undefined ? bytes : bytes.subarray(0, bytes.length - moving.length);
  const compressible = isCompressible(bytes);
  let packed: Buffer | null = null;
  let packing: Promise<void> | null = null;
  let notify: ((bytes: number) => void) | null = null;

  const pack = async (): Promise<void> => {
    // After a flush the stream can be continued.
    const finishFlush = moving === undefined ? constants.BROTLI_OPERATION_FINISH : constants.BROTLI_OPERATION_FLUSH;
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
    packed = withoutSlab(await compressBrotli(still, { finishFlush, params }));
    notify?.(packed.length);
  };
  const plain = (): BodyParts => (moving === undefined ? [still] : [still, Buffer.from(moving.text())]);
  const packedNow = (): BodyParts | null => {
    if (packed === null) return null;
    return moving === undefined ? [packed] : [packed, brotliEnd(moving.text())];
  };
  const encoded: Answer['encoded'] = async (coding) => {
    if (coding === 'gzip') return compressGzip(whole(plain()));
    packing ??= pack();
    await packing;
    return whole(packedNow() ?? []);
  };
  return {
    size: () => bytes.length + (packed?.length ?? 0),
    isCompressible: compressible,
    plain,
    packed: packedNow,
    answer: () => ({ bytes: whole(plain()), ...(compressible ? { encoded } : {}) }),
    onPacked: (listener) => {
      notify = listener;
    },
  };
}

/** The bytes in memory of their own: a slice, as every small buffer is one, would retain all of what it was cut from. */
function withoutSlab(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

const whole = (parts: BodyParts): Buffer => {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : Buffer.concat(parts);
};
