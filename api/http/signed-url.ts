import { createHmac, timingSafeEqual } from 'node:crypto';

/** A key of signed URLs. The id is in the URL, so that a key can be replaced while URLs of the old one live. */
export interface SigningKey {
  readonly id: string;
  readonly secret: Buffer;
}

export interface SignedParameters {
  readonly exp: string | null;
  readonly kid: string | null;
  readonly sig: string | null;
}

/** Signs URL paths that may be read without a key until they expire (conformance ). */
export interface UrlSigner {
  /** When a URL that is signed now dies, seconds since the epoch. It stays the same for five minutes. */
  readonly expiryAt: (now: number) => number;
  /** The path with its signature. */
  readonly sign: (path: string, expiry: number) => string;
  /** Seconds the URL has left; null when it is expired, forged, or of a key that is gone. */
  readonly secondsLeft: (path: string, parameters: SignedParameters, now: number) => number | null;
}

const bucketSeconds = 300;
const lifetimeSeconds = 3_600;

/** When what was signed at `now` is signed anew, milliseconds. */
export const nextBucketAt = (now: number): number => (bucketOf(now) + 1) * bucketSeconds * 1000;

const bucketOf = (now: number): number => Math.floor(now / 1000 / bucketSeconds);

/** The first key signs, all verify. */
export function createUrlSigner(keys: readonly [SigningKey, ...SigningKey[]]): UrlSigner {
  const [current] = keys;
  const secrets = new Map(keys.map(({ id, secret }) => [id, secret]));
  return {
    expiryAt: (now) => bucketOf(now) * bucketSeconds + lifetimeSeconds,
    sign: (path, expiry) =>
      `${path}?exp=${expiry}&kid=${current.id}&sig=${signatureOf(current.secret, path, expiry).toString('base64url')}`,
    secondsLeft: (path, { exp, kid, sig }, now) => {
      const secret = secrets.get(kid ?? '');
      if (exp === null || !/^[1-9][0-9]{0,11}$/.test(exp) || secret === undefined || sig === null) return null;
      const given = Buffer.from(sig, 'base64url');
      const right = signatureOf(secret, path, Number(exp));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      const left = Number(exp) - Math.floor(now / 1000);
      return left > 0 ? left : null;
    },
  };
}

/** HEAD is signed as GET is. */
const signatureOf = (secret: Buffer, path: string, expiry: number): Buffer =>
  createHmac('sha256', secret).update(`GET\n${path}\n${expiry}`).digest();
