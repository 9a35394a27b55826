/**
 * Where a logo is published and which bytes are meant: `https://…#sha256=<hex>`. The fragment never reaches the
 * publisher's server; without it nobody has stored the bytes.
 */
const withHash = /^(.*)#sha256=([0-9a-f]{64})$/s;

/** sha256 of the stored bytes; null when none are. */
export const logoHashOf = (imageUrl: string): string | null => withHash.exec(imageUrl)?.[2] ?? null;

/** The same URL, standing for these bytes. */
export function logoUrlOf(imageUrl: string, sha256: string): string {
  const url = new URL(imageUrl);
  url.hash = `sha256=${sha256}`;
  return url.href;
}
