import { isIsin } from './isin.ts';
import { luhnSum } from './luhn.ts';

const shape = /^[0-9]{3}[0-9A-Z*@#]{5}[0-9]$/;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*@#';

/** Whether `text` is a CUSIP number, ANSI X9.6: nine characters whose last is the check digit. */
export function isCusip(text: string): boolean {
  if (!shape.test(text)) return false;
  let sum = 0;
  for (let place = 0; place < 8; place += 1) {
    const value = alphabet.indexOf(text.charAt(place)) * (place % 2 === 0 ? 1 : 2);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return (10 - (sum % 10)) % 10 === Number(text.charAt(8));
}

/** The ISIN of an instrument of the United States, by its CUSIP; null when the text is no CUSIP, or one without an ISIN. */
export function isinOfCusip(text: string): string | null {
  if (!isCusip(text)) return null;
  const body = `US${text}`;
  const digits = Array.from(body, (character) => Number.parseInt(character, 36).toString()).join('');
  const isin = `${body}${(10 - (luhnSum(`${digits}0`) % 10)) % 10}`;
  return isIsin(isin) ? isin : null;
}
