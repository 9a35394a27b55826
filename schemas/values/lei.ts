const shape = /^[A-Z0-9]{18}[0-9]{2}$/;

/**
 * Whether `text` is a Legal Entity Identifier, ISO 17442: shape and check digits (ISO 7064 MOD 97-10). Issued ones end in 00
 * and 01, too, where the remainder is right; none ends in 99.
 */
export function isLei(text: string): boolean {
  if (!shape.test(text) || text.endsWith('99')) return false;
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
