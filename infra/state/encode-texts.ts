/** Encodes texts as UTF-8 in one allocation, because the lmdb package looks up the address of every allocation once. */
export function encodeTexts<K>(texts: readonly (readonly [K, string | null])[]): ReadonlyMap<K, Buffer | null> {
  const slab = Buffer.allocUnsafeSlow(
    texts.reduce((sum, [, text]) => sum + (text === null ? 0 : Buffer.byteLength(text)), 0),
  );
  const encoded = new Map<K, Buffer | null>();
  let end = 0;
  for (const [key, text] of texts) {
    const start = end;
    if (text !== null) end += slab.write(text, start, 'utf8');
    encoded.set(key, text === null ? null : slab.subarray(start, end));
  }
  return encoded;
}
