import { isEvmAddress, toChecksumAddress } from '../../../../schemas/values/evm.ts';
import { parseTimestamp } from '../../../../schemas/values/timestamp.ts';
import type { Moment } from './validity.ts';

/** A "Sign-In with Ethereum" message, ERC-4361. Times are milliseconds since the epoch. */
export interface SiweMessage {
  readonly domain: string;
  /** EIP-55 form. */
  readonly address: string;
  readonly statement: string | null;
  readonly uri: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: number;
  readonly expirationTime: number | null;
  readonly notBefore: number | null;
  readonly requestId: string | null;
  readonly resources: readonly string[];
}

const header = ' wants you to sign in with your Ethereum account:';

/** Whether a challenge is an ERC-4361 message, well-formed or not. */
export const looksLikeSiwe = (challenge: string): boolean => challenge.split('\n')[0]?.endsWith(header) === true;

/** Reads a message by the grammar of ERC-4361, including order and line breaks; a string is the reason for refusal. */
export function parseSiwe(text: string): SiweMessage | string {
  const [first = '', address = '', blank, ...rest] = text.split('\n');
  const domain = first.endsWith(header) ? first.slice(0, -header.length) : '';
  if (!isDomain(domain)) return `${JSON.stringify(domain)} is not a domain`;
  if (!isEvmAddress(address) || toChecksumAddress(address) !== address) return 'the address is not in EIP-55 form';
  if (blank !== '') return 'the address is not followed by an empty line';
  const statement = rest[0] === '' ? null : (rest[0] ?? '');
  if (statement !== null && !statementShape.test(statement)) return 'the statement has characters it must not have';
  if (statement !== null && rest[1] !== '') return 'the statement is not one line followed by an empty line';
  return parseFields(rest.slice(statement === null ? 1 : 2), { domain, address, statement });
}

/** The reason why a message is not valid at a moment; null if it is. */
export function siweTimeProblem(
  { issuedAt, notBefore, expirationTime }: SiweMessage,
  { at, event }: Moment,
): string | null {
  if (issuedAt > at) return `the message was issued after ${event}`;
  if (notBefore !== null && at < notBefore) return `the message was not yet valid when ${event}`;
  return expirationTime !== null && expirationTime < at ? `the message had expired when ${event}` : null;
}

function parseFields(
  lines: readonly string[],
  head: Pick<SiweMessage, 'domain' | 'address' | 'statement'>,
): SiweMessage | string {
  let at = 0;
  const take = (label: string): string | null => {
    const line = lines[at];
    if (line?.startsWith(`${label}: `) !== true) return null;
    at += 1;
    return line.slice(label.length + 2);
  };
  const uri = take('URI');
  if (uri === null || !isUri(uri)) return 'the URI is missing or not an RFC 3986 URI';
  if (take('Version') !== '1') return 'the Version is missing or not 1';
  const chainId = take('Chain ID');
  if (chainId === null || !/^\d{1,15}$/.test(chainId)) return 'the Chain ID is missing or not a number';
  const nonce = take('Nonce');
  if (nonce === null || !/^[A-Za-z0-9]{8,}$/.test(nonce)) {
    return 'the Nonce is missing or not 8 or more letters and digits';
  }
  const issuedAt = parseTimestamp(take('Issued At') ?? '');
  if (issuedAt === null) return 'the Issued At time is missing or not an ISO 8601 date-time';
  const expiration = take('Expiration Time');
  const expirationTime = expiration === null ? null : parseTimestamp(expiration);
  if (expiration !== null && expirationTime === null) return 'the Expiration Time is not an ISO 8601 date-time';
  const earliest = take('Not Before');
  const notBefore = earliest === null ? null : parseTimestamp(earliest);
  if (earliest !== null && notBefore === null) return 'the Not Before time is not an ISO 8601 date-time';
  const requestId = take('Request ID');
  if (requestId !== null && !/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})*$/.test(requestId)) {
    return 'the Request ID has characters it must not have';
  }
  const resources = lines[at] === 'Resources:' ? lines.slice(at + 1) : [];
  if (lines[at] !== undefined && lines[at] !== 'Resources:') {
    return `line ${JSON.stringify(lines[at])} is unknown or out of order`;
  }
  if (!resources.every((line) => line.startsWith('- ') && isUri(line.slice(2)))) {
    return 'a resource is not "- " and an RFC 3986 URI';
  }
  const times = { issuedAt, expirationTime, notBefore };
  const rest = { chainId: Number(chainId), nonce, requestId, resources: resources.map((line) => line.slice(2)) };
  return { ...head, uri, ...times, ...rest };
}

const statementShape = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/;

/** RFC 3986 authority, with an optional scheme before it. */
const isDomain = (text: string): boolean =>
  /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/)?(?:(?:[A-Za-z0-9\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*@)?(?:\[[0-9A-Fa-f:.]+\]|(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})+)(?::\d{1,5})?$/.test(
    text,
  );

const isUri = (text: string): boolean =>
  /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/.test(text);
