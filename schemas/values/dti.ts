/** Characters of a Digital Token Identifier: digits and consonants without Y. */
const alphabet = '0123456789BCDFGHJKLMNPQRSTVWXZ';
const shape = /^[1-9BCDFGHJKLMNPQRSTVWXZ][0-9BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/** Whether `text` has the shape of a Digital Token Identifier or of a functionally fungible group, ISO 24165. */
export const isDti = (text: string): boolean => shape.test(text);

/** Whether the ninth character is the check character of the other eight (ISO 7064 hybrid MOD 31,30). */
export function hasDtiCheckCharacter(dti: string): boolean {
  if (!isDti(dti)) return false;
  const modulus = alphabet.length;
  let product = modulus;
  for (const character of dti.slice(0, -1)) {
    const sum = (product + alphabet.indexOf(character)) % modulus;
    product = ((sum === 0 ? modulus : sum) * 2) % (modulus + 1);
  }
  return alphabet.charAt((modulus + 1 - product) % modulus) === dti.slice(-1);
}
