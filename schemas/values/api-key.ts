import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from './hash.ts';

/** The parts of an API key `attestry_<id>_<secret>`: the id may be logged, the secret never. */
export interface ApiKeyParts {
  /** 8 base62 characters. */
  readonly keyId: string;
  /** 32 base62 characters, about 190 bits. */
  readonly secret: string;
}

/** A new key: `text` is shown once, the other members may be stored. */
export interface NewApiKey {
  readonly text: string;
  readonly keyId: string;
  readonly secretSha256: string;
  readonly last4: string;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const idLength = 8;
const secretLength = 32;
const pattern = /^attestry_([0-9A-Za-z]{8})_([0-9A-Za-z]{32})$/;

/** Parses a key; null when the text does not have its form. */
export function parseApiKey(text: string): ApiKeyParts | null {
  const [, keyId, secret] = pattern.exec(text) ?? [];
  return keyId === undefined || secret === undefined ? null : { keyId, secret };
}

export const formatApiKey = ({ keyId, secret }: ApiKeyParts): string => `attestry_${keyId}_${secret}`;

/** sha256 hex of a secret. A plain hash is enough: the secret has more than 112 bits (ASVS 6.5.2). */
export const hashSecret = (secret: string): string => sha256Hex(secret);

/** Creates a key. `randomBytes` is a cryptographic source, such as the function of that name in node:crypto. */
export function makeApiKey(randomBytes: (count: number) => Buffer): NewApiKey {
  const keyId = randomBase62(idLength, randomBytes);
  const secret = randomBase62(secretLength, randomBytes);
  return { text: formatApiKey({ keyId, secret }), keyId, secretSha256: hashSecret(secret), last4: secret.slice(-4) };
}

/**
 * Whether the secret has the stored hash. Takes the same time for any secret, and for a key that does not exist
 * (`storedSha256` null) the same as for one that does.
 */
export function secretMatches(secret: string, storedSha256: string | null): boolean {
  const given = Buffer.from(hashSecret(secret), 'hex');
  const stored = Buffer.alloc(given.length);
  const written = storedSha256 === null ? 0 : stored.write(storedSha256, 'hex');
  return timingSafeEqual(given, stored) && written === stored.length;
}

/** Whether a key may be used at `now` (milliseconds): neither revoked nor at its expiry. */
export const isKeyActive = (
  key: { readonly revokedAt: number | null; readonly expiresAt: number | null },
  now: number,
): boolean => key.revokedAt === null && (key.expiresAt === null || now < key.expiresAt);

/** Bytes from 248 up are discarded: of those below, every character has four and is equally likely. */
function randomBase62(length: number, randomBytes: (count: number) => Buffer): string {
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < fair) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}
