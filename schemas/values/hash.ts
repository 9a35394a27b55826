import { createHash, hash } from 'node:crypto';
import { canonicalJson } from './canonical.ts';

/** sha256 as 64 lower-case hex digits. */
export const sha256Hex = (data: string | Buffer): string => hash('sha256', data, 'hex');

/** sha256 hex of the RFC 8785 form of a JSON value: the same value has the same hash on any machine. */
export const hashOf = (value: unknown): string => sha256Hex(canonicalJson(value));

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** RFC 4648 base32, lower-case, without padding. */
export function base32Lower(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((buffer >>> bits) & 31);
    }
    buffer &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet.charAt((buffer << (5 - bits)) & 31) : text;
}

/** First 26 base32 characters (130 bits) of the sha256 of a JSON value's RFC 8785 form. */
export const shortHashOf = (value: unknown): string =>
  base32Lower(createHash('sha256').update(canonicalJson(value)).digest()).slice(0, 26);

/** RFC 9562 version 5 UUID of a name in a namespace (a UUID). */
export function uuidV5(namespace: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest()
    .subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Namespaces of this project's version 5 UUIDs: each is the version 5 UUID of its name in the URL namespace of RFC 9562. */
const urlNamespace = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';
export const namespaces = {
  impact: uuidV5(urlNamespace, 'attestry:impact'),
  group: uuidV5(urlNamespace, 'attestry:group'),
  watchItem: uuidV5(urlNamespace, 'attestry:watch-item'),
  notification: uuidV5(urlNamespace, 'attestry:notification'),
  command: uuidV5(urlNamespace, 'attestry:command'),
  authority: uuidV5(urlNamespace, 'attestry:authority'),
} as const;
