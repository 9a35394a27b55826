import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

/** What seals the texts of one tenant, made of its secret by `textKeyOf`. */
export interface TextKey {
  readonly cipher: Buffer;
  readonly nonce: Buffer;
}

/** Whose text it is and what it is: a sealed text opens nowhere else. */
export interface TextContext {
  readonly tenantId: string;
  readonly purpose: 'note' | 'key name';
}

/** How every sealed text begins. */
export const sealedMarker = 'sealed.v1.';
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/** Form of a sealed text, as a regular expression. The longest text sealed is 500 characters, 2,000 bytes. */
export const sealedTextPattern = '^sealed\\.v1\\.[A-Za-z0-9_-]{38,2704}$';
const form = new RegExp(sealedTextPattern);

/** Whether a stored text is a sealed one; texts that were stored before there were keys are plain. */
export const isSealedText = (stored: string): boolean => form.test(stored);

/** Two keys of a tenant's secret of 32 bytes. */
export function textKeyOf(secret: Buffer): TextKey {
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'attestry tenant texts v1', 2 * keyBytes));
  return { cipher: derived.subarray(0, keyBytes), nonce: derived.subarray(keyBytes) };
}

/**
 * AES-256-GCM with a nonce that is a MAC of context and text: the same text of a tenant is sealed the same, so whoever
 * compares sealed texts sees whether something changed, and two texts never share a nonce.
 */
export function sealText(key: TextKey, context: TextContext, text: string): string {
  const plain = Buffer.from(text, 'utf8');
  const about = bytesOf(context);
  const nonce = createHmac('sha256', key.nonce).update(about).update(plain).digest().subarray(0, nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key.cipher, nonce).setAAD(about);
  const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return sealedMarker + sealed.toString('base64url');
}

/** The text again; null when the key or the context is another, or the text was tampered with. */
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

/** Ends with a zero byte, which no tenant id and no purpose holds: context and text cannot run into each other. */
const bytesOf = ({ tenantId, purpose }: TextContext): Buffer => Buffer.from(`${tenantId}\n${purpose}\0`);
