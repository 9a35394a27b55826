import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signing key. The URL contains its id, so a key can be rotated while URLs signed by the old one are still valid. */
export interface SigningKey {
  readonly id: string;
  readonly secret: Buffer;
}

interface SignedParameters {
  readonly exp: string | null;
  readonly kid: string | null;
  readonly sig: string | null;
}

/** Signs URL paths that may be read without a key until they expire (conformance ). */
export interface UrlSigner {
  /** Expiry of a URL signed at `now` (milliseconds), in seconds since the epoch. The same for five minutes. */
  readonly expiryAt: (now: number) => number;
  /** The path with expiry, key id and signature as its query. */
  readonly sign: (path: string, expiry: number) => string;
  /** Seconds until the URL expires; null if it is expired or forged, or its key was removed. `now` in milliseconds. */
  readonly secondsLeft: (path: string, parameters: SignedParameters, now: number) => number | null;
}

const bucketSeconds = 300;
const lifetimeSeconds = 3_600;

/** When URLs get a later expiry than those signed at `now`; milliseconds. */
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

/** GET and HEAD share one signature. */
const signatureOf = (secret: Buffer, path: string, expiry: number): Buffer =>
  createHmac('sha256', secret).update(`GET\n${path}\n${expiry}`).digest();
