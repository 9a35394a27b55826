/** Names of a token before the word "reserves". The reserves of a currency, or a part of them, have no such name. */
import { lawNamed } from './places-of-law.ts';

/** Source of an expression for a ticker, or a name before a unit of account; ignores case, so `tokenNamed` decides. */
export const tokenPattern = '\\p{L}{2,20} (?:dollar|euro|pound|yen|franc|token|stablecoin)s?|[a-z][a-z\\d]{3,9}';

/** Words that stand before "dollar reserves" and name a part of them. */
const parts: ReadonlySet<string> = new Set([
  ...['additional', 'aggregate', 'all', 'cash', 'client', 'corporate', 'customer', 'domestic', 'excess', 'fiat'],
  ...['foreign', 'former', 'initial', 'local', 'main', 'minimum', 'net', 'offshore', 'operating', 'operational'],
  ...['other', 'own', 'partial', 'primary', 'remaining', 'required', 'residual', 'secondary', 'surplus', 'total'],
]);

/** The text where it is a name: a capital and small letters before the unit, or four capitals and more; else null. */
export function tokenNamed(text: string): string | null {
  const [first = '', unit] = text.split(' ');
  if (unit === undefined) return /^\p{Lu}[\p{Lu}\d]{3,9}$/u.test(first) ? text : null;
  const isName = /^\p{Lu}\p{Ll}+$/u.test(first) && !parts.has(first.toLowerCase());
  return isName && lawNamed(first) === null ? text : null;
}
