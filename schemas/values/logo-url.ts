/**
 * Published address of a logo, and the hash of its stored bytes: `https://…#sha256=<hex>`. Clients do not send the fragment
 * to the publisher's server. Without a fragment, no bytes are stored.
 */
const withHash = /^(.*)#sha256=([0-9a-f]{64})$/s;

/** sha256 of the stored bytes; null when none are stored. */
export const logoHashOf = (imageUrl: string): string | null => withHash.exec(imageUrl)?.[2] ?? null;

/** The URL with the hash of the stored bytes. */
export function logoUrlOf(imageUrl: string, sha256: string): string {
  const url = new URL(imageUrl);
  url.hash = `sha256=${sha256}`;
  return url.href;
}
