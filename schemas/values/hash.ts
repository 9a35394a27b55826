import { hash } from 'node:crypto';
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
export const shortHashOf = (value: unknown): string => shortHashOfText(canonicalJson(value));

/** First 26 base32 characters of the sha256 of a text. */
export const shortHashOfText = (text: string): string =>
  base32Lower(hash('sha256', text, 'buffer').subarray(0, bytesOf26Characters)).slice(0, 26);

const bytesOf26Characters = 17;

/** RFC 9562 version 5 UUID of a name in a namespace (a UUID). */
export function uuidV5(namespace: string, name: string): string {
  const bytes = Buffer.allocUnsafe(namespaceBytes + Buffer.byteLength(name));
  bytes.set(bytesOf(namespace));
  bytes.write(name, namespaceBytes, 'utf8');
  const hex = hash('sha1', bytes, 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const namespaceBytes = 16;

/** Bytes of the namespaces used so far: a program has a handful. */
const namespacesRead = new Map<string, Buffer>();

function bytesOf(namespace: string): Buffer {
  const known = namespacesRead.get(namespace);
  if (known !== undefined) return known;
  const bytes = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  namespacesRead.set(namespace, bytes);
  return bytes;
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
  verdict: uuidV5(urlNamespace, 'attestry:verdict'),
  party: uuidV5(urlNamespace, 'attestry:party'),
  asset: uuidV5(urlNamespace, 'attestry:asset'),
  request: uuidV5(urlNamespace, 'attestry:request'),
} as const;
