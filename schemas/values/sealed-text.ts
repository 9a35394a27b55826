import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

/** Keys for the texts of one tenant, derived from its secret by `textKeyOf`. */
export interface TextKey {
  readonly cipher: Buffer;
  readonly nonce: Buffer;
}

/** Tenant and purpose of a text: it opens only in the context in which it was sealed. */
export interface TextContext {
  readonly tenantId: string;
  readonly purpose: 'note' | 'request note' | 'key name' | 'webhook address' | 'webhook secret' | 'webhook answer';
}

/** Prefix of every sealed text. */
export const sealedMarker = 'sealed.v1.';
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/** Form of a sealed text, as a regular expression. The longest text sealed is 500 characters, 2,000 bytes. */
export const sealedTextPattern = '^sealed\\.v1\\.[A-Za-z0-9_-]{38,2704}$';
const form = new RegExp(sealedTextPattern);

/** Whether a stored text is sealed; texts that were stored before sealing was introduced are plain. */
export const isSealedText = (stored: string): boolean => form.test(stored);

/** Derives two keys from a tenant's secret of 32 bytes. */
export function textKeyOf(secret: Buffer): TextKey {
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'attestry tenant texts v1', 2 * keyBytes));
  return { cipher: derived.subarray(0, keyBytes), nonce: derived.subarray(keyBytes) };
}

/**
 * AES-256-GCM with a nonce that is a MAC of context and text. Sealing is deterministic, so a comparison of sealed texts shows
 * whether a text changed, and two texts never share a nonce.
 */
export function sealText(key: TextKey, context: TextContext, text: string): string {
  const plain = Buffer.from(text, 'utf8');
  const about = bytesOf(context);
  const nonce = createHmac('sha256', key.nonce).update(about).update(plain).digest().subarray(0, nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key.cipher, nonce).setAAD(about);
  const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return sealedMarker + sealed.toString('base64url');
}

/** Opens a sealed text; null when key or context differ, or the sealed text was altered. */
export function openText(key: TextKey, context: TextContext, stored: string): string | null {
  if (!isSealedText(stored)) return null;
  const bytes = Buffer.from(stored.slice(sealedMarker.length), 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', key.cipher, nonce, { authTagLength: tagBytes })
    .setAAD(bytesOf(context))
    .setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Ends with a zero byte, which no tenant id and no purpose contains, so context and text are unambiguous. */
const bytesOf = ({ tenantId, purpose }: TextContext): Buffer => Buffer.from(`${tenantId}\n${purpose}\0`);
