/** Check digits of national identifiers. */

/** Russian taxpayer number of an organisation (10 digits) or of a person (12). */
export function isInn(text: string): boolean {
  if (/^\d{10}$/.test(text)) return innDigit(text, [2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(text[9]);
  if (!/^\d{12}$/.test(text)) return false;
  const first = innDigit(text, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]);
  const second = innDigit(text, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]);
  return first === Number(text[10]) && second === Number(text[11]);
}

const innDigit = (text: string, weights: readonly number[]): number =>
  (weights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0) % 11) % 10;

/** Russian registration number of an organisation (13 digits) or of an entrepreneur (15). */
export function isOgrn(text: string): boolean {
  if (!/^[135]\d{12}$|^3\d{14}$/.test(text)) return false;
  const [body, modulus] = [text.slice(0, -1), text.length === 13 ? 11n : 13n];
  return (BigInt(body) % modulus) % 10n === BigInt(text.at(-1) ?? '');
}

const usccLetters = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** Chinese unified social credit code, GB 32100: 18 characters, modulo 31. */
export function isUscc(text: string): boolean {
  if (!/^[0-9A-HJ-NP-RTUW-Y]{18}$/.test(text)) return false;
  let [sum, weight] = [0, 1];
  for (const letter of text.slice(0, -1)) {
    sum += usccLetters.indexOf(letter) * weight;
    weight = (weight * 3) % 31;
  }
  return usccLetters[(31 - (sum % 31)) % 31] === text.at(-1);
}
