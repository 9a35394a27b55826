/** The ids of notifications as one short text for an address: their 16 bytes each, in base64url. */
export const packIds = (ids: readonly string[]): string =>
  Buffer.from(ids.map((id) => id.replaceAll('-', '')).join(''), 'hex').toString('base64url');

/** The ids of such a text; none if it is no such text. */
export function unpackIds(text: string): readonly string[] {
  const hex = Buffer.from(text, 'base64url').toString('hex');
  if (hex.length === 0 || hex.length % 32 !== 0 || hex.length / 32 > 200) return [];
  return (hex.match(/.{32}/g) ?? []).map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
}
