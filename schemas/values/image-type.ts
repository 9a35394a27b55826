/** Media type of an image by its first bytes; null for everything else, also for SVG, which can contain scripts. */
export function imageTypeOf(bytes: Uint8Array): 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | null {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (beginning.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (beginning.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(beginning)) return 'image/gif';
  return /^RIFF.{4}WEBP/s.test(beginning) ? 'image/webp' : null;
}
