import { parseCaip10 } from './caip.ts';
import { isDti } from './dti.ts';
import { isLei } from './lei.ts';
import { parseWallet } from './wallets.ts';
import { parseTimestamp } from './timestamp.ts';
import { isCountry } from './countries.ts';

/** A required form of a text, and its name in the error. */
export interface Format {
  readonly accepts: (text: string) => boolean;
  readonly expected: string;
}

/** CAIP-2 namespaces whose addresses can be decoded, and so compared with lists. */
const walletNamespaces = ['eip155', 'solana', 'tron', 'xrpl', 'bip122'];

export const formats = {
  uuid: {
    accepts: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
    expected: 'a UUID',
  },
  ulid: { accepts: (text) => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i.test(text), expected: 'a ULID (26 characters)' },
  slug: {
    accepts: (text) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text),
    expected: 'lower-case letters and digits, in words joined by "-"',
  },
  name: {
    accepts: (text) => /^[a-z][a-z0-9_-]*$/.test(text),
    expected: 'a name of lower-case letters, digits, _ and -',
  },
  lei: { accepts: isLei, expected: 'a Legal Entity Identifier with a valid check digit (ISO 17442)' },
  country: { accepts: isCountry, expected: 'a country code (ISO 3166-1 alpha-2)' },
  dti: { accepts: isDti, expected: 'a Digital Token Identifier (ISO 24165, nine characters)' },
  // The form only, because the lists that it is compared with contain ISINs with wrong check digits.
  isin: { accepts: (text) => /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(text), expected: 'an ISIN (ISO 6166)' },
  bic: {
    accepts: (text) => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text),
    expected: 'a BIC (ISO 9362, eight or eleven characters)',
  },
  'https-url': { accepts: isHttpsUrl, expected: 'an https URL' },
  // A page on this machine needs no certificate; the guard of requests refuses it unless the operator allows it.
  'source-url': { accepts: isSourceUrl, expected: 'an https URL (http only for 127.0.0.1 and localhost)' },
  timestamp: {
    accepts: (text) => parseTimestamp(text) !== null,
    expected: 'an ISO 8601 date-time with a time zone, for example 2026-01-30T00:00:00Z',
  },
  wallet: {
    accepts: isWallet,
    expected: `a CAIP-10 account with a valid address, in one of the namespaces ${walletNamespaces.join(', ')}`,
  },
  standard: {
    accepts: (text) => /^[-a-z0-9]{3,8}$/.test(text),
    expected: 'a CAIP-19 asset namespace, for example erc20, token or slip44',
  },
  hash: { accepts: (text) => /^sha256:[0-9a-f]{64}$/.test(text), expected: 'sha256: and 64 lower-case hex digits' },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof formats;

function isHttpsUrl(text: string): boolean {
  if (!/^https:\/\/\S+$/i.test(text)) return false;
  try {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  } catch {
    return false;
  }
}

function isSourceUrl(text: string): boolean {
  const isHere = /^http:\/\/(?:127\.0\.0\.1|localhost)(?=[:/])/i.test(text);
  return isHttpsUrl(isHere ? text.replace(/^http/i, 'https') : text);
}

function isWallet(text: string): boolean {
  const account = parseCaip10(text);
  if (account === null) return false;
  const [namespace = ''] = account.chain.split(':');
  const wallet = walletNamespaces.includes(namespace) ? parseWallet(account.address, { caip2: account.chain }) : null;
  if (wallet === null) return false;
  return namespace === 'eip155' || wallet.encoding !== 'evm';
}
